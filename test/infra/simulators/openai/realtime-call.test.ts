import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text as readBody } from 'node:stream/consumers';
import { createCallClock } from '@ringback/simulators/line/call-clock.ts';
import { listen } from '@ringback/simulators/line/loopback-server.ts';
import { createRealtimeCall } from '@ringback/simulators/openai/realtime-call.ts';
import { SessionBody } from '@ringback/simulators/openai/session-body.ts';
import * as v from 'valibot';
import { describe, expect, it, vi } from 'vitest';
import { createManualScheduler } from '#test/infra/simulators/manual-scheduler.ts';

const vad = {
  type: 'server_vad',
  threshold: 0.5,
  prefix_padding_ms: 300,
  silence_duration_ms: 500,
  idle_timeout_ms: null,
  create_response: true,
  interrupt_response: true,
} as const;

function hold(turnDetection: object = vad, tools: object[] = []) {
  const scheduler = createManualScheduler();
  const clock = createCallClock(1, scheduler);
  const said: string[] = [];
  const events: Array<Record<string, unknown>> = [];
  const call = createRealtimeCall({
    clock,
    addEvent: () => undefined,
    setSpeechState: () => undefined,
    addPlayedText: () => undefined,
    addUtterance: (text, cut) => void said.push(cut ? `${text} …` : text),
    hungUp: () => said.push('(hung up)'),
  });
  const audio = { input: { turn_detection: turnDetection } };
  call.accept(v.parse(SessionBody, { type: 'realtime', audio, tools }));
  call.attach(
    (event) => events.push(event),
    () => events.push({ type: 'closed' }),
  );
  const types = () => events.map(({ type }) => type);
  // In steps, because the model thinks between them.
  const pass = async (seconds: number) => {
    for (let step = 0; step < seconds * 20; step += 1) {
      scheduler.advance(50);
      await new Promise(setImmediate);
    }
  };
  const say = async (text: string) => {
    call.customerStarts();
    void call.customerStops(text);
    await pass(1);
  };
  return { call, said, events, types, pass, say };
}

/** A tool server whose tool returns when it is released. */
async function serveTool(request: IncomingMessage, response: ServerResponse, released: Promise<void>) {
  const { id = 0, method } = JSON.parse(await readBody(request)) as { id?: number; method: string };
  if (method === 'tools/call') await released;
  const tools = [{ name: 'end_call', inputSchema: {} }];
  const result = method === 'tools/call' ? { content: [{ type: 'text', text: 'done' }] } : { tools };
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
}

describe('the stand-in of the speech model', () => {
  it('answers a customer after a silence, and sends the events', async () => {
    const { said, types, pass, say } = hold();
    await say('On Tuesday');
    await pass(20);
    expect(said).toEqual(['I see. May I ask which day suits you best?']);
    expect(types()).toEqual([
      'session.created',
      'input_audio_buffer.speech_started',
      'input_audio_buffer.speech_stopped',
      'input_audio_buffer.committed',
      'response.created',
      'output_audio_buffer.started',
      'response.output_audio_transcript.done',
      'response.done',
      'output_audio_buffer.stopped',
    ]);
  });

  it.each([
    { allowed: true, said: ['One two three …'], event: 'output_audio_buffer.cleared' },
    { allowed: false, said: ['One two three four five six.'], event: 'output_audio_buffer.stopped' },
  ])('can be interrupted: $allowed', async ({ allowed, said: expected, event }) => {
    const { call, said, types, pass } = hold({ ...vad, create_response: false, interrupt_response: allowed });
    call.execute({ type: 'response.create', response: { instructions: 'Say «One two three four five six.»' } });
    await pass(1);
    call.customerStarts();
    await pass(5);
    expect(said).toEqual(expected);
    expect(types()).toContain(event);
  });

  it('ends its response before a hosted tool returns, and then does nothing by itself', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const server = createServer((request, response) => void serveTool(request, response, released));
    const { url, stop } = await listen(server);
    const tool = { type: 'mcp', server_label: 'calls', server_url: url, require_approval: 'never' };
    const { types, pass, say } = hold(vad, [tool]);
    await vi.waitFor(() => expect(types()).toContain('mcp_list_tools.completed'));
    await say('Goodbye.');
    await pass(2);
    expect(types().slice(-2)).toEqual(['response.created', 'response.done']);
    release();
    await vi.waitFor(() => expect(types().at(-1)).toBe('response.mcp_call.completed'));
    await pass(20);
    expect(types().at(-1)).toBe('response.mcp_call.completed');
    await stop();
  });

  it('speaks into a silence again and again, if it is set so', async () => {
    const { call, said, pass } = hold({ ...vad, idle_timeout_ms: 5000 });
    call.execute({ type: 'response.create', response: { instructions: '«Hello.»' } });
    await pass(16);
    expect(said).toEqual(['Hello.', 'Are you still there?', 'Are you still there?']);
  });

  it('does one thing at a time', async () => {
    const { call, events, pass } = hold();
    call.execute({ type: 'response.create', response: {} });
    call.execute({ type: 'response.create', response: {} });
    await pass(1);
    expect(events).toContainEqual(
      expect.objectContaining({
        error: expect.objectContaining({ code: 'conversation_already_has_active_response' }) as unknown,
      }),
    );
  });

  it('updates turn detection and instructions during a call', async () => {
    const { call, said, pass } = hold();
    call.execute({
      type: 'session.update',
      session: { type: 'realtime', audio: { input: { turn_detection: { ...vad, idle_timeout_ms: 9000 } } } },
    });
    expect(call.session?.audio.input.turn_detection).toMatchObject({ idle_timeout_ms: 9000 });
    call.execute({ type: 'response.create', response: { instructions: '«One two three four five six.»' } });
    await pass(1);
    call.execute({ type: 'output_audio_buffer.clear' });
    await pass(1);
    expect(said).toEqual(['One two three …']);
  });
});
