import { runTurn, type AnswerCustomerDeps } from '#shared/conversations/answer-customer.ts';
import type { Conversation } from '#shared/conversations/conversation.ts';
import { isPreemptible } from '#shared/conversations/interruption.ts';
import { currentConversation, isTurnOpen, keepLineAlive } from '#shared/conversations/keep-line-alive.ts';
import { outsideOf } from '#shared/conversations/outside-of-call.ts';
import { isToldIn } from '#shared/conversations/tool-memory.ts';
import { endOfSpeech, LONGEST_TURN_MS } from '#shared/conversations/transcript.ts';
import { RetryLater } from '#shared/platform/errors.ts';
import type { QueueMessage } from '#shared/platform/queue/messages.ts';
import type { OutsideResult, OutsideTool } from '#shared/tools/outside-tool.ts';
import { changeTurn, isPending, stateUnsent, type ToolUse, type UseTurn } from '#shared/tools/tool-use.ts';
import { NOT_KNOWN, NOT_RUN, sendOnce, storeResults } from '#shared/tools/use-tools.ts';

type Message = QueueMessage<'run-tool'>;

/** `run`: sends a use that waits, once. `settle`: what a killed run has left. Both tell the customer what came of it. */
export async function followTools(message: Message, deps: AnswerCustomerDeps): Promise<void> {
  const { act, key, turn, userId, callId } = message;
  const call = { userId, callId };
  const known = await deps.toolUses.get(call, turn);
  const conversation = known && (await currentConversation(message, deps));
  if (!known || !conversation || (act === 'settle' && isSettled(known, conversation))) return;
  const { tools, variables } = await outsideOf(conversation, deps);
  const run = { call, turn, tools, variables };
  const ended = act === 'run' ? await runWaiting(run, key, message, deps) : await settle(run, deps);
  if (ended) await tell(message, ended, deps);
  if (act === 'settle') waitForOthers(ended?.uses ?? [], deps.clock.now());
}

const isSettled = ({ uses }: UseTurn, conversation: Conversation) =>
  uses.every((use) => !isPending(use) && (use.state === 'cancelled' || isToldIn(conversation, use)));

interface Run {
  call: { userId: number; callId: number };
  turn: string;
  tools: readonly OutsideTool[];
  variables: Awaited<ReturnType<typeof outsideOf>>['variables'];
}

async function runWaiting(
  run: Run,
  key: string | undefined,
  message: Message,
  deps: AnswerCustomerDeps,
): Promise<UseTurn | undefined> {
  const openedAt = deps.clock.now();
  const found: { mine?: ToolUse | undefined } = {};
  const open = ({ uses }: UseTurn) => {
    const mine = uses.find((use) => use.key === key && use.state === 'waiting');
    found.mine = mine;
    return mine && uses.map((use): ToolUse => (use === mine ? { ...use, state: 'open', openedAt } : use));
  };
  await changeTurn(run, open, deps);
  const { mine } = found;
  // Another delivery of the message has it, or it was given up.
  if (!mine) return undefined;
  const running = run.tools.filter(({ id }) => id === mine.toolId);
  const line = keepLineAlive(message, running, deps);
  try {
    return await send([mine], run, deps);
  } finally {
    line.end();
  }
}

/** The results of all are one write. A tool that is gone is not sent. */
async function send(uses: readonly ToolUse[], run: Run, deps: AnswerCustomerDeps): Promise<UseTurn | undefined> {
  const { variables } = run;
  const gone: OutsideResult = { outcome: 'unsent', told: NOT_RUN, variables: {}, sensitive: [], durationMs: 0 };
  const results = await Promise.all(
    uses.map(async ({ key, toolId, arguments: args }) => {
      const tool = run.tools.find(({ id }) => id === toolId);
      deps.logger.info('tool called', { ...run.call, tool: tool?.name });
      return [
        key,
        tool ? await sendOnce(tool, { args, variables, key, limitMs: tool.timeoutMs }, deps) : gone,
      ] as const;
    }),
  );
  return storeResults(run, new Map(results), deps, { isLate: true });
}

/** For the way of an answer, and clocks that are not exact; for a worker that is late. */
const MARGIN_MS = 5_000;
const WORKER_MS = 15_000;

/** When no run can have it any more. */
const overAt = ({ state, at, openedAt = at, timeoutMs }: ToolUse) =>
  state === 'waiting' ? at + WORKER_MS + timeoutMs : openedAt + timeoutMs + MARGIN_MS;

