import type { Scheduler } from 'fast-check';
import { expect, vi } from 'vitest';
import { handler as worker } from '#functions/queue/continue-conversation.ts';
import { handler as message } from '#functions/socket/message.ts';
import type { Assistant } from '#shared/assistants/assistant.ts';
import { voiceSessions } from '#shared/carrier-container.ts';
import { recordConversationEnd } from '#shared/conversations/close-conversation.ts';
import { toTurns } from '#shared/conversations/transcript.ts';
import { createTwilioCallInstructions } from '#shared/integrations/twilio/call-instructions.ts';
import { createCustomerLine } from '#test/properties/turn-engine/customer-line.ts';
import { lineSettings } from '#test/properties/turn-engine/line-settings.ts';
import { createPauses, SHORT_PAUSE_MS } from '#test/properties/turn-engine/pauses.ts';
import { createScheduledModel, type AnswerPart } from '#test/properties/turn-engine/scheduled-model.ts';
import { generationOf, scheduleStore } from '#test/properties/turn-engine/scheduled-store.ts';
import { createRuns } from '#test/properties/turn-engine/service-runs.ts';
import { createMemoryDeadLetters, socketEvent, sqsEvent } from '#test/support/events.ts';
import { carrierCallId, GOOD_TOKEN, lostConnection, storeCall } from '#test/support/in-memory/calls.ts';
import { createMemoryVoiceStore } from '#test/support/memory/accounts.ts';
import { createMemoryConversationStore } from '#test/support/memory/conversations.ts';

/** A read, a write or a post never takes longer. */
const LONGEST_RACE_MS = 2000;
const GREETING = 'g1 g2 g3.';
/** From the text to the voice, at least: as recorded. */
const ONSET_MS = 250;
/** Recorded from the end of a connection to the request for instructions. */
const RECONNECT_MS = 1200;
const urls = { publicUrl: 'https://a', socketUrl: 'wss://a' };
const call = {
  status: 'in-progress',
  carrierCallId,
  answeredAt: Date.UTC(2026, 5, 30, 11, 53, 30),
  leadId: 6001,
} as const;

/**
 * A conversation of a campaign in which the scheduler decides what goes on next: every read and write of the store, every piece
 * of the model and every post to the carrier waits for its turn, so that frames are handled at once in any order.
 */
