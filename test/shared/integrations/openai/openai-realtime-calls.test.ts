import { expect, it } from 'vitest';
import { findLanguageByName } from '#shared/catalog/languages.ts';
import { publicVoices } from '#shared/catalog/voices.ts';
import { createOpenAiRealtimeCalls } from '#shared/integrations/openai/openai-realtime-calls.ts';
import { openScriptedSession } from '#test/shared/integrations/openai/realtime-script.ts';
import { buildAssistant, buildScript } from '#test/support/builders.ts';
import { createObservers } from '#test/support/fakes.ts';
import { useRealtimeModel } from '#test/support/realtime-model.ts';
import { endCallOffer } from '#test/support/tools.ts';

const model = useRealtimeModel();
const assistant = buildAssistant({ mode: 'multimodal', llmModelId: null, multimodalModelId: 101 });
const start = {
  model: 'gpt-realtime-2.1',
  assistant,
  voice: publicVoices.find(({ mode }) => mode === 'multimodal')!,
  language: findLanguageByName('English')!,
  script: buildScript(),
  tools: { url: 'http://127.0.0.1:9/tools', token: 'secret', offered: endCallOffer('After the goodbye.') },
  isMuted: false,
};

function setup(apiKey = model.apiKey) {
  const observers = createObservers();
  const { logger } = observers;
  return {
    ...observers,
    calls: createOpenAiRealtimeCalls({ apiUrl: model.apiUrl(), apiKey: async () => apiKey, logger }),
  };
}

it('fail on a wrong key, so that the webhook comes again when it is put right', async () => {
  const { calls } = setup('sk-wrong');
  await expect(calls.accept(model.ring().call.id, start)).rejects.toThrow('401');
});

it('tell the log why one was refused', async () => {
  const { calls, lines } = setup();
  const wrong = { ...start, assistant: { ...assistant, speechSpeed: 9 } };
  await expect(calls.accept(model.ring().call.id, wrong)).resolves.toBe('refused');
  expect(lines).toMatchObject([{ level: 'error', fields: { status: 400 } }]);
  expect(String(lines[0]?.fields?.['answer'])).toContain('audio.output.speed');
});

it('are over when the caller hung up before, which is no error', async () => {
  const { calls, lines } = setup();
  await expect(calls.accept('rtc_gone', start)).resolves.toBe('over');
  expect(lines).toEqual([]);
});

it('wait for the words that are being said already, instead of saying others', async () => {
  const { calls } = setup();
  const { call, said } = model.ring();
  await calls.accept(call.id, start);
  const [first, second] = [(await calls.openSession(call.id))!, (await calls.openSession(call.id))!];
  const saying = first.say({ kind: 'sentence', text: 'I am speaking already.' }, 'played');
  await second.say({ kind: 'farewell', language: start.language }, 'played');
  await saying;
  expect(said).toEqual(['I am speaking already.']);
});

const ENDED = 'output_audio_buffer.stopped';
const done = (id: string, more: object = {}) => ({
  type: 'response.done',
  response: { id, status: 'completed', output: [{ type: 'message' }], ...more },
});

it.each([
  { what: 'their own end', ownId: 'resp_2' },
  { what: 'an end that names no response', ownId: undefined },
])('play the last words until $what, and not until that of the words before', async ({ ownId }) => {
  const isOver = Promise.withResolvers<void>();
  const { session, stop } = await openScriptedSession((send) => {
    send({ type: 'response.created', response: { id: 'resp_2' } });
    send({ type: ENDED, response_id: 'resp_1' });
    send(done('resp_2'));
    void isOver.promise.then(() => send({ type: ENDED, response_id: ownId }));
  });
  const saying = session.say({ kind: 'farewell', language: start.language }, 'played');
  const early = new Promise((resolve) => void setTimeout(resolve, 200, 'still playing'));
  await expect(Promise.race([saying, early])).resolves.toBe('still playing');
  isOver.resolve();
  await expect(saying).resolves.toBe('said');
  await stop();
});

it.each([{ until: 'generated' as const }, { until: 'played' as const }])(
  'do not take a response that ended on the way of their words for these, until they are $until',
  async ({ until }) => {
    const isTurn = Promise.withResolvers<void>();
    const { session, stop } = await openScriptedSession((send) => {
      send(done('resp_1'));
      send({ type: ENDED, response_id: 'resp_1' });
      const own = [
        { type: 'response.created', response: { id: 'resp_2' } },
        done('resp_2'),
        { type: ENDED, response_id: 'resp_2' },
      ];
      void isTurn.promise.then(() => own.forEach(send));
    });
    const saying = session.say({ kind: 'farewell', language: start.language }, until);
    const early = new Promise((resolve) => void setTimeout(resolve, 200, 'still to come'));
    await expect(Promise.race([saying, early])).resolves.toBe('still to come');
    isTurn.resolve();
    await expect(saying).resolves.toBe('said');
    await stop();
  },
);

it('open a session that is not there yet when the call was accepted', async () => {
  const { session, stop } = await openScriptedSession(
    (send) => {
      send({ type: 'response.created', response: { id: 'resp_1' } });
      send(done('resp_1'));
    },
    { refusals: 2 },
  );
  await expect(session.say({ kind: 'greeting', text: 'Hello.' }, 'generated')).resolves.toBe('said');
  await stop();
});

it('have no session when the call is over', async () => {
  const opening = openScriptedSession(() => undefined, { refusals: Number.POSITIVE_INFINITY });
  await expect(opening).rejects.toThrow('no session');
});

it('fail when the model fails to say its words, so that they are said again', async () => {
  const error = { code: 'rate_limit_exceeded' };
  const { session, stop } = await openScriptedSession((send) => {
    send({ type: 'response.created', response: { id: 'resp_1' } });
    send(done('resp_1', { status: 'failed', status_details: { type: 'failed', error }, output: [] }));
  });
  const saying = session.say({ kind: 'greeting', text: 'Hello.' }, 'generated');
  await expect(saying).rejects.toThrow('rate_limit_exceeded');
  await stop();
});

it('answer by themselves once they are unmuted', async () => {
  const { calls } = setup();
  const { call, said } = model.ring();
  await calls.accept(call.id, { ...start, isMuted: true });
  call.customerStarts();
  await call.customerStops('Hello?');
  expect(said).toEqual([]);
  const visit = (await calls.openSession(call.id))!;
  visit.unmute(assistant);
  await visit.say({ kind: 'sentence', text: 'Hello.' }, 'played');
  expect(said).toHaveLength(1);
  expect(call.session?.audio.input.turn_detection).toMatchObject({ create_response: true, interrupt_response: true });
  visit.close();
});