/** What is open may be sent again if that is safe. */
async function settle(run: Run, deps: AnswerCustomerDeps): Promise<UseTurn | undefined> {
  const now = deps.clock.now();
  const isLeft = (use: ToolUse) => isPending(use) && overAt(use) <= now;
  const isSafe = ({ state, toolId }: ToolUse) =>
    state === 'open' && run.tools.some((tool) => tool.id === toolId && tool.isSafe);
  const found: { again: ToolUse[] } = { again: [] };
  const close = ({ uses }: UseTurn) => {
    const left = uses.filter(isLeft);
    found.again = left.filter(isSafe);
    if (left.length === 0) return undefined;
    return uses.map((use) => (left.includes(use) ? settled(use, isSafe(use), now) : use));
  };
  const closed = await changeTurn(run, close, deps);
  return found.again.length > 0 ? send(found.again, run, deps) : closed;
}

/** One that is sent again is opened anew, so that the next message about this turn waits for it. */
function settled(use: ToolUse, isAgain: boolean, now: number): ToolUse {
  if (isAgain) return { ...use, openedAt: now, isRetry: true };
  const end = { endedAt: now, isLate: true };
  const state = use.state === 'waiting' ? stateUnsent(use) : 'unknown';
  return { ...use, ...end, state, result: state === 'unknown' ? NOT_KNOWN : NOT_RUN };
}

/** @throws RetryLater while a run may still have one */
function waitForOthers(uses: readonly ToolUse[], now: number): void {
  const over = uses.filter(isPending).map(overAt);
  if (over.length > 0)
    throw new RetryLater('a tool may still run', Math.max(1, Math.ceil((Math.max(...over) - now) / 1000)));
}

const STEP_MS = 500;
/** A turn that runs ends within 22 s; the customer may speak for as long. */
const LONGEST_WAIT_MS = 40_000;

/** A turn of the assistant, in the generation that is current then. Words of the customer that come first are answered with it. */
async function tell(message: Message, ended: UseTurn, deps: AnswerCustomerDeps): Promise<void> {
  // A speech model has been told by its server, or that it has failed.
  if ((await deps.calls.get(message))?.mode === 'multimodal') return;
  const { conversations, clock, pause, timer } = deps;
  const results = ended.uses.filter((use) => !isPending(use));
  for (let waited = 0; waited < LONGEST_WAIT_MS; waited += STEP_MS) {
    const conversation = await currentConversation(message, deps);
    if (!conversation || conversation.state.endingAt !== null) return;
    if (results.every((use) => isToldIn(conversation, use))) return;
    const { connectionId, generation, customerSpeaksSince, silenceSeconds: silentSeconds } = conversation.state;
    const isTaken = isTurnOpen(conversation, deps) || (isUnstored(conversation) && waited < LONGEST_TURN_MS);
    if (customerSpeaksSince !== null || isTaken || mustWait(conversation, deps)) {
      await pause(STEP_MS);
      continue;
    }
    const now = clock.now();
    // As behind a noise: this run may be killed before a word is said.
    const silence = {
      connectionId,
      generation: generation + 1,
      timer: 'silence',
      silentSeconds,
      silentSince: now,
    } as const;
    await timer.afterCallSeconds(silentSeconds, 'continue-conversation', silence);
    const state = await conversations.takeFloor(connectionId, generation, 'go_on');
    if (state)
      return runTurn({ ...conversation, state }, { text: '', at: now, since: silentSince(conversation, deps) }, deps);
  }
}

/** Whether the assistant may be speaking of its own accord, such as about another late result: it has stored nothing yet. */
function isUnstored({ state, events }: Conversation): boolean {
  return (
    state.cutAt === null &&
    !events.some(
      (event) => 'generation' in event && event.generation === state.generation && !('filler' in event && event.filler),
    )
  );
}

const LONGEST_SILENCE_MS = 1_000;

/** A phrase is due soon where the line is silent already. */
function silentSince(conversation: Conversation, { clock }: AnswerCustomerDeps): number {
  const now = clock.now();
  const quietAt = endOfSpeech(conversation, { msPerCallSecond: clock.callMs(1) });
  return Math.min(now, Math.max(quietAt, now - LONGEST_SILENCE_MS));
}

/** Newer text would cut what is being said. */
function mustWait(conversation: Conversation, { clock }: AnswerCustomerDeps): boolean {
  return (
    isPreemptible(conversation.state) && endOfSpeech(conversation, { msPerCallSecond: clock.callMs(1) }) > clock.now()
  );
}
