import { vi } from 'vitest';
import { handler as conversationEnded } from '#functions/carrier/twilio-conversation-ended.ts';
import type { TranscriptTurn } from '#shared/calls/call.ts';
import type { LanguageModel } from '#shared/conversations/language-model.ts';
import { createSpeechSender } from '#shared/conversations/speech-sender.ts';
import { toTurns } from '#shared/conversations/transcript.ts';
import { createTwilioCallInstructions } from '#shared/integrations/twilio/call-instructions.ts';
import type { RecordedEvent, Recording } from '#test/recordings/recording.ts';
import { carrierEvent, verifySigned } from '#test/support/events.ts';
import { GOOD_TOKEN, holdCall } from '#test/support/in-memory/calls.ts';
import { carrierCallId } from '#test/support/in-memory/calls.ts';
import { createMemoryVoiceStore } from '#test/support/memory/accounts.ts';

type Spoken = { at: number; text: string; preemptible: boolean };

/** A reply of the recorded service follows the customer's words within milliseconds. */
const REPLY_MS = 5;

type Live = Awaited<ReturnType<typeof holdCall>>;

interface Replayed {
  turns: TranscriptTurn[];
  /** What the service answered to the end of each session, as a TwiML document. */
  instructions: string[];
}

/**
 * Sends the frames of a recording to the service, at their times, and its action requests, and returns the transcript of the service
 * and its instructions. What the recorded service answered to words, the model says; what it said on its own is said by a speechSender of the
 * service. A session that the recorded service began where ours hangs up is another call to ours.
 */
export async function replay({ events, greeting }: Recording): Promise<Replayed> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const replayed: Replayed = { turns: [], instructions: [] };
  try {
    for (let rest = events; rest.length > 0;) {
      const call = await replayCall(rest, greeting);
      replayed.turns.push(...call.turns);
      replayed.instructions.push(...call.instructions);
      rest = call.rest;
    }
  } finally {
    vi.useRealTimers();
  }
  return replayed;
}

/** Until the service hangs up. `rest` is what was recorded after that. */
async function replayCall(events: readonly RecordedEvent[], greeting?: string) {
  const said = spokenBy(events);
  const prompts = events.filter(
    (event) => 'frame' in event && event.frame['last'] === true && event.from === 'carrier',
  );
  const answers = prompts.map(({ at }) => said.find((one) => one.at >= at && one.at - at <= REPLY_MS));
  const live = await holdCall({
    isUnopened: true,
    model: createRecordedModel([...answers]),
    assistant: {
      ...(greeting === undefined ? { waitForCustomer: true } : { initialMessage: greeting }),
      // Our service marks words only where newer ones cut them.
      ...(said.some(({ preemptible }) => preemptible) && { minInterruptWords: 3 }),
    },
  });
  const startedAt = live.clock.now() - (events[0]?.at ?? 0);
  const line = createLine(live);
  const instructions: string[] = [];
  let handled = 0;
  for (const event of events) {
    handled += 1;
    await line.moveTo(startedAt + event.at);
    const own = said.find(({ at }) => at === event.at);
    if ('action' in event) instructions.push(await line.end(event.action));
    else if (event.from === 'carrier' && 'frame' in event) line.receive(event.frame);
    else if (own && event.from === 'service' && 'frame' in event) {
      said.splice(said.indexOf(own), 1);
      if (!answers.includes(own)) await line.speak(own);
    }
    await settle();
    if (instructions.at(-1)?.includes('<Hangup/>')) break;
  }
  const connectionId = (await live.now())?.connectionId ?? '';
  const conversation = await live.conversations.read(connectionId);
  const endedAt = startedAt + endOf(events.slice(0, handled));
  return { turns: conversation ? toTurns(conversation, { endedAt }) : [], instructions, rest: events.slice(handled) };
}

/** When the socket was closed, or the last frame came. */
function endOf(events: readonly RecordedEvent[]): number {
  return (events.findLast((event) => 'close' in event) ?? events.at(-1))?.at ?? 0;
}

/** The carrier's side of a call: it connects the call as often as the service instructs it to. */
function createLine(live: Live) {
  const connections: string[] = [];
  const pauses: Array<{ until: number; resume: () => void }> = [];
  let token = GOOD_TOKEN;
  /** The recorded carrier greeted on every connection. Ours does only where it is instructed to. */
  let isGreetingOurs = true;
  const pause = (milliseconds: number) =>
    new Promise<void>((resume) => void pauses.push({ until: live.clock.now() + milliseconds, resume }));
  const deps = { ...live, pause };
  return {
    async moveTo(at: number) {
      live.clock.move(at - live.clock.now());
      for (const { resume } of pauses.filter(({ until }) => until <= live.clock.now())) resume();
      await settle();
    },
    receive(frame: Record<string, unknown>) {
      if (!isGreetingOurs && frame['type'] === 'info') return;
      const isSetup = frame['type'] === 'setup';
      if (isSetup) connections.push(`connection-${connections.length + 1}`);
      const customParameters = { call: `${live.key.userId}.${live.key.callId}`, token };
      void live.receive(isSetup ? { ...frame, customParameters } : frame, 0, connections.at(-1), deps);
    },
    async speak({ text, preemptible }: Spoken) {
      isGreetingOurs = true;
      const connectionId = connections.at(-1) ?? '';
      const current = await live.conversations.getState(connectionId);
      const state = current && (await live.conversations.takeFloor(connectionId, current.generation));
      if (!state) throw new Error('the assistant does not have the floor');
      const speechSender = createSpeechSender(state, live, { locale: 'en-US', preemptible });
      await speechSender.say(text, true);
      await speechSender.record();
    },
    /** The session has ended. Returns the next instructions. */
    async end(form: Readonly<Record<string, string>>): Promise<string> {
      const instructed = await reportEnd(live, form);
      const connectionNumber = /name="token" value="(\d+)\./.exec(instructed)?.[1];
      if (connectionNumber !== undefined) token = `${GOOD_TOKEN}.${connectionNumber}`;
      isGreetingOurs = instructed.includes('welcomeGreeting=');
      return instructed;
    },
  };
}

async function reportEnd(live: Live, form: Readonly<Record<string, string>>): Promise<string> {
  const urls = { publicUrl: 'https://a', socketUrl: 'wss://a' };
  const tokenKey = async () => '1';
  const instructions = createTwilioCallInstructions({ ...urls, realtimeProjectId: undefined, tokenKey });
  const deps = { ...live, voices: createMemoryVoiceStore(), instructions };
  const endpoint = conversationEnded.with(deps, verifySigned, () => live.clock.now());
  const { body } = await endpoint(
    carrierEvent(live.key, 'conversation-ended', { CallSid: carrierCallId, SessionId: 'VX1', ...form }),
  );
  return body ?? '';
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
      const prompt = turns.findLast(({ sender }) => sender === 'human')?.text;
      const isKey = prompt?.startsWith('[pressed') === true;
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
