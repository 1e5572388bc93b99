import { expect } from 'vitest';
import { recordAnsweringMachine } from '#shared/call-life/answering-machine.ts';
import { evaluateCall } from '#shared/call-life/evaluate-call.ts';
import type { EngineMode } from '#shared/catalog/engine-mode.ts';
import { deliverWebhook } from '#shared/webhooks/deliver-webhook.ts';
import { webhookTargets } from '#shared/webhooks/webhook.ts';
import { instructions, noEffect, session, turnDetection, type Proofs } from '#test/settings/proof.ts';
import { holdRealtimeCall } from '#test/settings/realtime-call.ts';
import { assistantOf, attributesOf, callOf, dialOf, twimlOf, type Request } from '#test/settings/wire.ts';
import { buildCall } from '#test/support/builders.ts';
import { createFixedClock, createObservers } from '#test/support/fakes.ts';
import { carrierCallId, holdCall, REALTIME_CALL_ID } from '#test/support/in-memory/calls.ts';
import { createSettledCall, answered } from '#test/support/in-memory/ended-calls.ts';
import { createMemoryModels } from '#test/support/memory/models.ts';
import { createMemoryLanguageModel } from '#test/support/memory/platform.ts';
import { createFakeTool } from '#test/support/memory/tool-uses.ts';
import { toolCall } from '#test/support/tools.ts';

