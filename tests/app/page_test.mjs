// Looks at an HTML page of alea's in a real browser: node page_test.mjs BROWSER PAGE [FOLDER]
//
// Fails if the page logs anything, asks for anything outside itself, is wider than the window (desktop and
// phone), or does not filter and step through its errors. With FOLDER it leaves screenshots there.
import {join, resolve} from 'node:path';
import {pathToFileURL} from 'node:url';
import {Browser} from './browser.mjs';

const [browserPath, page, folder] = process.argv.slice(2);
const browser = new Browser(browserPath, /^(file|data):/);
const failures = [];
const check = (good, text) => { if (!good) failures.push(text); };
const value = expression => browser.value(expression);

async function run() {
  await browser.open();
  for (const [width, height] of [[1200, 900], [360, 740]]) {
    for (const scheme of ['light', 'dark']) {
      await browser.look(width, height, scheme);
      await browser.load(pathToFileURL(resolve(page)).href);
      const wide = await value('document.documentElement.scrollWidth');
      check(wide <= width, `${wide} pixels wide in a window of ${width}`);
      if (folder) await browser.screenshot(join(folder, `${scheme}-${width}.png`));
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
    await browser.key('j');
    check(await value('document.querySelectorAll("article.at").length') === 1, 'key j marks no decision');
    await value('document.documentElement.style.scrollBehavior = "auto"');
    await browser.key('k');  // the window is still that of a phone
    check(await value('document.querySelector("article.at header").getBoundingClientRect().top >= document.querySelector("nav.bar").getBoundingClientRect().bottom'),
      'the bar covers the decision that was gone to');
    const first = await value('document.querySelector("article.at").id');
    await browser.key('j');
    if (everything > 1) check(await value('document.querySelector("article.at").id') !== first, 'key j does not go on');
    await browser.key('k');
    check(await value('document.querySelector("article.at").id') === first, 'key k does not go back');
    await choose('0.12');
    await value(`document.querySelector('.curve a[href]')?.dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true}))`);
    check(await value('document.querySelectorAll("article.at").length') === 1, 'a mark of the curve leads nowhere');
    const links = await value(`Array.from(document.querySelectorAll('a[href^="#"]')).filter(a => !document.getElementById(a.getAttribute('href').slice(1))).length`);
    check(links === 0, `${links} links lead nowhere`);
  }
}

async function finish() {
  clearTimeout(late);
  await browser.close();
  failures.push(...browser.complaints);
  for (const failure of failures) console.error(failure);
  process.exit(failures.length === 0 ? 0 : 1);
}
const late = setTimeout(() => { failures.push('no answer within 240 s'); finish(); }, 240000);
run().catch(error => failures.push(String(error))).finally(finish);
