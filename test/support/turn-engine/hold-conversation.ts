import { AsyncLocalStorage } from 'node:async_hooks';
import type { Scheduler } from 'fast-check';
import * as v from 'valibot';
import { handler as worker } from '#functions/queue/continue-conversation.ts';
import { handler as message } from '#functions/socket/message.ts';
import { createMemoryConversationStore } from '#shared/adapters/memory/memory-conversation-store.ts';
import { toTurns } from '#shared/domain/conversation/to-turns.ts';
import type { ConversationStore } from '#shared/ports/conversation-store.ts';
import type { LanguageModel, ReplyPart } from '#shared/ports/language-model.ts';
import { GOOD_TOKEN } from '#test/support/live-call.ts';
import { socketEvent } from '#test/support/socket-event.ts';
import { createMemoryDeadLetters, sqsEvent } from '#test/support/sqs-event.ts';
import { carrierCallId, storeCall } from '#test/support/stored-call.ts';
import { createCustomerLine } from '#test/support/turn-engine/customer-line.ts';

/** A part of a model's answer: this many words, the wish to end the call, or a failure. */
export type AnswerPart = number | 'end_call' | 'fail';

/** One invocation of a function. */
interface Run {
  /** How often the customer had spoken when it began. */
  epoch: number;
  /** The generation that it speaks for, once it has the word. */
  generation: number | undefined;
  /** Whether it is the one that ends the call. */
  hasLastWords: boolean;
  /** Pieces that came through although the word had passed on. */
  overruns: number;
}

/** A read, a write or a post never takes longer. */
const LONGEST_RACE_MS = 2000;
const connectionId = 'connection-1';
const GREETING = 'g1 g2 g3.';

/**
 * A conversation in which the scheduler decides what goes on next: every read and write of the store, every piece of the model
 * and every post to the carrier waits for its turn, so that frames are handled at once in any order.
 */