const hook = 'https://customer.example.com/hook';
const STILL_THERE = 'Are you still there?';
const endCallTool = { type: 'mcp', allowed_tools: ['end_call'] };
export const callProofs: Proofs = {
  re_engagement_interval: {
    pipeline: async () => {
      const live = await keepSilent({ re_engagement_interval: 9 }, 9_000);
      expect(live.tokens()).toEqual([STILL_THERE]);
    },
    multimodal: [
      turnDetection({ re_engagement_interval: 9 }, { idle_timeout_ms: 9000 }),
      async () => {
        const held = await holdRealtimeCall({ re_engagement_interval: 9, endpoint_type: 'ai' });
        await held.steer('silence', { silentSeconds: 9, silentSince: held.openedAt });
        expect(held.said()).toEqual([{ kind: 'sentence', text: STILL_THERE }]);
      },
    ],
  },
  reengagement_prompt: {
    pipeline: async () => {
      const model = createMemoryLanguageModel([['Shall I call back later?']]);
      const reengagement_prompt = 'Offer to call {customer_phone} later.';
      const live = await keepSilent({ reengagement_prompt }, 30_000, model);
      expect(live.tokens().join('')).toBe('Shall I call back later?');
      expect(model.replies[0]?.systemPrompt).toContain('Offer to call +12025550100 later.');
    },
    multimodal: [
      instructions({ reengagement_prompt: 'Offer a call.' }, 'Offer a call.'),
      async () => {
        const held = await holdRealtimeCall({ reengagement_prompt: 'Offer a call.', endpoint_type: 'ai' });
        await held.steer('silence', { silentSeconds: 30, silentSince: held.openedAt });
        expect(held.said()).toEqual([{ kind: 'reprompt', prompt: 'Offer a call.' }]);
      },
    ],
  },
  max_initial_silence_duration: {
    pipeline: async () => {
      const live = await keepSilent({ max_initial_silence_duration: 4, who_speaks_first: 'Customer' }, 4_000);
      expect(live.tokens()).toEqual(['Good day.']);
    },
    multimodal: async () => {
      const held = await holdRealtimeCall({ max_initial_silence_duration: 4, who_speaks_first: 'Customer' });
      expect(held.timers()).toContainEqual(expect.objectContaining({ after: 4, act: 'silence' }));
      await held.steer('silence', { silentSeconds: 4, silentSince: held.openedAt });
      expect(held.said()).toEqual([{ kind: 'greeting', text: 'Good day.' }]);
    },
  },
  ringing_time: async (mode) => {
    const call = callOf(assistantOf(mode, { ringing_time: 12 }));
    expect((await dialOf(600, call.ringSeconds)).get('Timeout')).toBe('12');
    expect(callOf(assistantOf(mode))).not.toHaveProperty('ringSeconds');
  },
  max_silence_duration: {
    pipeline: async () => {
      const live = await keepSilent({ max_silence_duration: 5 }, 5_000);
      expect((await live.now())?.endedBy).toBe('assistant');
    },
    multimodal: async () => {
      const held = await holdRealtimeCall({ max_silence_duration: 5 });
      expect(held.timers()).toContainEqual(expect.objectContaining({ after: 5, act: 'silence' }));
      await held.steer('silence', { silentSeconds: 5, silentSince: held.openedAt });
      expect((await held.now())?.endedBy).toBe('assistant');
    },
  },
  max_call_duration: {
    pipeline: async () => {
      const call = callOf(assistantOf('pipeline', { max_call_duration: 120 }));
      expect((await dialOf(call.allowedSeconds)).get('TimeLimit')).toBe('120');
      const live = await holdCall({ call: { allowedSeconds: 120 } });
      expect(live.timer.timers).toMatchObject([{ dueAt: live.clock.now() + 107_000, message: { timer: 'goodbye' } }]);
    },
    multimodal: async () => {
      const twiml = await twimlOf(assistantOf('multimodal', { max_call_duration: 120 }));
      expect(attributesOf(twiml, 'Dial')['timeLimit']).toBe('120');
      const held = await holdRealtimeCall({}, 120);
      expect(held.timers()).toContainEqual(expect.objectContaining({ after: 107, act: 'goodbye' }));
    },
  },
  end_call_on_voicemail: async (mode) => {
    const asked = await dialOf(600);
    expect([asked.get('MachineDetection'), asked.get('AsyncAmd')]).toEqual(['Enable', 'true']);
    const isPipeline = mode === 'pipeline';
    expect(await toldOf(mode, { end_call_on_voicemail: true })).toEqual([isPipeline ? '<end>' : 'answered']);
    expect(await toldOf(mode, { end_call_on_voicemail: false })).toEqual([isPipeline ? 'Good day.' : 'answered']);
  },
  end_call_tool: {
    pipeline: async () => {
      const model = createMemoryLanguageModel([['Bye.', toolCall('end_call')]]);
      const assistant = assistantOf('pipeline', { end_call_tool: { description: 'After the goodbye.' } });
      const live = await holdCall({ model, assistant });
      await live.say('Bye.');
      expect(model.replies[0]?.tools).toMatchObject([{ name: 'end_call', description: 'After the goodbye.' }]);
      expect((await live.now())?.endedBy).toBe('assistant');
    },
    multimodal: session({ end_call_tool: { description: 'After the goodbye.' } }, { tools: [endCallTool] }),
  },
  tool_ids: {
    pipeline: async () => {
      const model = createMemoryLanguageModel();
      const assistant = assistantOf('pipeline', { tool_ids: [81] });
      const live = await holdCall({
        model,
        assistant,
        outside: [createFakeTool(), createFakeTool({ id: 82, name: 'pay' })],
      });
      await live.voice('off');
      await live.say('Book it.');
      expect(model.replies[0]?.tools.map(({ name }) => name)).toEqual(['book']);
    },
    multimodal: async () => {
      const held = await holdRealtimeCall({ tool_ids: [81] }, 600, [
        createFakeTool(),
        createFakeTool({ id: 82, name: 'pay' }),
      ]);
      const offered = held.realtime.calls.get(REALTIME_CALL_ID)?.start?.tools.offered ?? [];
      expect(offered.map(({ name }) => name)).toEqual(['book']);
    },
  },
  voice_mail_message: {
    pipeline: async () => {
      const message = { voice_mail_message: 'Call from {customer_phone}.' };
      const live = await holdCall({ assistant: assistantOf('pipeline', message), call: { leavesMessage: true } });
      await live.say('Please leave a message after the tone.');
      expect(live.tokens()).toEqual([]);
      await live.ring();
      expect(live.frames()).toMatchObject([
        { text: 'Call from +1, 2 0 2, 5 5 5, 0 1 0 0.', isLast: true, isWhole: true },
      ]);
      await live.voice('off');
      expect(live.tokens().at(-1)).toBe('<end>');
      expect(await live.now()).toMatchObject({ endedBy: 'assistant', reason: 'voicemail' });
    },
    multimodal: async () => {
      const held = await holdRealtimeCall({ voice_mail_message: 'Call back.' });
      const text = 'Please leave a message after the tone.';
      await held.conversations.appendEvent(carrierCallId, { kind: 'customer_said', at: held.clock.now(), text });
      await recordAnsweringMachine(held.key, { carrierCallId, answeredBy: 'machine' }, held);
      expect(held.timer.timers.at(-1)?.message).toMatchObject({ act: 'answered' });
    },
  },
  max_hold_duration: {
    pipeline: async () => {
      const live = await holdCall({ assistant: assistantOf('pipeline', { max_hold_duration: 60 }) });
      await live.say('All our agents are busy. Please hold the line.');
      expect(live.tokens()).toEqual([]);
      expect(live.timer.timers.at(-1)?.dueAt).toBe(live.clock.now() + 60_000);
      await live.ring();
      expect(live.tokens()).toEqual(['<end>']);
      expect(await live.now()).toMatchObject({ reason: 'on_hold' });
    },
    multimodal: noEffect({ max_hold_duration: 60 }, { max_hold_duration: 90 }),
  },
  record_call: {
    pipeline: async () => {
      const twiml = (request: Request) => twimlOf(assistantOf('pipeline', request));
      expect(attributesOf(await twiml({ record_call: true }), 'Recording')['channels']).toBe('dual');
      expect(await twiml({ record_call: false })).not.toContain('Recording');
    },
    multimodal: async () => {
      const dial = async (request: Request) => attributesOf(await twimlOf(assistantOf('multimodal', request)), 'Dial');
      expect((await dial({ record_call: true }))['record']).toBe('record-from-answer-dual');
      expect(await dial({ record_call: false })).not.toHaveProperty('record');
    },
  },
  post_call_evaluation: async (mode) => {
    expect((await evaluated(mode, { post_call_evaluation: true })).asked).toHaveLength(1);
    expect((await evaluated(mode, { post_call_evaluation: false })).asked).toEqual([]);
  },
  post_call_schema: async (mode) => {
    const post_call_schema = [{ name: 'people', type: 'number', description: 'How many.' }];
    const { asked, evaluation } = await evaluated(mode, { post_call_schema });
    expect(asked).toMatchObject([{ schema: post_call_schema }]);
    expect(evaluation).toEqual({ people: 4 });
  },
  webhook_url: (mode) => {
    expect(targets(mode, { is_webhook_active: true, webhook_url: hook })).toEqual([
      { event: 'call.completed', url: hook },
    ]);
  },
  is_webhook_active: (mode) => {
    expect(targets(mode, { is_webhook_active: false, webhook_url: hook })).toEqual([]);
  },
  send_webhook_only_on_completed: (mode) => {
    const sent = (send_webhook_only_on_completed: boolean) =>
      targets(mode, { is_webhook_active: true, webhook_url: hook, send_webhook_only_on_completed }, 'no-answer').length;
    expect([sent(true), sent(false)]).toEqual([0, 1]);
  },
  include_recording_in_webhook: async (mode) => {
    expect(await payloadOf(mode, true)).toHaveProperty('recording_url');
    expect(await payloadOf(mode, false)).not.toHaveProperty('recording_url');
  },
  inbound_webhook_url: (mode) => {
    const assistant = assistantOf(mode, { calls_direction: 'receive' }, { inboundWebhookUrl: hook });
    const told = webhookTargets({ type: 'inbound', status: 'ended_by_customer' }, assistant);
    expect(told).toEqual([{ event: 'inbound_call.completed', url: hook }]);
  },
};

