import { phrasesFor } from '#shared/catalog/languages.ts';
import { askModels, type ModelTurn } from '#shared/conversations/ask-models.ts';
import type { Conversation } from '#shared/conversations/conversation.ts';
import type { ToolCall, ToolRound } from '#shared/conversations/language-model.ts';
import { EmptyReply, TURN_MS, type ReplyOutcome } from '#shared/conversations/speak-reply.ts';
import { runTool } from '#shared/tools/run-tool.ts';
import type { RunnableTool, ToolArguments } from '#shared/tools/tool.ts';

export interface TurnWithTools extends Omit<ModelTurn, 'spoken' | 'request'> {
  request: Omit<ModelTurn['request'], 'tools' | 'rounds'>;
  tools: readonly RunnableTool[];
  called: string[];
}

/** `ending`: the tool has not run yet, and `lastWords` are not sent. */
export type TurnOutcome =
  | Exclude<ReplyOutcome, { kind: 'called' }>
  | { kind: 'ending'; tool: RunnableTool; args: ToolArguments; lastWords: string };

type ToolLoopDeps = Parameters<typeof askModels>[2];

/** Rounds of tools in one turn. In each the customer waits for the model and for the tools. */
const MOST_ROUNDS = 3;
const NO_MORE = '(Answer the customer now: no more tools run in this answer.)';
/** Of the 20 s of a turn, so that there is time for an answer with the result. */
const LONGEST_RUN_MS = 10_000;

/** Asks again with the results, until an answer calls no tool, or one that ends the call. */
export async function answerWithTools(
  conversation: Conversation,
  turn: TurnWithTools,
  deps: ToolLoopDeps,
): Promise<TurnOutcome> {
  const { tools } = turn;
  for (let rounds: readonly ToolRound[] = []; ;) {
    const round: ModelTurn = { ...turn, request: { ...turn.request, tools, rounds }, spoken: [] };
    const outcome = await askModels(conversation, round, deps);
    if (outcome.kind !== 'called') return outcome;
    const { ending, goingOn } = sortCalls(outcome.calls, tools);
    const isLast = rounds.length === MOST_ROUNDS;
    const mayRun = goingOn.length > 0 && !isLast && (await turn.speechSender.hasFloor());
    const calls = mayRun ? await runAll(conversation, goingOn, turn, deps) : [];
    if (ending) return endingOf(ending, outcome.unsaid, round.spoken, conversation);
    if (!mayRun) return isLast ? closeAnswer(round) : { kind: 'interrupted' };
    if (goingOn.every(({ tool }) => tool.completesAnswer)) return completeAnswer(round, conversation);
    const told =
      rounds.length < MOST_ROUNDS - 1 ? calls : calls.map((call) => ({ ...call, result: `${call.result} ${NO_MORE}` }));
    rounds = [...rounds, { said: round.spoken.join(''), calls: told }];
  }
}

interface ToolUse {
  tool: RunnableTool;
  call: ToolCall;
}

function sortCalls(calls: readonly ToolCall[], tools: readonly RunnableTool[]) {
  const uses = calls.flatMap((call): ToolUse[] => {
    const tool = tools.find(({ name }) => name === call.name);
    return tool ? [{ tool, call }] : [];
  });
  return { ending: uses.find(({ tool }) => tool.endsCall), goingOn: uses.filter(({ tool }) => !tool.endsCall) };
}

function endingOf(
  { tool, call }: ToolUse,
  unsaid: string,
  spoken: readonly string[],
  { script }: Conversation,
): TurnOutcome {
  const goodbye = spoken.length === 0 ? phrasesFor(script.languageId).goodbye : '';
  return { kind: 'ending', tool, args: call.arguments, lastWords: unsaid === '' ? goodbye : unsaid };
}

/** All at once: the customer waits for the slowest one. */
async function runAll(
  { state }: Conversation,
  uses: readonly ToolUse[],
  { time, called }: TurnWithTools,
  deps: ToolLoopDeps,
): Promise<ToolRound['calls']> {
  const { clock, logger } = deps;
  const begunAt = clock.now();
  const limitMs = Math.min(LONGEST_RUN_MS, time.startedAt + TURN_MS - begunAt);
  const results = await Promise.all(
    uses.map(async ({ tool, call }) => {
      called.push(tool.name);
      logger.info('tool called', { ...state.call, tool: tool.name });
      return { ...call, result: await runTool({ tool, args: call.arguments, call: state.call, limitMs }, deps) };
    }),
  );
  time.toolMs = (time.toolMs ?? 0) + clock.now() - begunAt;
  return results;
}

/** The customer hears at least one word, and none is missing behind the tools. */
async function completeAnswer({ speechSender }: ModelTurn, { script }: Conversation): Promise<TurnOutcome> {
  const word = speechSender.spokenText() === '' ? phrasesFor(script.languageId).fillers.neutral[0] : undefined;
  return { kind: (await speechSender.say(word ?? '', true)) ? 'spoken' : 'interrupted' };
}

/** The model calls tools again, which do not run: the answer is what it has said. */
async function closeAnswer({ speechSender, spoken }: ModelTurn): Promise<TurnOutcome> {
  if (spoken.length === 0) return { kind: 'failed', error: new EmptyReply('the model said nothing') };
  return { kind: (await speechSender.say('', true)) ? 'spoken' : 'interrupted' };
}
