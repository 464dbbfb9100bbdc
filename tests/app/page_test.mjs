// Looks at an HTML page of alea's in a real browser: node page_test.mjs BROWSER PAGE [FOLDER]
//
// Fails if the page logs anything, asks for anything outside itself, is wider than the window (desktop and
// phone), or does not filter and step through its errors. With FOLDER it leaves screenshots there.
import {spawn} from 'node:child_process';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {pathToFileURL} from 'node:url';

const [browserPath, page, folder] = process.argv.slice(2);
const profile = mkdtempSync(join(tmpdir(), 'alea-page-'));
const browser = spawn(browserPath, ['--headless', '--no-sandbox', '--disable-gpu', '--hide-scrollbars',
  '--remote-debugging-pipe', `--user-data-dir=${profile}`, 'about:blank'],
  {stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe']});
const failures = [];
const check = (good, text) => { if (!good) failures.push(text); };

async function run() {
  // Messages to and from the browser end in a zero byte.
  let text = '';
  let last = 0;
  const waiting = new Map();
  const listeners = [];
  browser.stdio[4].on('data', data => {
    text += data;
    for (let end; (end = text.indexOf('\0')) >= 0; text = text.slice(end + 1)) {
      const message = JSON.parse(text.slice(0, end));
      if (message.id) waiting.get(message.id)(message.result ?? message.error);
      else for (const listener of listeners) listener(message);
    }
  });
  let session;
  const call = (method, params = {}) => new Promise(done => {
    waiting.set(++last, done);
    browser.stdio[3].write(JSON.stringify({id: last, method, params, sessionId: session}) + '\0');
  });
  const {targetId} = await call('Target.createTarget', {url: 'about:blank'});
  session = (await call('Target.attachToTarget', {targetId, flatten: true})).sessionId;
  listeners.push(message => {
    const {method, params} = message;
    if (method === 'Runtime.exceptionThrown') failures.push('exception: ' + JSON.stringify(params.exceptionDetails.exception));
    if (method === 'Runtime.consoleAPICalled') failures.push('console: ' + JSON.stringify(params.args));
    if (method === 'Log.entryAdded') failures.push('log: ' + params.entry.text);
    if (method === 'Network.requestWillBeSent' && !/^(file|data):/.test(params.request.url)) {
      failures.push('asks for ' + params.request.url);
    }
  });
  for (const domain of ['Page', 'Runtime', 'Log', 'Network']) await call(domain + '.enable');
  const value = async expression =>
    (await call('Runtime.evaluate', {expression, returnByValue: true})).result?.value;
  const key = async name => {
    await call('Input.dispatchKeyEvent', {type: 'keyDown', key: name});
    await call('Input.dispatchKeyEvent', {type: 'keyUp', key: name});
  };
  const load = async () => {
    const loaded = new Promise(done => listeners.push(m => m.method === 'Page.loadEventFired' && done()));
    await call('Page.navigate', {url: pathToFileURL(resolve(page)).href});
    await loaded;
  };
  for (const [width, height] of [[1200, 900], [360, 740]]) {
    for (const scheme of ['light', 'dark']) {
      await call('Emulation.setDeviceMetricsOverride', {width, height, deviceScaleFactor: 1, mobile: width < 500});
      await call('Emulation.setEmulatedMedia', {features: [{name: 'prefers-color-scheme', value: scheme}]});
      await load();
      const wide = await value('document.documentElement.scrollWidth');
      check(wide <= width, `${wide} pixels wide in a window of ${width}`);
      if (folder) {
        const shot = await call('Page.captureScreenshot', {format: 'png', captureBeyondViewport: true,
          clip: {x: 0, y: 0, width, height: 2200, scale: 1}});
        writeFileSync(join(folder, `${scheme}-${width}.png`), Buffer.from(shot.data, 'base64'));
      }
    }
  }
  const shown = 'document.querySelectorAll("article[data-loss]:not([hidden])").length';
  if (await value('!!document.getElementById("least")')) {
    const choose = async least => {
      await value(`(() => { const s = document.getElementById('least'); s.value = '${least}'; s.dispatchEvent(new Event('change')); })()`);
      return value(shown);
    };
    const everything = await choose('0');
    const worst = await choose('0.12');
    check(everything > 0 && worst <= everything, `filter: ${everything} of all, ${worst} very bad`);
    await choose('0');
    await key('j');
    check(await value('document.querySelectorAll("article.at").length') === 1, 'key j marks no decision');
    const first = await value('document.querySelector("article.at").id');
    await key('j');
    if (everything > 1) check(await value('document.querySelector("article.at").id') !== first, 'key j does not go on');
    await key('k');
    check(await value('document.querySelector("article.at").id') === first, 'key k does not go back');
    await choose('0.12');
    await value(`document.querySelector('.curve a[href]')?.dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true}))`);
    check(await value('document.querySelectorAll("article.at").length') === 1, 'a mark of the curve leads nowhere');
    const links = await value(`Array.from(document.querySelectorAll('a[href^="#"]')).filter(a => !document.getElementById(a.getAttribute('href').slice(1))).length`);
    check(links === 0, `${links} links lead nowhere`);
  }
}

const late = setTimeout(() => { failures.push('no answer within 240 s'); finish(); }, 240000);
function finish() {
  clearTimeout(late);
  browser.removeAllListeners('exit');
  browser.on('exit', () => {
    try {  // children of the browser may still write to it
      rmSync(profile, {recursive: true, force: true, maxRetries: 5, retryDelay: 200});
    } catch {
      // a leftover in the temporary folder is no failure
    }
    for (const failure of failures) console.error(failure);
    process.exit(failures.length === 0 ? 0 : 1);
  });
  browser.kill();
}
run().catch(error => failures.push(String(error))).finally(finish);
