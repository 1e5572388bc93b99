import { expect, it } from 'vitest';
import { handler } from '#functions/carrier/twilio-transcription.ts';
import { toTurns } from '#shared/conversations/transcript.ts';
import { buildScript, buildState } from '#test/support/builders.ts';
import { carrierEvent, verifySigned } from '#test/support/events.ts';
import { bridgeCall, carrierCallId, holdRealtimeCall, REALTIME_CALL_ID } from '#test/support/in-memory/calls.ts';

type Scene = Awaited<ReturnType<typeof bridgeCall>>;

function transcriber(scene: Scene) {
  const endpoint = handler.with(scene, verifySigned, () => scene.clock.now());
  const tell = (form: Record<string, string>, signature?: string) => {
    const Timestamp = new Date(scene.clock.now()).toISOString();
    const all = { CallSid: carrierCallId, TranscriptionEvent: 'transcription-content', Timestamp, ...form };
    return endpoint(carrierEvent(scene.key, 'transcription', all, signature));
  };
  const hear = (sequence: number, side: 'in' | 'out', transcript: string, form: Record<string, string> = {}) =>
    tell({
      SequenceId: String(sequence),
      Track: `${side}bound_track`,
      Final: 'true',
      TranscriptionData: JSON.stringify({ transcript, confidence: 0.9 }),
      ...form,
    });
  const transcript = async () => {
    const conversation = await scene.conversations.read(carrierCallId);
    return conversation && toTurns(conversation).map(({ sender, text }) => `${sender}: ${text}`);
  };
  return { tell, hear, transcript };
}

async function setup() {
  const scene = await holdRealtimeCall();
  return { ...scene, ...transcriber(scene) };
}

it('writes both sides down in the order of the carrier, each sentence once', async () => {
  const { hear, transcript } = await setup();
  expect((await hear(2, 'out', 'Hello.')).statusCode).toBe(204);
  await hear(4, 'out', 'How are you?');
  await hear(3, 'in', 'Hello?');
  await hear(3, 'in', 'Hello?');
  expect(await transcript()).toEqual(['bot: Hello.', 'human: Hello?', 'bot: How are you?']);
});

it('takes the report of its start as Twilio documents it', async () => {
  const { tell, transcript } = await setup();
  const started = {
    TranscriptionEvent: 'transcription-started',
    TranscriptionSid: 'GT8fbf72a043b98407a3ce68331cd0030a',
    ProviderConfiguration: '{"profanityFilter":"true","speechModel":"telephony"}',
    LanguageCode: 'en-US',
    PartialResults: 'false',
    TranscriptionEngine: 'google',
    Track: 'both_tracks',
    SequenceId: '1',
  };
  expect((await tell(started)).statusCode).toBe(204);
  expect(await transcript()).toEqual([]);
});

it('writes down a sentence with half a character, which the table would refuse', async () => {
  const { hear, tell, transcript } = await setup();
  await hear(2, 'in', 'Straße \uD83D');
  await tell({ Final: 'true', Track: 'inbound_track', TranscriptionData: '{"transcript":"Hello \\ud83d"}' });
  expect(await transcript()).toEqual(['human: Hello Straße']);
});

it('leaves out what is not final, and what is empty', async () => {
  const { hear, tell, transcript } = await setup();
  await hear(1, 'in', 'Hel', { Final: 'false' });
  await hear(2, 'in', '  ');
  await tell({ TranscriptionEvent: 'transcription-started', SequenceId: '1' });
  await tell({ TranscriptionEvent: 'transcription-stopped', SequenceId: '9' });
  expect(await transcript()).toEqual([]);
});

it('keeps words that were said before the model came, and sets no timer for them', async () => {
  const scene = await bridgeCall();
  const { hear, transcript } = transcriber(scene);
  await hear(2, 'in', 'Hello?');
  const state = buildState({ connectionId: carrierCallId, call: scene.key, openedAt: scene.clock.now() + 10 });
  await scene.conversations.open(state, buildScript({ greeting: null }));
  expect(await transcript()).toEqual(['human: Hello?']);
  expect(scene.timer.timers).toEqual([]);
});

it('begins a silence with every sentence, unless a later one is known', async () => {
  const { hear, timer, clock, key } = await setup();
  clock.move(5000);
  const spokenAt = clock.now();
  await hear(2, 'in', 'Hello?');
  await hear(3, 'out', 'late', { Timestamp: new Date(spokenAt - 2000).toISOString() });
  expect(timer.timers).toEqual([
    {
      dueAt: spokenAt + 30_000,
      queue: 'steer-realtime',
      message: { ...key, realtimeCallId: REALTIME_CALL_ID, act: 'silence', silentSeconds: 30, silentSince: spokenAt },
    },
  ]);
});

it('counts what comes after the call was settled', async () => {
  const scene = await bridgeCall({ status: 'completed', hold: 0 });
  const { hear } = transcriber(scene);
  expect((await hear(9, 'in', 'Bye.')).statusCode).toBe(204);
  expect(scene.counts).toEqual([{ name: 'TranscriptTooLate', dimensions: undefined }]);
});

it('tells the log when transcription failed at the carrier', async () => {
  const { tell, counts, lines } = await setup();
  await tell({ TranscriptionEvent: 'transcription-error', TranscriptionErrorCode: '32650' });
  expect(counts).toEqual([{ name: 'TranscriptionFailed', dimensions: undefined }]);
  expect(lines).toMatchObject([{ level: 'error', fields: { code: '32650' } }]);
});

it('answers 422 to a callback with an unreadable time', async () => {
  const { hear, transcript } = await setup();
  expect((await hear(2, 'in', 'Hello?', { Timestamp: 'yesterday' })).statusCode).toBe(422);
  expect(await transcript()).toEqual([]);
});
