import { phrasesFor } from '#shared/catalog/languages.ts';
import { askModels, type ModelTurn } from '#shared/conversations/ask-models.ts';
import type { Conversation, ConversationDeps } from '#shared/conversations/conversation.ts';
import type { SilenceFiller } from '#shared/conversations/fillers.ts';
import type { ToolCall, ToolRound } from '#shared/conversations/language-model.ts';
import { EmptyReply, TURN_MS, type ReplyOutcome } from '#shared/conversations/speak-reply.ts';
import { isToldIn, wordsToAnswer } from '#shared/conversations/tool-memory.ts';
import { isOutside, type OutsideTool, type Variables } from '#shared/tools/outside-tool.ts';
import { runTool } from '#shared/tools/run-tool.ts';
import type { ToolUse } from '#shared/tools/tool-use.ts';
import type { RunnableTool, ToolArguments } from '#shared/tools/tool.ts';
import { useTools } from '#shared/tools/use-tools.ts';

export interface TurnWithTools extends Omit<ModelTurn, 'spoken' | 'request'> {
  request: Omit<ModelTurn['request'], 'tools' | 'rounds'>;
  tools: ReadonlyArray<RunnableTool | OutsideTool>;
  /** What the templates of outside tools are filled with. */
  variables: Variables;
  filler: SilenceFiller;
  called: string[];
}

/** `ending`: the tool has not run yet, and `lastWords` are not sent. */
export type TurnOutcome =
  | Exclude<ReplyOutcome, { kind: 'called' }>
  | { kind: 'ending'; tool: RunnableTool; args: ToolArguments; lastWords: string };

type ToolLoopDeps = Parameters<typeof askModels>[2] & Pick<ConversationDeps, 'toolUses' | 'timer'>;

/** Rounds of tools in one turn. In each the customer waits for the model and for the tools. */
const MOST_ROUNDS = 3;
const NO_MORE = '(Answer the customer now: no more tools run in this answer.)';
/** Of the 20 s of a turn, so that there is time for an answer with the result. */
const LONGEST_RUN_MS = 10_000;
/** For the answer with the results. */
const ANSWER_MS = 5_000;

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
    if (isLast) return closeAnswer(conversation, round, deps);
    if (!mayRun || calls === 'interrupted') return { kind: 'interrupted' };
    if (goingOn.every(({ tool }) => !isOutside(tool) && tool.completesAnswer))
      return completeAnswer(round, conversation);
    // Tools outside take seconds, in which the customer may have spoken.
    if (goingOn.some(({ tool }) => isOutside(tool)) && !(await turn.speechSender.hasFloor()))
      return { kind: 'interrupted' };
    const told =
      rounds.length < MOST_ROUNDS - 1 ? calls : calls.map((call) => ({ ...call, result: `${call.result} ${NO_MORE}` }));
    rounds = [...rounds, { said: round.spoken.join(''), calls: told }];
  }
}

interface EndingCall {
  tool: RunnableTool;
  call: ToolCall;
}

interface GoingOn {
  tool: RunnableTool | OutsideTool;
  call: ToolCall;
}

function sortCalls(calls: readonly ToolCall[], tools: TurnWithTools['tools']) {
  const uses = calls.flatMap((call): GoingOn[] => {
    const tool = tools.find(({ name }) => name === call.name);
    return tool ? [{ tool, call }] : [];
  });
  const ending = uses.flatMap(({ tool, call }): EndingCall[] =>
    isOutside(tool) || !tool.endsCall ? [] : [{ tool, call }],
  );
  return { ending: ending[0], goingOn: uses.filter(({ tool }) => !tool.endsCall) };
}

function endingOf(
  { tool, call }: EndingCall,
  unsaid: string,
  spoken: readonly string[],
  { script }: Conversation,
): TurnOutcome {
  const { goodbye: parting, fillers } = phrasesFor(script.languageId);
  const ownWords = tool.handsOver === true ? (fillers.neutral.at(-1) ?? '') : parting;
  const goodbye = spoken.length === 0 ? ownWords : '';
  return { kind: 'ending', tool, args: call.arguments, lastWords: unsaid === '' ? goodbye : unsaid };
}