/** A call on which neither side speaks, until its timer has run out. */
async function keepSilent(request: Request, milliseconds: number, model = createMemoryLanguageModel()) {
  const live = await holdCall({ model, assistant: assistantOf('pipeline', request), call: { allowedSeconds: 30 } });
  if (request.who_speaks_first !== 'Customer') await live.voice('off');
  expect(live.timer.timers.at(-1)?.dueAt).toBe(live.clock.now() + milliseconds);
  await live.ring();
  return live;
}

/** What is done to a mailbox of which the carrier has told. */
async function toldOf(mode: EngineMode, request: Request): Promise<string[]> {
  if (mode === 'pipeline') {
    const live = await holdCall({ assistant: assistantOf(mode, request) });
    await recordAnsweringMachine(live.key, { carrierCallId, answeredBy: 'machine' }, live);
    // A verdict without words of the callee waits for an answer to the greeting.
    while (live.tokens().length === 0) await live.ring();
    return live.tokens();
  }
  const held = await holdRealtimeCall(request);
  await recordAnsweringMachine(held.key, { carrierCallId, answeredBy: 'machine' }, held);
  return held.timer.timers.slice(-1).map(({ message }) => ('act' in message ? message.act : ''));
}

async function evaluated(mode: EngineMode, request: Request) {
  const languageModel = createMemoryLanguageModel([], () => ({ people: 4, status: null, summary: null }));
  const call = buildCall({ status: 'ended', answeredBy: 'human' });
  const turns = [{ sender: 'human' as const, text: 'There are four of us.', timestamp: 1 }];
  const input = { call, assistant: assistantOf(mode, request), turns };
  const evaluation = await evaluateCall(input, {
    languageModel,
    models: createMemoryModels(),
    pause: async () => undefined,
    clock: createFixedClock(),
    ...createObservers(),
  });
  return { asked: languageModel.evaluations, evaluation };
}

const targets = (mode: EngineMode, request: Request, status: 'completed' | 'no-answer' = 'completed') =>
  webhookTargets({ type: 'outbound', status }, assistantOf(mode, request));

async function payloadOf(mode: EngineMode, includeRecordingInWebhook: boolean): Promise<unknown> {
  const recorded = { recording: { id: 'RE1', durationSeconds: 60 }, recordingSecret: 'secret' };
  const assistant = { mode, record: true, includeRecordingInWebhook };
  const settled = await createSettledCall([answered(200)], assistant, recorded);
  await deliverWebhook(settled.message(1), settled.deps);
  return JSON.parse(settled.deps.transport.requests[0]?.body ?? '{}');
}
