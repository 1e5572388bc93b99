import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assistantRequest } from '#test/support/assistant-request.ts';
import { hasChromium, launchChromium } from '#test/support/chromium.ts';
import { type Listener, listenersOfThisProcess } from '#test/support/listeners.ts';
import { useLocalStack, waitFor } from '#test/support/local-stack.ts';

/** A name that its owner has pointed at this machine, as a rebinding page does. */
const EVIL = 'evil.test';
const running = useLocalStack();

/**
 * What a page can send, run in the page. Each answers how it went: `read 421`, `opaque` where the page learns nothing, `failed`.
 * A form and a frame load the answer into a frame; an image and a script would run or show it.
 */
const ATTACKS = `
  const sent = (path, init) =>
    fetch(base + path, init).then((answer) => (answer.type === 'opaque' ? 'opaque' : 'read ' + answer.status), () => 'failed');
  const element = (tag, attributes) =>
    new Promise((done) => {
      const one = Object.assign(document.createElement(tag), attributes);
      one.onload = () => done('loaded');
      one.onerror = () => done('failed');
      document.body.append(one);
    });
  const socket = (path) =>
    new Promise((done) => {
      const one = new WebSocket(base.replace(/^http/, 'ws') + path);
      one.onopen = () => done('opened');
      one.onerror = () => done('failed');
    });
  const call = JSON.stringify({ from: '+12025550101', to: '+12025550002' });
  const form = (enctype) => {
    const name = 'frame' + Math.random();
    const loaded = element('iframe', { name });
    const one = Object.assign(document.createElement('form'), { action: base + '/_simulator/inbound-calls', method: 'post', enctype, target: name });
    one.append(Object.assign(document.createElement('input'), { name: call.slice(0, -1) + ',"a":"', value: '"}' }));
    document.body.append(one);
    one.submit();
    return loaded.then(() => new Promise((done) => setTimeout(done, 200))).then(() => 'sent');
  };
  return Promise.all([
    sent('/studio.json'),
    sent('/reference/settings.json'),
    sent('/_simulator/calls', { mode: 'no-cors' }),
    sent('/_simulator/inbound-calls', { method: 'POST', mode: 'no-cors', body: call }),
    sent('/_simulator/inbound-calls', { method: 'POST', body: call }),
    sent('/_simulator/inbound-calls', { method: 'POST', body: call, headers: { 'content-type': 'application/json' } }),
    sent('/', { method: 'POST', mode: 'no-cors', body: new URLSearchParams({ Action: 'CreateTopic', Name: 'evil' }) }),
    sent('/', { method: 'POST', body: '{}', headers: { 'x-amz-target': 'AmazonSQS.ListQueues', 'content-type': 'application/x-amz-json-1.0' } }),
    sent('/', { method: 'DELETE' }),
    form('text/plain'),
    form('application/x-www-form-urlencoded'),
    element('iframe', { src: base + '/' }),
    element('img', { src: base + '/favicon.svg' }),
    element('script', { src: base + '/studio.json' }),
    element('script', { src: base + '/', type: 'module' }),
    socket('/voice'),
    socket('/web-calls'),
    socket('/v1/realtime?call_id=1'),
  ]);`;

