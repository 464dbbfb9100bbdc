// A headless Chromium that tests can drive: no packages, only the DevTools protocol over two pipes.
import {spawn} from 'node:child_process';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

export class Browser {
  // What the page logged, threw, or asked for outside `allowed`.
  complaints = [];

  constructor(path, allowed) {
    this.profile = mkdtempSync(join(tmpdir(), 'alea-browser-'));
    this.allowed = allowed;
    this.process = spawn(path, ['--headless', '--no-sandbox', '--disable-gpu', '--hide-scrollbars',
      '--remote-debugging-pipe', `--user-data-dir=${this.profile}`, 'about:blank'],
      {stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe']});
  }

  async open() {
    // Messages to and from the browser end in a zero byte.
    let text = '';
    this.last = 0;
    this.waiting = new Map();
    this.listeners = new Set();
    this.process.stdio[4].on('data', data => {
      text += data;
      for (let end; (end = text.indexOf('\0')) >= 0; text = text.slice(end + 1)) {
        const message = JSON.parse(text.slice(0, end));
        if (message.id) this.waiting.get(message.id)(message.result ?? message.error);
        else for (const listener of this.listeners) listener(message);
      }
    });
    this.listeners.add(({method, params}) => {
      if (method === 'Runtime.exceptionThrown') this.complaints.push('exception: ' + JSON.stringify(params.exceptionDetails.exception));
      if (method === 'Runtime.consoleAPICalled') this.complaints.push('console: ' + JSON.stringify(params.args));
      if (method === 'Log.entryAdded') this.complaints.push('log: ' + params.entry.text);
      if (method === 'Network.requestWillBeSent' && !this.allowed.test(params.request.url)) {
        this.complaints.push('asks for ' + params.request.url);
      }
    });
    const {targetId} = await this.call('Target.createTarget', {url: 'about:blank'});
    this.session = (await this.call('Target.attachToTarget', {targetId, flatten: true})).sessionId;
    for (const domain of ['Page', 'Runtime', 'Log', 'Network']) await this.call(domain + '.enable');
  }

  call(method, params = {}) {
    return new Promise(done => {
      this.waiting.set(++this.last, done);
      this.process.stdio[3].write(JSON.stringify({id: this.last, method, params, sessionId: this.session}) + '\0');
    });
  }

  async value(expression) {
    return (await this.call('Runtime.evaluate', {expression, returnByValue: true, awaitPromise: true})).result?.value;
  }

  // Waits until the expression is true; says whether it ever was.
  async until(expression, seconds = 20) {
    for (const end = Date.now() + 1000 * seconds; Date.now() < end;) {
      if (await this.value(expression)) return true;
      await new Promise(done => setTimeout(done, 30));
    }
    return false;
  }

  async load(url) {
    const loaded = new Promise(done => {
      const listener = message => {
        if (message.method !== 'Page.loadEventFired') return;
        this.listeners.delete(listener);
        done();
      };
      this.listeners.add(listener);
    });
    await this.call('Page.navigate', {url});
    await loaded;
  }

  async look(width, height, scheme) {
    await this.call('Emulation.setDeviceMetricsOverride', {width, height, deviceScaleFactor: 1, mobile: width < 500});
    await this.call('Emulation.setEmulatedMedia', {features: [{name: 'prefers-color-scheme', value: scheme}]});
  }

  // A click with the mouse in the middle of what the selector finds; false if there is nothing or it is covered.
  async click(selector, button = 'left') {
    const at = await this.value(`(() => {
      const element = document.querySelector(${JSON.stringify(selector)});
      if (!element) return null;
      element.scrollIntoView({block: 'center'});
      const box = element.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
      const top = document.elementFromPoint(x, y);
      return top && (element.contains(top) || top.contains(element)) ? [x, y] : null;
    })()`);
    if (!at) return false;
    const [x, y] = at;
    const event = {x, y, button, clickCount: 1};
    await this.call('Input.dispatchMouseEvent', {...event, type: 'mousePressed'});
    await this.call('Input.dispatchMouseEvent', {...event, type: 'mouseReleased'});
    return true;
  }

  async key(key) {
    const text = key === 'Enter' ? '\r' : undefined;
    const code = key === 'Enter' ? 13 : undefined;
    await this.call('Input.dispatchKeyEvent', {type: 'keyDown', key, text, windowsVirtualKeyCode: code});
    await this.call('Input.dispatchKeyEvent', {type: 'keyUp', key, windowsVirtualKeyCode: code});
  }

  async type(text) {
    await this.call('Input.insertText', {text});
  }

  async screenshot(file) {
    const size = (await this.call('Page.getLayoutMetrics')).cssContentSize;
    const shot = await this.call('Page.captureScreenshot', {format: 'png', captureBeyondViewport: true,
      clip: {x: 0, y: 0, width: size.width, height: size.height, scale: 1}});
    writeFileSync(file, Buffer.from(shot.data, 'base64'));
  }

  close() {
    return new Promise(done => {
      this.process.on('exit', () => {
        try {  // children of the browser may still write to it
          rmSync(this.profile, {recursive: true, force: true, maxRetries: 5, retryDelay: 200});
        } catch {
          // a leftover in the temporary folder is no failure
        }
        done();
      });
      this.process.kill();
    });
  }
}
