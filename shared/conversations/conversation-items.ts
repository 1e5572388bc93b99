import { createHash, randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { answerers } from '#shared/calls/call-items.ts';
import { readScript, type StoredScript } from '#shared/conversations/conversation-script-items.ts';
import { SpokenForm } from '#shared/conversations/spoken-forms.ts';
import { allOf, expr, present, type Change } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { unlessLater } from '#shared/platform/table/later-kinds.ts';
import { type Table, knownWord, query, read } from '#shared/platform/table/table.ts';
import { put, updateIf } from '#shared/platform/table/write.ts';

const Words = v.object({ at: v.number(), text: v.string() });

/** Times are epoch milliseconds. */
export const ConversationStateItem = v.object({
  connectionId: v.string(),
  call: v.object({ userId: v.number(), callId: v.number() }),
  /** Counts the changes of the floor. Speech of an older generation must stop. */
  generation: v.number(),
  /** Set once. Only the last words are said after it. */
  endingAt: v.nullable(v.number()),
  /** The tool with which a speech model ended the call. In pipeline mode an event has it. */
  endingTool: v.optional(v.string()),
  /** Whether the model has begun the end, so that words over its goodbye keep the call open. */
  mayReopen: v.optional(v.boolean(), false),
  /** Where the call goes on after its end. */
  handOver: v.optional(v.nullable(v.string())),
  /** The generation of the last reprompt; 0 = never. */
  nudgedGeneration: v.number(),
  /** The start of the current silence; null while someone speaks. A silence timer names it. */
  silentSince: v.nullable(v.number()),
  /** The start of the assistant's playback, except that of a reprompt; null while nothing is played. */
  speakingSince: v.optional(v.nullable(v.number()), null),
  /** When the customer started to speak; null once the prompt has arrived. A cough also sets it. */
  customerSpeaksSince: v.optional(v.nullable(v.number()), null),
  /** The beginning of a sentence that is not over: all that is known of it if the customer hangs up. */
  begun: v.optional(v.nullable(Words), null),
  pendingKeys: v.optional(v.array(v.object({ at: v.number(), digit: v.string() })), []),
  /** When the carrier cut the assistant's voice, or the sound ended that had cut it; null once words have followed. */
  cutAt: v.optional(v.nullable(v.number()), null),
  /** The carrier's verdict on who has answered, for calls to a customer. Absent: all others. */
  verdict: v.optional(v.picklist(answerers)),
  /** Since when the line of the customer plays announcements. */
  onHoldSince: v.optional(v.nullable(v.number()), null),
  /** 0: the carrier interrupts at any speech. */
  wordsToInterrupt: v.optional(v.number(), 0),
  /** Whether words over the greeting wait for its end, whatever their number. */
  isGreetingWhole: v.optional(v.boolean(), false),
  /** Until when the customer has asked to wait; null if they have not, or have spoken since. */
  waitsUntil: v.optional(v.nullable(v.number()), null),
  /** When they asked: a speech model answers their next words without a change of this state. */
  waitsSince: v.optional(v.nullable(v.number()), null),
  /** When the latest words came that wait for the end of the assistant's speech; null if none wait. */
  heldAt: v.optional(v.nullable(v.number()), null),
  /** Call seconds of silence after which the assistant reprompts, or says goodbye if that is due first. */
  silenceSeconds: v.optional(v.number(), 30),
  /** The same of the silence in which nothing was heard of the customer yet. Absent: as any other. */
  initialSilenceSeconds: v.optional(v.number()),
  openedAt: v.number(),
});

export type ConversationState = v.InferOutput<typeof ConversationStateItem>;

/** `sequence` is the carrier's number of an utterance; it orders utterances better than the time does. */
const ConversationEventItem = v.variant('kind', [
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
    /** As it is written; `forms` has what is said otherwise. */
    text: v.string(),
    forms: v.optional(v.array(SpokenForm)),
    filler: v.optional(v.boolean()),
    /** Belongs to the turn of the utterance of this generation before it, though the carrier plays it separately. */
    continues: v.optional(v.boolean()),
    timing: v.optional(v.object({ promptAt: v.number(), askedAt: v.number(), firstTokenAt: v.number() })),
    /** Who answered. Absent from what the service says by itself. */
    model: v.optional(v.string()),
    /** The customer's words that it answers and that have no event of their own. The store reads them as events. */
    words: v.optional(v.array(Words)),
    /** Called in this answer. `tool` has ended the call. */
    tools: v.optional(v.array(v.string())),
    tool: v.optional(v.string()),
    sequence: v.optional(v.number()),
  }),
  v.object({
    kind: v.literal('interrupted'),
    at: v.number(),
    generation: v.number(),
    heard: v.string(),
    /** The connection was lost: the assistant says all of it again. */
    isLost: v.optional(v.boolean()),
  }),
  v.object({ kind: v.literal('played'), at: v.number(), text: v.string() }),
  /** A tool has handed the call over, and it has come back. */
  v.object({ kind: v.literal('handed_back'), at: v.number(), handedBy: v.string(), text: v.string() }),
  v.object({
    kind: v.literal('turn_ended'),
    at: v.number(),
    generation: v.number(),
    outcome: knownWord(['model_failed', 'unheard']),
    tools: v.optional(v.array(v.string())),
    tool: v.optional(v.string()),
  }),
]);
export type ConversationEvent = v.InferOutput<typeof ConversationEventItem>;

