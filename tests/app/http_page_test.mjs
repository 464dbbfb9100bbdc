// Uses the page of `alea serve http` as a person would: node http_page_test.mjs BROWSER ALEA [FOLDER]
//
// With FOLDER it leaves screenshots there.
import {spawn} from 'node:child_process';
import {createInterface} from 'node:readline';
import {join} from 'node:path';
import {Browser} from './browser.mjs';

const [browserPath, alea, folder] = process.argv.slice(2);
const failures = [];
const check = (good, text) => { if (!good) failures.push(text); };

const server = spawn(alea, ['serve', 'http', '--port', '0', '--plies', '0', '--bearoff', 'none'], {stdio: ['ignore', 'ignore', 'pipe']});
const ended = new Promise(done => server.on('exit', done));
const address = await new Promise((done, failed) => {
  createInterface({input: server.stderr}).on('line', line => {
    const found = /listening on (http:\S+)/.exec(line);
    if (found) done(found[1]);
  });
  server.on('exit', code => failed(new Error(`alea serve http ended with ${code}`)));
});

const browser = new Browser(browserPath, new RegExp(`^(data:|about:blank|${address})`));
const text = selector => browser.value(`document.querySelector(${JSON.stringify(selector)})?.textContent`);
const settled = () => browser.until(`!document.querySelector('#result').classList.contains('busy')`);
const place = name => `[data-place="${name}"]`;
// What stands on a place, in the words that a screen reader says.
const stands = name => browser.value(`document.querySelector('${place(name)}').getAttribute('aria-label')`);

async function click(selector, button) {
  check(await browser.click(selector, button), `cannot click ${selector}`);
  await settled();
}
async function expect(selector, wanted, when) {
  const got = await text(selector);
  check(wanted.test(got ?? ''), `${when}: ${selector} says "${got}", not ${wanted}`);
}
async function expectPlace(name, wanted, when) {
  const got = await stands(name);
  check(got.endsWith(': ' + wanted), `${when}: "${got}", not ${wanted}`);
}
async function paste(id) {
  await browser.value(`document.querySelector('#id').value = ''`);
  await click('#id');
  await browser.type(id);
  await browser.key('Enter');
  await browser.until(`document.querySelector('#result').classList.contains('busy') || !document.querySelector('#problem').hidden`, 2);
  await settled();
}

async function looks() {
  for (const [width, height] of [[1280, 900], [800, 900], [360, 740]]) {
    for (const scheme of ['light', 'dark']) {
      await browser.look(width, height, scheme);
      await browser.load(address);
      check(await browser.until(`!!document.querySelector('.verdict')`), 'no advice on the first sight');
      for (const [name, id] of [['cube', 'XGID=-a-B--E-B-a-dDB--b-bcb----:1:1:1:00:0:0:0:0:10'], ['play', 'XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:4:0:7:10']]) {
        await paste(id);
        const wide = await browser.value('document.documentElement.scrollWidth');
        check(wide <= width, `${name}: ${wide} pixels wide in a window of ${width}`);
        const hidden = await browser.value(`[...document.querySelectorAll('.scroll')].some(e => e.scrollWidth > e.clientWidth)`);
        check(!hidden, `${name}: a table is wider than its card in a window of ${width}`);
        if (folder) await browser.screenshot(join(folder, `${name}-${scheme}-${width}.png`));
      }
    }
  }
}