export async function holdConversation(scheduler: Scheduler, answers: AnswerPart[][], assistant: Partial<Assistant>) {
  const stored = await storeCall(call, { initialMessage: GREETING, ...assistant });
  const { clock, key, timer } = stored;
  const settings = lineSettings(assistant);
  const runs = createRuns(clock);
  const memory = createMemoryConversationStore();
  const fired = new Set<number>();
  const startedAt = clock.now();
  const connection = { number: 1, isLost: false };
  const connectionId = () => `connection-${connection.number}`;
  /** All traffic, shown when a run fails. */
  const story: string[] = [];
  const tell = (who: string, frame: object) =>
    story.push(`${clock.now() - startedAt} ${who} ${Object.values(frame).join(' | ')}`);
  /** Counts the customer's utterances and interruptions, as the carrier knows them. */
  let epoch = 0;
  let utterances = 1;
  /** The current generation, as the service knows it. */
  let generation = 0;
  let isEnding = false;

  const pass = (milliseconds: number) => {
    clock.move(milliseconds);
    vi.advanceTimersByTime(milliseconds);
  };
  /** The keys that the customer has pressed. */
  const keys: string[] = [];
  const { passing, rest } = createPauses(scheduler, (milliseconds) => pass(milliseconds));
  const turn = async (label: string) => {
    await scheduler.schedule(Promise.resolve(label), label);
    pass(1);
  };
  const conversations = scheduleStore(memory, turn, async (name, result, [of]) => {
    const now = await memory.getState(connectionId());
    generation = now?.generation ?? 0;
    isEnding = typeof now?.endingAt === 'number';
    const own = runs.current();
    if (own && name === 'beginEnding' && result === true && of === connectionId()) own.hasLastWords = true;
    if (own && ['recordCustomerTurn', 'takeFloor', 'yieldFloor'].includes(name))
      own.generation = generationOf(result) ?? own.generation;
  });
  const line = createCustomerLine({
    onPlayed(value) {
      // No two pieces end in the same millisecond.
      clock.move(1);
      send({ type: 'info', name: 'tokensPlayed', value });
    },
  });
  const socket = {
    async send(to: string, frame: Parameters<typeof line.receive>[0]) {
      await turn(`post ${frame.kind}`);
      if (connection.isLost || to !== connectionId()) return 'gone';
      const own = runs.current();
      const isOverrun =
        own !== undefined && !own.hasLastWords && (isEnding || (own.generation ?? generation) < generation);
      const wasSpeaking = line.isSpeaking();
      tell(isOverrun ? 'service too late' : 'service', frame);
      const isLate = isOverrun || (own?.epoch ?? epoch) < epoch;
      const outcome = line.receive(frame, { isLate, sender: own ?? {} });
      if (own && outcome === 'sent' && frame.kind === 'speech' && /^a\d/.test(frame.text)) own.hasSpoken = true;
      if (own && isOverrun && outcome === 'sent' && frame.kind === 'speech') own.overruns += 1;
      if (wasSpeaking !== line.isSpeaking()) voice();
      await turn('posted');
      return outcome;
    },
  };
  const deps = {
    ...stored,
    voiceSessions: voiceSessions(),
    model: createScheduledModel(answers, turn, (parts) => {
      const own = runs.current();
      if (own) own.answer = parts;
    }),
    socket,
    conversations,
    connectionOfToken: async (token: string) =>
      token.startsWith(GOOD_TOKEN) ? Number(token.split('.')[1]) : undefined,
    voices: createMemoryVoiceStore(),
    instructions: createTwilioCallInstructions({ ...urls, realtimeProjectId: undefined, tokenKey: async () => '1' }),
    async pause(milliseconds: number) {
      if (milliseconds > SHORT_PAUSE_MS) return passing(milliseconds);
      // As long as what it is measured by: a read or a write takes some five milliseconds.
      for (let passed = 0; passed < milliseconds; passed += 5) await turn('pause');
    },
  };
  function send(frame: object, copies = 1): void {
    tell('carrier', frame);
    const event = socketEvent({ connectionId: connectionId(), frame, at: clock.now() });
    for (let copy = 0; copy < copies; copy += 1) runs.start(epoch, () => message.with(deps)(structuredClone(event)));
  }
  const setUp = () => {
    const token = `${GOOD_TOKEN}.${connection.number - 1}`;
    const customParameters = { call: `${key.userId}.${key.callId}`, token };
    send({ type: 'setup', callSid: carrierCallId, customParameters });
  };
  const nextTimer = () =>
    timer.timers
      .map((one, index) => ({ ...one, index }))
      .filter(({ queue, index }) => queue === 'continue-conversation' && !fired.has(index))
      .toSorted((one, other) => one.dueAt - other.dueAt)[0];
  const utterance = (words: number) => Array.from({ length: words }, (_, word) => `p${utterances}w${word}`).join(' ');
  const voice = () => send({ type: 'info', name: 'agentSpeaking', value: line.isSpeaking() ? 'on' : 'off' });
  /** Plays this many received words, or all of them. */
  const play = (words?: number) => {
    if (!line.isSpeaking()) return;
    pass(ONSET_MS);
    line.play(words);
    if (!line.isSpeaking()) voice();
  };
  return {
    line,
    settings,
    logged: stored.lines,
    counts: stored.counts,
    runs: runs.all,
    story,
    keys,
    pass,
    send,
    play,
    generation: () => generation,
    connections: () => connection.number,
    isEnding: () => isEnding,
    open() {
      setUp();
      line.greet(GREETING);
    },
    /**
     * The connection is lost after this many words. A second later the carrier asks what to do with the call, and connects it again or
     * hangs up.
     */
    async disconnect(words: number) {
      line.disconnect(words);
      connection.isLost = true;
      epoch += 1;
      pass(RECONNECT_MS);
      await rest();
      let instructions = '';
      const ask = async () => void (instructions = await recordConversationEnd(key, lostConnection, deps));
      runs.start(epoch, ask);
      await rest();
      tell('service', { instructions: instructions.slice(instructions.indexOf('<Response>'), 120) });
      if (!instructions.includes('<ConversationRelay')) return line.hangUp(0);
      expect(instructions).not.toContain('welcomeGreeting=');
      connection.number += 1;
      connection.isLost = false;
      setUp();
    },
    /** The voice is stopped: whatever answers what was said before is late from here on. */
    interrupt(words: number) {
      if (!line.isSpeaking()) return;
      epoch += 1;
      send({ type: 'interrupt', utteranceUntilInterrupt: line.interrupt(words) });
      voice();
    },
    /** The customer presses a key, which stops the voice after this many words. */
    press(digit: string, words?: number) {
      const stops = words !== undefined && line.isSpeaking();
      if (stops) epoch += 1;
      keys.push(digit);
      send({ type: 'dtmf', digit });
      if (!stops) return;
      send({ type: 'interrupt', utteranceUntilInterrupt: line.interrupt(words) });
      voice();
    },
    /** The carrier hears the customer begin to speak, or stop. */
    hear: (value: 'on' | 'off') => send({ type: 'info', name: 'clientSpeaking', value }),
    /** Sends a partial prompt with this many words of the next utterance. */
    partial: (words: number) => send({ type: 'prompt', voicePrompt: utterance(words), last: false }),
    prompt(words: number, copies: number) {
      const text = utterance(words);
      // Where words over the assistant need not stop it, the carrier does not know whether they make a turn.
      if (!settings.tellsWordsOver) epoch += 1;
      utterances += 1;
      line.say(text);
      send({ type: 'prompt', voicePrompt: text, last: true }, copies);
    },
    /** Lets the next timer run out; false when none is set. Over seconds, whatever was on its way is through before. */
    async ring(copies: number): Promise<boolean> {
      const next = nextTimer();
      if (!next) return false;
      const wait = Math.max(0, next.dueAt - clock.now());
      if (wait > LONGEST_RACE_MS) {
        await rest();
        play();
        await rest();
      }
      fired.add(next.index);
      pass(wait);
      for (let copy = 0; copy < copies; copy += 1) {
        runs.start(epoch, () => worker.with(deps, createMemoryDeadLetters())(sqsEvent(next.message)));
      }
      return true;
    },
    settle: async () => {
      await rest();
      return runs.settle();
    },
    async transcript() {
      const conversation = await memory.read(connectionId());
      return conversation ? toTurns(conversation) : [];
    },
    /** Whether the customer's number is on the list of those who want no calls. */
    async isRefused() {
      const { total } = await stored.doNotCall.list(key.userId, { page: 1, perPage: 10 });
      const number = (await stored.now())?.clientPhoneNumber ?? '';
      return total === 1 && (await stored.doNotCall.has(key.userId, number));
    },
  };
}

export type HeldConversation = Awaited<ReturnType<typeof holdConversation>>;
