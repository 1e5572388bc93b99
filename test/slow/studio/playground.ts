import { expect, it } from 'vitest';
import { delayWebCalls } from '#test/slow/studio/delayed-web-call.ts';
import type { Studio } from '#test/slow/studio/use-studio.ts';
import { waitFor } from '#test/support/local-stack.ts';

interface StoredCall {
  id: number;
  type: string;
  status: string;
  transcript: string | null;
}

export function playground(studio: Studio): void {
  it('begins on a phone without scrolling', async () => {
    const { page, close } = await studio.open(`/assistants/${studio.world().assistantId}`, { width: 390, height: 844 });
    const box = await page.getByRole('button', { name: 'Talk to it' }).boundingBox();
    expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(844);
    await close();
  });

  it('talks by text, is interrupted, shows latency, and keeps what was said as a rehearsal that passes', async () => {
    const { page, close } = await studio.open(`/assistants/${studio.world().assistantId}`);
    const said = page.getByRole('log', { name: 'Transcript' });
    await page.getByLabel('{customer_name}').fill('Grace');
    await page.getByRole('button', { name: 'Talk to it' }).click();
    await said.getByText('Hello Grace, this is Northwind Dental. Do you have a minute?').waitFor();

    await page.getByLabel('Say something').fill('Yes, Tuesday at ten is fine.');
    await page.getByLabel('Say something').press('Enter');
    await said.getByText('Yes, Tuesday at ten is fine.', { exact: true }).waitFor();
    await page
      .getByRole('region', { name: 'Latency by turn' })
      .getByText(/^median [\d,]+ ms, simulated$/)
      .waitFor();
    // Over the answer, by the key.
    await said.locator('.assistant').nth(1).waitFor();
    await page.keyboard.press('Escape');
    await page.getByLabel('Say something').fill('My name is Grace Hopper.');
    await page.getByRole('button', { name: 'Say it' }).click();
    await said.getByText('interrupted').first().waitFor();
    await said.locator('.assistant').nth(2).waitFor();

    await page.getByRole('button', { name: 'Hang up' }).click();
    await page.getByText('You hung up').waitFor();
    await page.getByRole('button', { name: 'Save as a rehearsal' }).click();
    await page.getByText(/npm run rehearse -- .*\.yaml/).waitFor();
    await page.getByRole('button', { name: 'Run it' }).click();
    await page.getByText(/^(?:Passed|Failed)$/).waitFor();
    expect(await page.locator('.rehearsal').innerText()).toContain('Passed');
    await close();
  });

  it('is a real call: it has a record with what was heard', async () => {
    const calls = async () => (await studio.running().api<{ data: StoredCall[] }>('GET', '/user/calls')).body.data;
    const call = await waitFor('the record', async () =>
      (await calls()).find(({ type, status }) => type === 'web' && status !== 'in-progress'),
    );
    expect(call.status).toBe('ended_by_customer');
    expect(call.transcript).toContain('Customer: Yes, Tuesday at ten is fine.');
  });

  it('answers from the prompt: another sentence, another answer', async () => {
    const { page, close } = await studio.open(`/assistants/${studio.world().assistantId}`);
    const said = page.getByRole('log', { name: 'Transcript' });
    for (const price of ['140 dollars', '95 dollars']) {
      await page.getByLabel('Prompt', { exact: true }).fill(`A filling costs ${price}. Ask for the name.`);
      await page.getByRole('button', { name: /^(?:Save and talk|Talk again)$/ }).click();
      await page.getByLabel('Say something').fill('How much does a filling cost?');
      await page.getByLabel('Say something').press('Enter');
      await said.getByText(`A filling costs ${price}. May I have your name, please?`).waitFor();
      await page.getByRole('button', { name: 'Hang up' }).click();
      await page.getByText('You hung up').waitFor();
    }
    expect(await page.getByText('I do not know that.').count()).toBe(0);
    await close();
  });

  it('shows what the model called, after the words that it was called with', async () => {
    const { page, close } = await studio.open(`/assistants/${studio.world().assistantId}`);
    await page.getByRole('button', { name: 'Talk to it' }).click();
    await page.getByLabel('Say something').fill('Thank you, goodbye.');
    await page.getByLabel('Say something').press('Enter');
    await page.getByText('The assistant ended the call').waitFor();
    const said = page.getByRole('log', { name: 'Transcript' });
    await said.locator('.tool').getByText('end_call()').waitFor();
    expect(await said.locator('.line-said').last().innerText()).toBe('The model called end_call(): ends the call');

    await page.getByRole('link', { name: 'See the record' }).click();
    await page.getByRole('log', { name: 'Transcript' }).getByText('end_call()').waitFor();
    expect(await page.locator('.call-transcript li').last().getAttribute('class')).toBe('tool');
    const waits = page.getByRole('region', { name: 'Latency by turn' });
    await waits.getByText(/^median [\d,]+ ms, simulated$/).waitFor();
    expect(await waits.getByRole('listitem').count()).toBe(1);
    await close();
  });

  it('says that the microphone is denied, and goes on by text', async () => {
    const { page, close } = await studio.open(`/assistants/${studio.world().assistantId}`);
    await page.addInitScript(`window.SpeechRecognition = class extends EventTarget {
      abort() {}
      start() {
        setTimeout(() => this.dispatchEvent(Object.assign(new Event('error'), { error: 'not-allowed' })));
      }
    }`);
    await page.reload();
    await page.getByRole('button', { name: 'Speak to it' }).click();
    await page.getByText(/^The browser does not allow the microphone\..* You can type\.$/).waitFor();
    expect(await page.getByLabel('Say something').isEnabled()).toBe(true);
    await page.getByRole('button', { name: 'Hang up' }).click();
    await page.getByText('You hung up').waitFor();
    await close();
  });

  it('is spoken to by one click, and shows how loud the microphone hears', async () => {
    const { page, close } = await studio.open(`/assistants/${studio.world().assistantId}`);
    await page.addInitScript(`window.SpeechRecognition = class extends EventTarget { abort() {} start() {} };
    navigator.mediaDevices.getUserMedia = async () => {
      const context = new AudioContext();
      const tone = context.createOscillator();
      const out = context.createMediaStreamDestination();
      tone.connect(out);
      tone.start();
      return out.stream;
    };`);
    await page.reload();
    expect(await page.getByLabel('Hear it').isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Speak to it' }).click();
    const meter = page.getByLabel('Level of the microphone');
    await meter.waitFor();
    await waitFor('a level', async () => Number(await meter.getAttribute('value')) > 0.5);
    await page.getByRole('button', { name: 'Hang up' }).click();
    await page.getByText('You hung up').waitFor();
    expect(await meter.count()).toBe(0);
    await close();
  });

  it('says so where the browser does not recognise speech', async () => {
    const { page, close } = await studio.open(`/assistants/${studio.world().assistantId}`);
    await page.addInitScript('delete window.SpeechRecognition; delete window.webkitSpeechRecognition;');
    await page.reload();
    await page.getByText('This browser does not recognise speech. Use Chrome, Edge or Safari, or type.').waitFor();
    expect(await page.getByRole('button', { name: 'Speak to it' }).count()).toBe(0);
    await close();
  });

  it('lets a voice be heard before it is chosen: its recording, or the nearest voice of the browser by its name', async () => {
    const { page, close } = await studio.open('/assistants/new');
    await page.addInitScript(`const spoken = [];
    window.spoken = spoken;
    speechSynthesis.getVoices = () => [{ name: 'Test English Female', lang: 'en-US' }];
    speechSynthesis.speak = ({ text }) => spoken.push(text);
    window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };`);
    await page.reload();
    await page.getByText('Female, American: mature, reassuring, confident').waitFor();
    await page.getByRole('button', { name: 'Hear Sarah' }).click();
    await page
      .getByText(/^This is “Test English Female”, the nearest voice of this browser, and not Sarah\./)
      .waitFor();
    expect(await page.evaluate('window.spoken.length')).toBe(1);
    await page.route('**/voices/6.audio', (route) => route.fulfill({ contentType: 'audio/wav', body: silentWav() }));
    await page.getByLabel('Voice').selectOption('6');
    await page.getByRole('button', { name: 'Hear George' }).click();
    await page.getByText('This is a recording of George.').waitFor();
    await close();
  });

  it('hangs up a call that is connecting, by the button and when the page is left', async () => {
    const { page, close } = await studio.open(`/assistants/${studio.world().assistantId}`);
    const calls = await delayWebCalls(page);
    await page.getByRole('button', { name: 'Talk to it' }).click();
    await page.getByText('Connecting', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Hang up' }).click();
    await page.getByText('You hung up').waitFor();
    await page.getByRole('button', { name: 'Talk again' }).click();
    await page.getByText('Connecting', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Leads', exact: true }).click();
    await calls.pass();
    expect([calls.asked(), calls.joined()]).toEqual([2, 0]);
    await close();
  });

  it('begins one call when it is asked twice while it saves', async () => {
    const { page, close } = await studio.open(`/assistants/${studio.world().assistantId}`);
    await page.getByRole('button', { name: 'Talk to it' }).click();
    await page.getByRole('button', { name: 'Hang up' }).click();
    await page.getByText('You hung up').waitFor();
    const calls = await delayWebCalls(page);
    await page.getByLabel('First words').fill('Good evening {customer_name}.');
    await page.getByRole('button', { name: 'Talk again' }).dblclick();
    await page.getByRole('log', { name: 'Transcript' }).getByText('Good evening Ada.').waitFor();
    await page.getByRole('button', { name: 'Hang up' }).click();
    await page.getByText('You hung up').waitFor();
    expect([calls.asked(), calls.joined()]).toEqual([1, 1]);
    await close();
  });

  it('saves what was changed before it talks', async () => {
    const { page, close } = await studio.open(`/assistants/${studio.world().assistantId}`);
    await page.getByLabel('First words').fill('Good morning {customer_name}.');
    await page.getByRole('button', { name: 'Save and talk' }).click();
    await page.getByRole('log', { name: 'Transcript' }).getByText('Good morning Ada.').waitFor();
    await page.getByRole('button', { name: 'Keypad' }).click();
    await page.getByRole('button', { name: '5', exact: true }).click();
    await page.getByText('You pressed 5').waitFor();
    await page.getByRole('button', { name: 'Hang up' }).click();
    await page.getByText('You hung up').waitFor();
    expect(await page.getByLabel('First words').inputValue()).toBe('Good morning {customer_name}.');
    await close();
  });
}

/** A tenth of a second, 8-bit mono. */
function silentWav(): Buffer {
  const samples = Buffer.alloc(800, 128);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8000, 24);
  head.writeUInt32LE(8000, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}
