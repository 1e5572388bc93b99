import { createHash } from 'node:crypto';
import type { Conversation } from '#shared/conversations/conversation.ts';
import type { PromptTurn, ToolRound } from '#shared/conversations/language-model.ts';
import type { Variables } from '#shared/tools/outside-tool.ts';
import type { ToolUse, UseTurn } from '#shared/tools/tool-use.ts';
import { toldOf } from '#shared/tools/use-tools.ts';

/** The last words of the customer, by what the carrier said of them: the same in each run that answers them. */
export function wordsToAnswer({ state, events }: Conversation) {
  const words = events.findLast((event) => event.kind === 'customer_said');
  const { at, text } = words ?? { at: state.openedAt, text: '' };
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 12);
  return { call: state.call, turn: `${at}-${name}`, at };
}

/** Whether an answer since can be about it: of a model that was asked then, or of the turn that has waited for it. */
export function isToldIn({ events }: Pick<Conversation, 'events'>, { endedAt, isLate = false }: Ended): boolean {
  if (endedAt === undefined) return false;
  return events.some((event) => {
    if (event.kind !== 'assistant_said' || event.filler === true) return false;
    const knewOfIt = (event.timing?.askedAt ?? 0) > endedAt;
    return knewOfIt || (!isLate && (event.sentAt ?? event.at) >= endedAt);
  });
}

type Ended = Pick<ToolUse, 'endedAt' | 'isLate'>;

/** Older ones are forgotten: the words about them stay. */
const MOST_REMEMBERED = 12;
const LONGEST_RESULT = 600;

/** What the model called in this conversation, and what came of it, at its place between the words. */
export function withToolUses(turns: readonly PromptTurn[], useTurns: readonly UseTurn[]): PromptTurn[] {
  const uses = useTurns.flatMap((turn) => turn.uses.filter(isTelling).map((use) => ({ turn, use })));
  const remembered = turns.map((turn) => ({ ...turn }));
  for (const { turn, use } of uses.slice(-MOST_REMEMBERED)) {
    const place = use.isLate ? latestAt(remembered, use.endedAt ?? use.at) : ofWords(remembered, turn.at);
    if (place) place.calls = [...(place.calls ?? []), toCall(use)];
  }
  return remembered;
}

/** What came of the tools that have handed the call over. */
export function withHandedBack(turns: readonly PromptTurn[], { events }: Pick<Conversation, 'events'>): PromptTurn[] {
  const told = turns.map((turn) => ({ ...turn }));
  for (const [index, event] of events.filter((one) => one.kind === 'handed_back').entries()) {
    const place = latestAt(told, event.at) ?? told[0];
    const call = { kind: 'tool_call', id: `handed-over-${index}`, name: event.handedBy, arguments: {} } as const;
    if (place) place.calls = [...(place.calls ?? []), { ...call, result: event.text }];
  }
  return told;
}

/** The call has been handed over for the last words of the customer, and has come back: they are done with. */
export function isJustBack({ events }: Pick<Conversation, 'events'>): boolean {
  const last = (kind: string) => events.findLast((event) => event.kind === kind)?.at ?? 0;
  return last('handed_back') > last('customer_said');
}

/** Not what was taken back before anybody knew of it. */
const isTelling = ({ state, result }: ToolUse) => state !== 'cancelled' || result !== undefined;

const latestAt = (turns: readonly PromptTurn[], at: number) => turns.findLast(({ timestamp }) => timestamp <= at);
const ofWords = (turns: readonly PromptTurn[], at: number) =>
  turns.findLast(({ sender, timestamp }) => sender === 'human' && timestamp <= at) ?? turns[0];

function toCall(use: ToolUse): ToolRound['calls'][number] {
  const { key: id, name, arguments: args } = use;
  const told = toldOf(use);
  const result = told.length > LONGEST_RESULT ? `${told.slice(0, LONGEST_RESULT).toWellFormed()} …` : told;
  return { kind: 'tool_call', id, name, arguments: args, result };
}

/** What tools have found out in this call. The latest counts. */
export function foundVariables(useTurns: readonly UseTurn[]): Variables {
  const uses = useTurns
    .flatMap((turn) => turn.uses)
    .toSorted((one, other) => (one.endedAt ?? 0) - (other.endedAt ?? 0));
  return Object.assign({}, ...uses.map(({ variables = {} }) => variables));
}