async function plays() {
  await browser.look(1280, 900, 'light');
  await browser.load(address);
  await browser.until(`!!document.querySelector('.verdict')`);
  await expect('.verdict', /^No double/, 'start');
  await expect('#gnuid', /^4HPwATDgc\/ABMA:/, 'start');

  await click(place('dice'));
  // Five rows, but of 5-5 in the opening there are only four plays.
  const rows = `(/5-5$/.test(document.querySelector('#question').textContent) ? 4 : 5)`;
  if (!await browser.until(`document.querySelectorAll('tr.row').length === ${rows}`)) {
    failures.push(`no plays after a roll on the board; problem "${await text('#problem')}", result "${await text('#result')}", question "${await text('#question')}"`);
  }
  check(await browser.value(`document.querySelectorAll('#board .arrow').length`) > 0, 'no arrows of the best play');
  await expect('#question', /^White to play [1-6]-[1-6]$/, 'rolled');
  const before = await stands('die0');
  await click(place('die0'));
  check(await stands('die0') !== before, 'a click does not change a die');
  await click('#lift');
  await expect('.verdict', /^No double/, 'no dice');

  await paste('XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10');
  await expect('#question', /^White to play 3-1$/, 'pasted');
  await expect('tr.best .play', /^8\/5 6\/5$/, 'pasted');
  const arrow = () => browser.value(`document.querySelector('#board .arrow').getAttribute('d')`);
  const first = await arrow();
  await click('tr.row:nth-child(2) .play button');
  check(await arrow() !== first, 'another play has the same arrows');
  check(await browser.value(`document.querySelector('tr.at .num').textContent`) === '2', 'the second play is not marked');
  await click('tr.row:first-child .play button');
  await click('#make');
  check(await browser.until(`/^Black/.test(document.querySelector('#question').textContent)`), 'after the play it is not the turn of Black');
  await settled();
  await expectPlace(20, '2 white', 'after 8/5 6/5, seen by Black');
  await click('#undo');
  await expect('#question', /^White to play 3-1$/, 'undone');

  // Setting up.
  await click('#clear');
  await expect('#result', /no checkers on the board/, 'cleared');
  await click('input[value=white]');
  for (let i = 0; i < 3; ++i) await click(place(6));
  await click('input[value=black]');
  for (const point of [20, 20, 3]) await click(place(point));
  await click(place(0));
  await expectPlace(6, '3 white', 'set up');
  await expectPlace(20, '2 black', 'set up');
  await expectPlace(0, '1 black', 'set up');
  await expectPlace('off', '12', 'set up');
  await click('#lift');
  await expect('.verdict', /./, 'set up');
  await click(place(25));
  await expect('#problem', /no black checker/, 'a black checker on the bar of White');
  await click('input[value=move]');
  await click(place(6));
  await click(place(3));
  await expectPlace(3, '1 white', 'hit');
  await expectPlace(0, '2 black', 'hit');
  await click(place(6));
  await click(place(20));
  await expect('#problem', /held by the other side/, 'a move to a held point');
  await click(place(6));
  await click(place('off'));
  await expectPlace('off', '13', 'borne off');
  await click(place(20), 'right');
  await expectPlace(20, '1 black', 'right click');
  await click('input[value=remove]');
  await click(place(3));
  await expectPlace(3, 'empty', 'removed');
  await browser.value(`document.querySelector('${place(6)}').focus()`);
  await browser.key('Delete');
  await expectPlace(6, 'empty', 'removed by key');
  await click('#undo');
  await expectPlace(6, '1 white', 'undone');

  await click('#start');
  await click('#turn');
  await expect('#question', /^Black to roll or double$/, 'other side');
  await click(place('cube'));
  await expect('#xgid', /:1:1:/, 'cube turned');
  const choose = async (id, value) => {
    await browser.value(`(() => { const e = document.getElementById('${id}'); e.value = '${value}'; e.dispatchEvent(new Event('change')); })()`);
    await settled();
  };
  await choose('match', 7);
  await choose('score-me', 5);
  await expect('#xgid', /:5:0:0:7:/, 'match score');
  check(await browser.value(`document.getElementById('jacoby').disabled`), 'the Jacoby rule in a match');
  await choose('owner', 'centre');
  await choose('pending', 'double_offered');
  await expect('.verdict', /^(Take|Pass)$/, 'double offered');
  await expect('#question', /to take or pass$/, 'double offered');
  await choose('plies', 1);
  await expect('#result', /1-ply/, 'deeper');

  check(browser.complaints.length === 0, browser.complaints.join('; '));
  browser.complaints = [];
  await paste('nonsense<b>');
  await expect('#problem', /^position: /, 'a bad ID');
  browser.complaints = browser.complaints.filter(line => !/status of 400/.test(line));
  check(browser.complaints.length === 0, browser.complaints.join('; '));
  browser.complaints = [];

  server.kill('SIGINT');
  check(await ended === 130, 'Ctrl-C does not end the server with 130');
  await click('#start');
  check(await browser.until(`/does not answer/.test(document.querySelector('#problem').textContent)`), 'nothing is said of a server that is gone');
}

const late = setTimeout(() => { failures.push('not done within 300 s'); finish(); }, 300000);
let finishing = false;
async function finish() {
  if (finishing) return;
  finishing = true;
  clearTimeout(late);
  server.kill();
  await browser.close();
  for (const failure of failures) console.error(failure);
  process.exit(failures.length === 0 ? 0 : 1);
}
browser.open().then(looks).then(() => {
  check(browser.complaints.length === 0, browser.complaints.join('; '));
  browser.complaints = [];
}).then(plays).catch(error => failures.push(error.stack)).finally(finish);
