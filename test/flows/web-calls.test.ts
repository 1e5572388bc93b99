import { startWebCall, type WebCallEvent } from '@ringback/widget/web-call';
import { describe, expect, it } from 'vitest';
import type { CallDetailRecord } from '#shared/call-life/read-calls.ts';
import { useLocalStack, waitFor } from '#test/support/local-stack.ts';
import { createAssistant, settledCall } from '#test/support/over-http.ts';

// Web calls run in real time: a person talks. Here nobody does.
process.env['SIMULATOR_WEB_SPEED'] = '5';
const running = useLocalStack();

/** A page that talks to the assistant, by the module that pages use. */
async function talk(assistantId: number, variables: Record<string, unknown> = {}) {
  const { baseUrl, token } = running();
  const events: WebCallEvent[] = [];
  const onEvent = (event: WebCallEvent) => void events.push(event);
  const call = await startWebCall({ apiUrl: baseUrl, token: token(1), assistantId, variables, onEvent });
  const ofType = <Type extends WebCallEvent['type']>(type: Type) =>
    events.filter((event): event is Extract<WebCallEvent, { type: Type }> => event.type === type);
  const answerTo = (turn: number) =>
    waitFor(`the answer of turn ${turn}`, () => ofType('assistant').findLast((one) => one.turn === turn && one.last));
  const ended = () => waitFor('the end', () => ofType('ended')[0]);
  return { call, events, ofType, answerTo, ended };
}

const settled = (callId: number) => settledCall(running().api, callId);

