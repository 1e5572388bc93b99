import { vi } from 'vitest';
import { createSpeaker } from '#shared/conversations/speaker.ts';
import { toTurns } from '#shared/conversations/transcript.ts';
import type { TranscriptTurn } from '#shared/calls/call.ts';
import type { LanguageModel } from '#shared/conversations/language-model.ts';
import type { RecordedEvent, Recording } from '#test/recordings/recording.ts';
import { GOOD_TOKEN, holdCall } from '#test/support/live-call.ts';

type Spoken = { at: number; text: string; preemptible: boolean };

/** A reply of the recorded service follows the customer's words within milliseconds. */
const REPLY_MS = 5;

/**
 * Sends the frames of a recording to the service, at their times, and returns its transcript, one list of turns for each socket. What
 * the recorded service answered to words, the model says; what it said on its own is said by a speaker of the service.
 */
export async function replay({ events, greeting }: Recording): Promise<TranscriptTurn[]> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const said = spokenBy(events);
  const prompts = events.filter(
    (event) => 'frame' in event && event.frame['last'] === true && event.from === 'carrier',
  );
  const answers = prompts.map(({ at }) => said.find((one) => one.at >= at && one.at - at <= REPLY_MS));
  const connections: string[] = [];
  const pauses: Array<{ until: number; resume: () => void }> = [];
  const live = await holdCall({
    isUnopened: true,
    model: createRecordedModel([...answers]),
    assistant: greeting === undefined ? { waitForCustomer: true } : { initialMessage: greeting },
  });
  const startedAt = live.clock.now();
  const deps = {
    ...live,
    connectionOfToken: async (token: string) => (token === GOOD_TOKEN ? connections.length - 1 : undefined),
    pause: (milliseconds: number) =>
      new Promise<void>((resume) => void pauses.push({ until: live.clock.now() + milliseconds, resume })),
  };
  const moveTo = async (at: number) => {
    live.clock.move(startedAt + at - live.clock.now());
    for (const { resume } of pauses.filter(({ until }) => until <= live.clock.now())) resume();
    await settle();
  };
  const speak = async ({ text, preemptible }: Spoken) => {
    const connectionId = connections.at(-1) ?? '';
    const current = await live.conversations.getState(connectionId);
    const state = current && (await live.conversations.takeFloor(connectionId, current.generation));
    if (!state) throw new Error('the assistant does not have the floor');
    const speaker = createSpeaker(state, live, { preemptible });
    await speaker.say(text, true);
    await speaker.record();
  };
  const receive = (frame: Record<string, unknown>) => {
    const isSetup = frame['type'] === 'setup';
    if (isSetup) connections.push(`connection-${connections.length + 1}`);
    const customParameters = { call: `${live.key.userId}.${live.key.callId}`, token: GOOD_TOKEN };
    void live.receive(isSetup ? { ...frame, customParameters } : frame, 0, connections.at(-1), deps);
  };

  for (const event of events) {
    await moveTo(event.at);
    const own = said.find(({ at }) => at === event.at);
    if (event.from === 'carrier' && 'frame' in event) receive(event.frame);
    else if (own && event.from === 'service' && 'frame' in event) {
      said.splice(said.indexOf(own), 1);
      if (!answers.includes(own)) await speak(own);
    }
    await settle();
  }
  vi.useRealTimers();
  const conversations = await Promise.all(connections.map((id) => live.conversations.read(id)));
  return conversations.flatMap((conversation) => (conversation ? toTurns(conversation) : []));
}

/** What the recorded service said: its tokens of one moment are one text. */
function spokenBy(events: readonly RecordedEvent[]): Spoken[] {
  const said: Spoken[] = [];
  for (const event of events) {
    if (!('frame' in event) || event.from !== 'service' || event.frame['type'] !== 'text') continue;
    const last = said.at(-1);
    const token = String(event.frame['token']);
    if (last?.at === event.at) last.text += token;
    else said.push({ at: event.at, text: token, preemptible: event.frame['preemptible'] === true });
  }
  return said;
}

/** Answers the prompts in their order. It does not come to answer one that has no recorded answer, nor a key. */
function createRecordedModel(answers: Array<Spoken | undefined>): LanguageModel {
  return {
    async *reply({ turns }) {
      const isKey = turns.at(-1)?.text.startsWith('[pressed') === true;
      const answer = isKey ? undefined : answers.shift();
      if (!answer) await new Promise(() => undefined);
      yield { kind: 'text', text: answer?.text ?? '' };
    },
    evaluate: async () => ({}),
  };
}

/** Lets the service handle a frame as far as it can. */
async function settle(): Promise<void> {
  for (let step = 0; step < 10; step += 1) await new Promise((resolve) => setImmediate(resolve));
}
