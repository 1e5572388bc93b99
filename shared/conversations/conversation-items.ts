import { createHash, randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { readScript, type StoredScript } from '#shared/conversations/conversation-script-items.ts';
import { allOf, expr, present, type Change } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { query, read, type Table } from '#shared/platform/table/table.ts';
import { put, updateIf } from '#shared/platform/table/write.ts';

/** The small, mutable part of a live conversation. Times are epoch milliseconds. */
export const ConversationStateItem = v.object({
  connectionId: v.string(),
  call: v.object({ userId: v.number(), callId: v.number() }),
  /**
   * Counts the changes of the floor: the customer speaks, the customer interrupts, or the assistant speaks unprompted. Speech of an
   * older generation must stop.
   */
  generation: v.number(),
  /** Set once, when the assistant starts to end the call. Only the last words are said after it. */
  endingAt: v.nullable(v.number()),
  /** The tool with which a speech model ended the call. In pipeline mode an event has it. */
  endingTool: v.optional(v.string()),
  /** The generation in which the assistant last reprompted the customer; 0 = never. */
  nudgedGeneration: v.number(),
  /** The start of the current silence; null while the customer or the assistant speaks. A silence timer names it. */
  silentSince: v.nullable(v.number()),
  /** The start of the assistant's playback; null while nothing is played. The playback of a reprompt is not recorded. */
  speakingSince: v.optional(v.nullable(v.number()), null),
  /** When the customer started to speak; null once the prompt has arrived. A cough also sets it. */
  customerSpeaksSince: v.optional(v.nullable(v.number()), null),
  /** The keys that are not part of a turn yet, with the time of each. */
  pendingKeys: v.optional(v.array(v.object({ at: v.number(), digit: v.string() })), []),
  /** When the carrier cut the assistant's voice, or the sound ended that had cut it; null once words have followed. */
  cutAt: v.optional(v.nullable(v.number()), null),
  /** The number of words with which the customer interrupts the assistant; 0 = the carrier interrupts at any speech. */
  wordsToInterrupt: v.optional(v.number(), 0),
  /** Call seconds of silence after which the assistant reprompts, or says goodbye if that is due first. */
  silenceSeconds: v.optional(v.number(), 30),
  openedAt: v.number(),
});

export type ConversationState = v.InferOutput<typeof ConversationStateItem>;

/** What the customer said, and when. */
const Words = v.object({ at: v.number(), text: v.string() });

/**
 * An event of a conversation. `toTurns` computes the transcript from the log. `at` is epoch milliseconds. `sequence` is the carrier's number of a
 * transcribed utterance; it orders utterances better than the time does.
 */
export const ConversationEventItem = v.variant('kind', [
  v.object({
    kind: v.literal('customer_said'),
    at: v.number(),
    text: v.string(),
    sequence: v.optional(v.number()),
  }),
  v.object({
    kind: v.literal('assistant_said'),
    at: v.number(),
    /** When the last part of the text was sent, if later than the first. */
    sentAt: v.optional(v.number()),
    generation: v.number(),
    text: v.string(),
    /** Said while the model was slow. */
    filler: v.optional(v.boolean()),
    /** Belongs to the same turn as the utterance of this generation before it, though the carrier plays it separately. */
    continues: v.optional(v.boolean()),
    /** When the prompt arrived, the model was asked, and its first token came. Of an answer. */
    timing: v.optional(v.object({ promptAt: v.number(), askedAt: v.number(), firstTokenAt: v.number() })),
    /** The words of the customer that it answers, as far as they have no event of their own. The store reads them as events. */
    words: v.optional(v.array(Words)),
    /** The tools that the model called in this answer, and the one with which it ended the call. */
    tools: v.optional(v.array(v.string())),
    tool: v.optional(v.string()),
    sequence: v.optional(v.number()),
  }),
  /** The customer interrupted the assistant. `heard` is the text that was played until then. */
  v.object({
    kind: v.literal('interrupted'),
    at: v.number(),
    generation: v.number(),
    heard: v.string(),
    /** The connection was lost: the assistant says all of it again. */
    isLost: v.optional(v.boolean()),
  }),
  /** A chunk that the carrier has played. */
  v.object({ kind: v.literal('played'), at: v.number(), text: v.string() }),
  /** The turn ended without an answer: the models failed, or the customer hung up before the first word. */
  v.object({
    kind: v.literal('turn_ended'),
    at: v.number(),
    generation: v.number(),
    outcome: v.picklist(['model_failed', 'unheard']),
    tools: v.optional(v.array(v.string())),
    tool: v.optional(v.string()),
  }),
]);
export type ConversationEvent = v.InferOutput<typeof ConversationEventItem>;

/** The state with the newest events of the log, newest first. */
export interface RecentLog {
  state: ConversationState;
  events: ConversationEvent[];
}

/** Conversations are kept for a week. */
const KEPT_SECONDS = 7 * 24 * 3600;

/** The epoch second at which DynamoDB deletes an item that was written at this time. @param at epoch milliseconds */
export function expiryOf(at: number): number {
  return Math.floor(at / 1000) + KEPT_SECONDS;
}

/** The state as stored: with the fields that order late frames and recognise repeated ones. */
const StoredState = v.object({
  ...ConversationStateItem.entries,
  expiresAt: v.number(),
  /** The time of the latest playback event. */
  voiceAt: v.optional(v.number()),
  /** The time of the latest prompt that took the floor. */
  heardAt: v.optional(v.number()),
  /** The number of stored prompts. */
  heardTimes: v.number(),
  /** The time and the text of the latest prompt. */
  heardLast: v.optional(v.string()),
  /** The last two prompts that took the floor. They become events with their answers, or with the next prompt. */
  said: v.optional(Words),
  saidBefore: v.optional(v.nullable(Words)),
  /** The run that made the latest change of the floor, and the generation that it began. */
  floorBy: v.optional(v.string()),
  floorGeneration: v.optional(v.number()),
  /** The time and the text of the latest interruption, and the generation that it interrupted. */
  interruptedLast: v.optional(v.string()),
  interruptedGeneration: v.optional(v.number()),
  /** The run that took the keys last. */
  keysBy: v.optional(v.string()),
  /** The run that began to end the call. */
  endingBy: v.optional(v.string()),
});
export type StoredState = v.InferOutput<typeof StoredState>;
export type StateChange = Change<v.InferInput<typeof StoredState>>;

/** Returns undefined if the conversation does not exist or has expired. @param now epoch milliseconds */
export async function readState(table: Table, connectionId: string, now: number): Promise<StoredState | undefined> {
  const state = await read(table, keys.conversation.state(connectionId), StoredState);
  return state && state.expiresAt * 1000 > now ? state : undefined;
}

/** Returns the new state, or undefined if the condition fails or the conversation does not exist. */
export function changeState(table: Table, connectionId: string, change: StateChange): Promise<StoredState | undefined> {
  return updateIf(table, keys.conversation.state(connectionId), StoredState, { condition: present, ...change });
}

/**
 * Changes the floor: begins the next generation. Returns the new state; undefined if the condition fails. An increment cannot be
 * repeated, so a repeat after a lost response fails, and finds in the item that the change is its own.
 */
export async function changeFloor(
  table: Table,
  connectionId: string,
  { set, add, condition }: StateChange,
): Promise<StoredState | undefined> {
  const owner = randomUUID();
  const changed = await changeState(table, connectionId, {
    set: { ...set, floorBy: owner, floorGeneration: expr`generation + ${1}` },
    add: { ...add, generation: 1 },
    condition: allOf([condition, expr`attribute_exists(pk) AND NOT (floorBy = ${owner})`]),
  });
  if (changed) return changed;
  const state = await read(table, keys.conversation.state(connectionId), StoredState);
  if (state?.floorBy !== owner) return undefined;
  return { ...state, generation: state.floorGeneration ?? state.generation };
}

/** The state without the fields that only the store uses. */
export function publicState(state: StoredState | undefined) {
  return state && v.parse(ConversationStateItem, state);
}

/** The items of a conversation other than its state. */
export interface ConversationRows extends Partial<StoredScript> {
  events: ConversationEvent[];
}

const Row = v.looseObject({ sk: v.string() });

/** The state and the script sort behind the events. Few events are enough to find the last answer behind its pieces. */
const RECENT_ITEMS = 2 + 4;

/** The state and the newest events, in one query of one read unit. */
export async function readRecent(table: Table, connectionId: string, now: number): Promise<RecentLog | undefined> {
  const wanted = { partition: keys.conversation.partition(connectionId), newestFirst: true, limit: RECENT_ITEMS };
  const items = await query(table, wanted, Row);
  const stored = items.find(({ sk }) => sk === keys.conversation.state(connectionId).sk);
  const state = stored && v.parse(StoredState, stored);
  if (!state || state.expiresAt * 1000 <= now) return undefined;
  return { state: v.parse(ConversationStateItem, state), events: withWords(eventsOf(items), state).toReversed() };
}

/** The events of these items, the customer's words among them. */
function eventsOf(items: ReadonlyArray<Record<string, unknown>>): ConversationEvent[] {
  return items
    .filter((item) => 'kind' in item)
    .flatMap((item): ConversationEvent[] => {
      const event = v.parse(ConversationEventItem, item);
      if (event.kind !== 'assistant_said' || event.words === undefined) return [event];
      const { words, ...answer } = event;
      return [...words.map((one) => ({ kind: 'customer_said', ...one }) as const), answer];
    });
}

/** The prompts of the state that have no event among these. */
export function wordsWithoutEvent(events: readonly ConversationEvent[], state: StoredState | undefined) {
  const words = [state?.saidBefore, state?.said].filter((one) => one !== null && one !== undefined);
  return words.filter(
    ({ at, text }) => !events.some((event) => isSaid(event) && event.at === at && event.text === text),
  );
}

const isSaid = (event: ConversationEvent) => event.kind === 'customer_said';

/** The events with the prompts that only the state holds, each prompt once, ordered by time. */
export function withWords(events: readonly ConversationEvent[], state: StoredState | undefined): ConversationEvent[] {
  const held = wordsWithoutEvent(events, state).map((one) => ({ kind: 'customer_said', ...one }) as const);
  const sorted = [...events, ...held].toSorted((one, other) => one.at - other.at);
  const firstOf = new Map(
    sorted
      .filter(isSaid)
      .toReversed()
      .map((event) => [`${event.at} ${event.text}`, event]),
  );
  return sorted.filter((event) => !isSaid(event) || firstOf.get(`${event.at} ${event.text}`) === event);
}

export async function readRows(table: Table, connectionId: string): Promise<ConversationRows> {
  const items = await query(table, { partition: keys.conversation.partition(connectionId) }, Row);
  const stored = items.find(({ sk }) => sk === keys.conversation.script(connectionId).sk);
  return {
    ...(stored && (await readScript(table, stored))),
    events: eventsOf(items),
  };
}

/** Stores an event under a key that is computed from its content, so a repeated write stores it once. */
export async function putEvent(table: Table, connectionId: string, event: ConversationEvent): Promise<void> {
  const suffix = createHash('sha256')
    .update(JSON.stringify(Object.entries(event)))
    .digest('hex')
    .slice(0, 16);
  const key = keys.conversation.event(connectionId, event.at, suffix);
  await put(table, { ...key, ...event, expiresAt: expiryOf(event.at) });
}