/** All at once: the customer waits for the slowest one. `interrupted`: tools outside did not run. */
async function runAll(
  conversation: Conversation,
  uses: readonly GoingOn[],
  turn: TurnWithTools,
  deps: ToolLoopDeps,
): Promise<ToolRound['calls'] | 'interrupted'> {
  const { time, called, filler } = turn;
  const begunAt = deps.clock.now();
  const endWait = filler.whileToolsRun(uses.flatMap(({ tool }) => (isOutside(tool) ? [tool] : [])));
  try {
    const [own, outside] = await Promise.all([
      Promise.all(uses.map((use) => runOwn(conversation, use, turn, deps))),
      runOutside(conversation, uses, turn, deps),
    ]);
    called.push(...uses.flatMap(({ tool }) => (outside === 'interrupted' && isOutside(tool) ? [] : [tool.name])));
    if (outside === 'interrupted') return outside;
    return uses.map(({ call }, index) => ({ ...call, result: own[index] ?? outside[index] ?? '' }));
  } finally {
    endWait();
    time.toolMs = (time.toolMs ?? 0) + deps.clock.now() - begunAt;
  }
}

/** The customer hears at least one word, and none is missing behind the tools. */
async function completeAnswer({ speechSender }: ModelTurn, { script }: Conversation): Promise<TurnOutcome> {
  const word = speechSender.spokenText() === '' ? phrasesFor(script.languageId).fillers.neutral[0] : undefined;
  return { kind: (await speechSender.say(word ?? '', true)) ? 'spoken' : 'interrupted' };
}

async function runOwn(
  { state }: Conversation,
  { tool, call }: GoingOn,
  { time }: TurnWithTools,
  deps: ToolLoopDeps,
): Promise<string | undefined> {
  if (isOutside(tool)) return undefined;
  const limitMs = Math.min(LONGEST_RUN_MS, time.startedAt + TURN_MS - deps.clock.now());
  deps.logger.info('tool called', { ...state.call, tool: tool.name });
  return runTool({ tool, args: call.arguments, call: state.call, limitMs }, deps);
}

/** What the model is told, at the place of each use. */
async function runOutside(
  conversation: Conversation,
  uses: readonly GoingOn[],
  { variables, time, speechSender }: TurnWithTools,
  deps: ToolLoopDeps,
): Promise<Array<string | undefined> | 'interrupted'> {
  const wanted = uses.flatMap(({ tool, call }) => (isOutside(tool) ? [{ tool, args: call.arguments }] : []));
  if (wanted.length === 0) return [];
  const round = {
    words: wordsToAnswer(conversation),
    wanted,
    variables,
    until: time.startedAt + TURN_MS - ANSWER_MS,
    isTold: (use: ToolUse) => isToldIn(conversation, use),
    mayRun: () => speechSender.hasFloor(),
  };
  const used = await useTools(round, deps);
  if (used.kind === 'interrupted') return 'interrupted';
  const told = [...used.told];
  return uses.map(({ tool }) => (isOutside(tool) ? told.shift() : undefined));
}

/** The model calls tools again, which do not run: the answer is what it has said, or says without them. */
async function closeAnswer(conversation: Conversation, turn: ModelTurn, deps: ToolLoopDeps): Promise<TurnOutcome> {
  const { speechSender, spoken, request } = turn;
  if (spoken.length > 0) return { kind: (await speechSender.say('', true)) ? 'spoken' : 'interrupted' };
  const outcome = await askModels(conversation, { ...turn, request: { ...request, tools: [] } }, deps);
  return outcome.kind === 'called' ? { kind: 'failed', error: new EmptyReply('the model said nothing') } : outcome;
}