describe.skipIf(!hasChromium)('a page of another site', () => {
  let browser: Browser;
  let servers: Listener[];
  let table: Listener;
  const home = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Evil</title><body>');
  });
  beforeAll(async () => {
    const listeners = listenersOfThisProcess();
    table = listeners.find(({ program }) => program === 'dynoxide')!;
    servers = listeners.filter((one) => one !== table);
    home.listen(0, '127.0.0.1');
    await once(home, 'listening');
    browser = await launchChromium(`host-resolver-rules=MAP ${EVIL} 127.0.0.1`);
  });
  afterAll(async () => {
    await browser.close();
    home.close();
  });

  /** Opens the address, and attacks the other one from there. Returns how it went, and what the server answered. */
  async function attack(from: string, base: string) {
    const page = await browser.newPage();
    const statuses: number[] = [];
    page.on('response', (response) => {
      if (new URL(response.url()).port === new URL(base).port) statuses.push(response.status());
    });
    await page.goto(from);
    const outcomes = await page.evaluate<string[]>(`((base) => { ${ATTACKS} })(${JSON.stringify(base)})`);
    await page.close();
    return { outcomes, statuses };
  }

  const atHome = () => `http://${EVIL}:${(home.address() as AddressInfo).port}/`;

  async function expectNothingDone(): Promise<void> {
    const { simulator, stack } = running();
    expect(await simulator('/calls')).toEqual({ calls: [] });
    expect(await simulator('/messages')).toEqual({ messages: [] });
    expect(stack.sink.received()).toEqual([]);
  }

  it('with a name that leads to this machine learns nothing, and does nothing', async () => {
    const attacks = servers
      .map(({ port }) => `http://${EVIL}:${port}`)
      .map(async (origin) => {
        // The page of the refusal has the origin that a page has which was loaded before the name changed.
        const { outcomes, statuses } = await attack(`${origin}/`, origin);
        expect(outcomes.filter((outcome) => /^(?:opened|opaque)$|^read (?!421)/.test(outcome))).toEqual([]);
        expect(statuses.filter((status) => status !== 421)).toEqual([]);
        expect(statuses.length).toBeGreaterThan(10);
      });
    await Promise.all(attacks);
    await expectNothingDone();
  });

  it.each([EVIL, '127.0.0.1', 'localhost', 'a.localhost'])(
    'learns nothing from %s, and does nothing there',
    async (name) => {
      const attacks = servers.map(async ({ port }) => {
        const { outcomes, statuses } = await attack(atHome(), `http://${name}:${port}`);
        expect(outcomes.filter((outcome) => /^(?:opened|read)/.test(outcome))).toEqual([]);
        expect(statuses.filter((status) => ![403, 421].includes(status))).toEqual([]);
        expect(statuses.length).toBeGreaterThan(2);
      });
      await Promise.all(attacks);
      await expectNothingDone();
    },
  );

  it.each([EVIL, '127.0.0.1', 'localhost'])('does not find the table at %s', async (name) => {
    const { outcomes, statuses } = await attack(atHome(), `http://${name}:${table.port}`);
    expect(outcomes.filter((outcome) => /^(?:opened|opaque|read)/.test(outcome))).toEqual([]);
    expect(statuses).toEqual([]);
  });

  it.each(['localhost', '127.0.0.1'])(
    'leaves the studio at %s to its user: it opens, talks and plays',
    async (name) => {
      const { origin, token, api } = running();
      const { body } = await api<{ data: { id: number } }>(
        'POST',
        '/user/assistant',
        assistantRequest({ record_call: true }),
      );
      const { body: made } = await api<{ call_id: number }>('POST', '/user/make_call', {
        assistant_id: body.data.id,
        phone_number: '+12025550100',
      });
      const url = await waitFor('the recording', async () => {
        const call = await api<{ recording_url?: string }>('GET', `/user/calls/${made.call_id}`);
        return call.body.recording_url;
      });
      const studio = await browser.newPage();
      const problems: string[] = [];
      studio.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
      await studio.addInitScript(`sessionStorage.setItem('ringback.token', ${JSON.stringify(token(1))})`);
      await studio.goto(`${origin.replace('localhost', name)}/calls/${made.call_id}`);
      await studio.locator('audio').first().waitFor();
      expect(
        await studio.evaluate(`new Promise((done) => {
      const audio = new Audio(${JSON.stringify(url)});
      audio.onloadedmetadata = () => done('plays');
      audio.onerror = () => done('failed');
    })`),
      ).toBe('plays');
      const web = await api<{ data: { url: string } }>('POST', `/user/assistants/${body.data.id}/web-call`, {});
      expect(
        await studio.evaluate(`new Promise((done) => {
      const socket = new WebSocket(${JSON.stringify(web.body.data.url)});
      socket.onopen = () => done('opened');
      socket.onerror = () => done('failed');
    })`),
      ).toBe('opened');
      expect(problems).toEqual([]);
      await studio.close();
    },
  );
});