export async function holdConversation(scheduler: Scheduler, answers: AnswerPart[][]) {
  const stored = await storeCall(
    { status: 'in-progress', carrierCallId, answeredAt: Date.UTC(2026, 5, 30, 11, 53, 30) },
    { initialMessage: GREETING },
  );
  const { clock, key, timer } = stored;
  const line = createCustomerLine();
  const turn = async (label: string) => {
    await scheduler.schedule(Promise.resolve(label), label);
    clock.move(1);
  };
  /** Counts the customer's utterances and interruptions, as the carrier knows them. */
  let epoch = 0;
  /** Who has the word, as the service knows it. */
  let generation = 0;
  let isEnding = false;
  const run = new AsyncLocalStorage<Run>();

  const memory = createMemoryConversationStore();
  const conversations = inTurn(memory, turn, async (name, result) => {
    const now = await memory.state(connectionId);
    generation = now?.generation ?? 0;
    isEnding = typeof now?.endingAt === 'number';
    const state = v.safeParse(Changed, result);
    const own = run.getStore();
    if (own && name === 'beginEnding' && result === true) own.hasLastWords = true;
    if (own && (name === 'hear' || name === 'nudge') && state.success) own.generation = state.output.generation;
  });
  const socket = {
    async send(_: string, frame: Parameters<typeof line.receive>[0]) {
      await turn(`post ${frame.type}`);
      const own = run.getStore();
      const isOverrun =
        own !== undefined && !own.hasLastWords && (isEnding || (own.generation ?? generation) < generation);
      const wasSpeaking = line.isSpeaking();
      const outcome = line.receive(frame, isOverrun || (own?.epoch ?? epoch) < epoch);
      if (own && isOverrun && outcome === 'sent' && frame.type === 'text') own.overruns += 1;
      if (wasSpeaking !== line.isSpeaking()) voice();
      await turn('posted');
      return outcome;
    },
  };
  let asked = 0;
  const model: LanguageModel = {
    async *reply({ signal }) {
      asked += 1;
      const number = asked;
      const parts = answers[(number - 1) % answers.length] ?? [3];
      let word = 0;
      for (const part of parts) {
        await turn('model');
        signal.throwIfAborted();
        if (part === 'fail') throw new Error('the model failed');
        if (part === 'end_call') yield { kind: 'end_call' } satisfies ReplyPart;
        else {
          const words = Array.from({ length: part }, () => `a${number}w${(word += 1)}`);
          yield { kind: 'text', text: `${words.join(' ')}. ` };
        }
      }
    },
    evaluate: async () => ({}),
  };
  const deps = {
    ...stored,
    model,
    socket,
    conversations,
    isTokenOfCall: async (token: string) => token === GOOD_TOKEN,
    pause: async (milliseconds: number) => {
      // As long as what it is measured by: a read or a write takes some five milliseconds.
      for (let passed = 0; passed < milliseconds; passed += 5) await turn('pause');
    },
    callTimeSpeed: 1,
  };
  const running: Array<Promise<unknown>> = [];
  const runs: Run[] = [];
  const start = (invoke: () => Promise<unknown>) => {
    const own: Run = { epoch, generation: undefined, hasLastWords: false, overruns: 0 };
    runs.push(own);
    running.push(run.run(own, invoke));
  };
  const fired = new Set<number>();
  const send = (frame: unknown, copies = 1) => {
    const event = socketEvent({ connectionId, frame, at: clock.now() });
    for (let copy = 0; copy < copies; copy += 1) start(() => message.with(deps)(structuredClone(event)));
  };
  const nextTimer = () =>
    timer.timers
      .map((one, index) => ({ ...one, index }))
      .filter(({ queue, index }) => queue === 'continue-conversation' && !fired.has(index))
      .toSorted((one, other) => one.dueAt - other.dueAt)[0];
  const voice = () => send({ type: 'info', name: 'agentSpeaking', value: line.isSpeaking() ? 'on' : 'off' });
  /** Everything that has come in is played. */
  const play = () => {
    if (!line.isSpeaking()) return;
    line.play();
    if (!line.isSpeaking()) voice();
  };
  return {
    line,
    logged: stored.lines,
    pass: (milliseconds: number) => clock.move(milliseconds),
    open() {
      send({
        type: 'setup',
        callSid: carrierCallId,
        customParameters: { call: `${key.userId}.${key.callId}`, token: GOOD_TOKEN },
      });
      line.greet(GREETING);
    },
    send,
    runs,
    play,
    /** The customer begins to speak: whatever answers what was said before is late from here on. */
    interrupt(words: number) {
      if (!line.isSpeaking()) return;
      epoch += 1;
      send({ type: 'interrupt', utteranceUntilInterrupt: line.interrupt(words) });
      voice();
    },
    prompt(copies: number, partials: number) {
      epoch += 1;
      line.play();
      const text = `p${epoch}`;
      line.say(text);
      for (let partial = 0; partial < partials; partial += 1) send({ type: 'prompt', voicePrompt: 'p', last: false });
      send({ type: 'prompt', voicePrompt: text, last: true }, copies);
    },
    /** Lets the next timer run out; false when none is set. Over seconds, whatever was on its way is through before. */
    async ring(copies: number): Promise<boolean> {
      const next = nextTimer();
      if (!next) return false;
      const wait = Math.max(0, next.dueAt - clock.now());
      if (wait > LONGEST_RACE_MS) {
        await scheduler.waitIdle();
        play();
        await scheduler.waitIdle();
      }
      fired.add(next.index);
      clock.move(wait);
      for (let copy = 0; copy < copies; copy += 1) {
        start(() => worker.with(deps, createMemoryDeadLetters())(sqsEvent(next.message)));
      }
      return true;
    },
    settle: async () => {
      await scheduler.waitIdle();
      return Promise.all(running);
    },
    async transcript() {
      const conversation = await memory.read(connectionId);
      return conversation ? toTurns(conversation) : [];
    },
    call: () => stored.now(),
  };
}

export type HeldConversation = Awaited<ReturnType<typeof holdConversation>>;

const State = v.object({ generation: v.number() });
const Changed = v.union([
  State,
  v.pipe(
    v.object({ state: State }),
    v.transform(({ state }) => state),
  ),
]);

function inTurn(
  store: ConversationStore,
  turn: (label: string) => Promise<void>,
  done: (name: string, result: unknown) => Promise<void>,
): ConversationStore {
  const wrapped = Object.entries(store).map(([name, act]) => [
    name,
    async (...args: unknown[]) => {
      await turn(name);
      const result = await (act as (...all: unknown[]) => Promise<unknown>)(...args);
      await done(name, result);
      await turn(`${name} done`);
      return result;
    },
  ]);
  return Object.fromEntries(wrapped) as ConversationStore;
}