const kinds = ConversationEventItem.options.map(({ entries }) => entries.kind.literal);
const StoredEvent = unlessLater('kind', { options: kinds }, ConversationEventItem);

/** `events`: the newest ones, newest first. */
export interface RecentLog {
  state: ConversationState;
  events: ConversationEvent[];
}

const KEPT_SECONDS = 7 * 24 * 3600;

/** @param at epoch milliseconds @returns epoch seconds */
export function expiryOf(at: number): number {
  return Math.floor(at / 1000) + KEPT_SECONDS;
}

/** Fields that order late frames and recognise repeated ones. `…By` is the run that made the latest change. */
const StoredState = v.object({
  ...ConversationStateItem.entries,
  expiresAt: v.number(),
  voiceAt: v.optional(v.number()),
  heardAt: v.optional(v.number()),
  heardTimes: v.number(),
  heardLast: v.optional(v.string()),
  /** The last two prompts that took the floor. They become events with their answers, or with the next prompt. */
  said: v.optional(Words),
  saidBefore: v.optional(v.nullable(Words)),
  floorBy: v.optional(v.string()),
  floorGeneration: v.optional(v.number()),
  interruptedLast: v.optional(v.string()),
  interruptedGeneration: v.optional(v.number()),
  keysBy: v.optional(v.string()),
  endingBy: v.optional(v.nullable(v.string())),
});
export type StoredState = v.InferOutput<typeof StoredState>;
export type StateChange = Change<v.InferInput<typeof StoredState>>;

export async function readState(table: Table, connectionId: string, now: number): Promise<StoredState | undefined> {
  const state = await read(table, keys.conversation.state(connectionId), StoredState);
  return state && state.expiresAt * 1000 > now ? state : undefined;
}

export function changeState(table: Table, connectionId: string, change: StateChange): Promise<StoredState | undefined> {
  return updateIf(table, keys.conversation.state(connectionId), StoredState, { condition: present, ...change });
}

/** An increment cannot be repeated: a repeat after a lost response fails, and finds that the change is its own. */
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

export function publicState(state: StoredState | undefined) {
  return state && v.parse(ConversationStateItem, state);
}

export interface ConversationRows extends Partial<StoredScript> {
  events: ConversationEvent[];
}

const Row = v.looseObject({ sk: v.string() });

/** The state and the script sort behind the events. Few events are enough to find the last answer behind its played chunks. */
const RECENT_ITEMS = 2 + 4;

export async function readRecent(table: Table, connectionId: string, now: number): Promise<RecentLog | undefined> {
  const wanted = { partition: keys.conversation.partition(connectionId), newestFirst: true, limit: RECENT_ITEMS };
  const items = await query(table, wanted, Row);
  const stored = items.find(({ sk }) => sk === keys.conversation.state(connectionId).sk);
  const state = stored && v.parse(StoredState, stored);
  if (!state || state.expiresAt * 1000 <= now) return undefined;
  return { state: v.parse(ConversationStateItem, state), events: withWords(eventsOf(items), state).toReversed() };
}

function eventsOf(items: ReadonlyArray<Record<string, unknown>>): ConversationEvent[] {
  return items
    .filter((item) => 'kind' in item)
    .flatMap((item): ConversationEvent[] => {
      const event = v.parse(StoredEvent, item);
      if (!event) return [];
      if (event.kind !== 'assistant_said' || event.words === undefined) return [event];
      const { words, ...answer } = event;
      return [...words.map((one) => ({ kind: 'customer_said', ...one }) as const), answer];
    });
}

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

/** The key is computed from the content, so a repeated write stores it once. */
export async function putEvent(table: Table, connectionId: string, event: ConversationEvent): Promise<void> {
  const suffix = createHash('sha256')
    .update(JSON.stringify(Object.entries(event)))
    .digest('hex')
    .slice(0, 16);
  const key = keys.conversation.event(connectionId, event.at, suffix);
  await put(table, { ...key, ...event, expiresAt: expiryOf(event.at) });
}