describe('a web call', () => {
  it('is held, charged, recorded and announced as any other call', async () => {
    const { api, webhooks, stack, violations } = running();
    const webhook_url = `${stack.address.webhook_sink_url}/web`;
    const id = await createAssistant(running().api, {
      initial_message: 'Hello {first_name}, this is Mia.',
      is_webhook_active: true,
      webhook_url,
    });
    const { body: before } = await api<{ total_balance: number }>('GET', '/user/me');
    const { call, ofType, answerTo, ended } = await talk(id, { first_name: 'Ada' });
    expect(call).toMatchObject({ transport: 'simulator', canType: true });
    expect(await answerTo(0)).toMatchObject({ text: 'Hello Ada, this is Mia.' });
    call.say('What are your opening hours?');
    const answer = await answerTo(1);
    expect(ofType('latency')).toMatchObject([{ turn: 1, milliseconds: expect.any(Number) }]);
    call.hangUp();
    expect(await ended()).toEqual({ type: 'ended', by: 'customer' });

    const record = await settled(call.callId);
    expect(record).toMatchObject({ type: 'web', status: 'ended_by_customer', end_reason: 'customer_hung_up' });
    const heard = record.transcript.split('\n');
    const asked = heard.indexOf('Customer: What are your opening hours?');
    // The customer may speak before any of the greeting was played, and hang up before any of the answer was.
    expect([0, 1]).toContain(asked);
    expect('Assistant: Hello Ada, this is Mia.').toContain(heard.slice(0, asked).join('').trim());
    expect(answer.text).toContain(heard[asked + 1]?.replace('Assistant: ', '').trim() ?? '');
    // 30 s of the assistant at least, and a started minute of the carrier.
    const seconds = Math.max(30, record.duration);
    expect(record.carrier_cost).toBeCloseTo(0.004 * Math.max(1, Math.ceil(record.duration / 60)), 6);
    expect(record.total_cost).toBeCloseTo(record.carrier_cost + 0.001 * seconds, 6);
    const { body: after } = await api<{ total_balance: number }>('GET', '/user/me');
    expect(before.total_balance - after.total_balance).toBeCloseTo(record.total_cost, 6);
    const [sent] = await waitFor('the webhook', () => webhooks('/web').length > 0 && webhooks('/web'));
    expect(sent).toMatchObject({ verified: true, body: { id: call.callId, type: 'web', customer_phone: 'web' } });
    expect(await violations()).toEqual([]);
  });

  it('is ended by its signal, answered or not', async () => {
    const { baseUrl, token } = running();
    const assistantId = await createAssistant(running().api);
    const start = (onEvent: (event: WebCallEvent) => void, signal: AbortSignal) =>
      startWebCall({ apiUrl: baseUrl, token: token(1), assistantId, onEvent, signal });
    const events: WebCallEvent[] = [];
    const talked = new AbortController();
    const call = await start((event) => void events.push(event), talked.signal);
    talked.abort();
    expect(events.at(-1)).toEqual({ type: 'ended', by: 'customer' });
    expect(await settled(call.callId)).toMatchObject({ status: 'ended_by_customer' });

    const early: WebCallEvent[] = [];
    const connecting = new AbortController();
    const started = start((event) => void early.push(event), connecting.signal);
    connecting.abort();
    await expect(started).rejects.toThrow('hung up');
    expect(early).toEqual([
      { type: 'status', status: 'connecting' },
      { type: 'ended', by: 'customer' },
    ]);
  });

  it('is interrupted, takes keys, and may be ended by the assistant', async () => {
    const id = await createAssistant(running().api, {
      initial_message:
        'Good day. I will now read you a long list of all that we can do for you, one thing after the other.',
      end_call_tool: { description: 'When the customer says goodbye.' },
    });
    const { call, ofType, ended } = await talk(id);
    await waitFor('the voice', async () => {
      const { calls } = await running().simulator<{ calls: Array<{ sid: string }> }>('/calls');
      const call = await running().simulator(`/calls/${calls[0]?.sid}`);
      return JSON.stringify(call).includes('"agentSpeaking","value":"on"');
    });
    call.say('Stop, please.');
    const [interruption] = await waitFor(
      'the interruption',
      () => ofType('interrupted').length > 0 && ofType('interrupted'),
    );
    expect('Good day. I will now read you a long list').toContain(interruption!.heard.slice(0, 8));
    await waitFor('an answer', () => ofType('assistant').some(({ turn, last }) => turn === 1 && last));
    call.press('7');
    await waitFor('the answer to the key', () => ofType('assistant').some(({ turn, last }) => turn === 2 && last));
    call.say('Goodbye.');
    expect(await ended()).toEqual({ type: 'ended', by: 'assistant' });
    const record = await settled(call.callId);
    expect(record).toMatchObject({ type: 'web', status: 'ended_by_assistant' });
    expect(record.transcript).toContain('Customer: Stop, please.');
    expect(record.transcript).not.toContain('one thing after the other');
    expect(record.transcript).toContain('Customer: [pressed 7]');
  });

  it('is refused by the carrier with a token that was used, or that it did not sign', async () => {
    const { api } = running();
    const id = await createAssistant(running().api);
    const { body } = await api<{ data: { access_token: string; url: string; call_id: number } }>(
      'POST',
      `/user/assistants/${id}/web-call`,
    );
    const { access_token: pass, url } = body.data;
    const forged = `${pass.slice(0, -4)}AAAA`;
    expect(await connect(url, forged)).toContainEqual({
      type: 'refused',
      code: 20_107,
      message: 'Invalid access token signature',
    });
    const first = connect(url, pass);
    await waitFor('the call', async () => {
      const { body: call } = await api<CallDetailRecord>('GET', `/user/calls/${body.data.call_id}`);
      return call.status === 'in-progress';
    });
    expect(await connect(url, pass)).toContainEqual({ type: 'ended', by: 'error' });
    expect(await first).toContainEqual({ type: 'in_progress' });
  });
});

/** What the simulator says to a page with this token, until the call ends or a second has passed. */
async function connect(url: string, access_token: string): Promise<unknown[]> {
  const socket = new WebSocket(url);
  const frames: unknown[] = [];
  const { promise, resolve } = Promise.withResolvers<unknown[]>();
  socket.addEventListener('open', () => socket.send(JSON.stringify({ type: 'connect', access_token })));
  socket.addEventListener('message', ({ data }) => frames.push(JSON.parse(String(data))));
  socket.addEventListener('close', () => resolve(frames));
  setTimeout(() => socket.close(), 1000);
  return promise;
}
