import { randomUUID } from 'node:crypto';
import { readVersion } from '#shared/assistants/assistant-items.ts';
import {
  answerHeldChange,
  bargeInChange,
  begunChange,
  countingChange,
  dropHeldChange,
  floorChange,
  hearingChange,
  interruptedGeneration,
  interruptionChange,
  holdChange,
  isRepeat,
  keyChange,
  quietChange,
  reopenChange,
  takeKeysChange,
  speechEndChange,
  speechStartChange,
  verdictChange,
  voiceChange,
  waitChange,
  wordlessChange,
  type Utterance,
} from '#shared/conversations/conversation-changes.ts';
import {
  changeFloor,
  changeState,
  expiryOf,
  publicState,
  putEvent,
  readRecent,
  readRows,
  readState,
  wordsWithoutEvent,
  withWords,
  type ConversationRows,
  type StateChange,
  type StoredState,
  type ConversationState,
} from '#shared/conversations/conversation-items.ts';
import { toScriptItem, toScriptSourceItem } from '#shared/conversations/conversation-script-items.ts';
import type { Conversation, ConversationStore, Ending } from '#shared/conversations/conversation.ts';
import type { ScriptInput, ConversationScript } from '#shared/conversations/script.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { absent, allOf, expr } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { ItemKey, query, type Table } from '#shared/platform/table/table.ts';
import { put, removeAll } from '#shared/platform/table/write.ts';

/** A concurrent frame may have counted its prompt but not stored it yet. Its write takes milliseconds. */
const MAX_READS = 6;

export function createDynamoDbConversationStore(table: Table, clock: Clock): ConversationStore {
  const load = (connectionId: string) => readState(table, connectionId, clock.now());
  const change = async (connectionId: string, changes: StateChange) =>
    publicState(await changeState(table, connectionId, changes));
  const takeFloor = async (connectionId: string, changes: StateChange) =>
    publicState(await changeFloor(table, connectionId, changes));
  return {
    open: (state, script, source) => open(table, state, script, source),
    getState: async (connectionId) => publicState(await load(connectionId)),
    async read(connectionId) {
      const [state, rows] = await Promise.all([load(connectionId), readRows(table, connectionId)]);
      return conversation(state, rows);
    },
    recordCustomerTurn: (connectionId, text, at, heardAt = at) =>
      hear(table, connectionId, { kind: 'customer_said', at, text }, { now: clock.now(), heardAt }),
    answerHeld: (connectionId, heldAt, heardAt) => accept(table, connectionId, answerHeldChange(heldAt, heardAt)),
    dropHeld: async (connectionId, heldAt) => void (await changeState(table, connectionId, dropHeldChange(heldAt))),
    async recordInterruption(connectionId, heard, at) {
      const changed = await changeFloor(table, connectionId, interruptionChange(at, heard));
      const state = changed ?? (await load(connectionId));
      if (!state) return undefined;
      const generation = interruptedGeneration(state, at, heard);
      await putEvent(table, connectionId, { kind: 'interrupted', at, generation, heard });
      return publicState(state);
    },
    readRecent: (connectionId) => readRecent(table, connectionId, clock.now()),
    takeFloor: (connectionId, generation, purpose = 'reprompt', silentSince) =>
      takeFloor(connectionId, floorChange(generation, purpose, silentSince)),
    yieldFloor: (connectionId, at) => takeFloor(connectionId, bargeInChange(at)),
    recordSpeechStart: (connectionId, at) => change(connectionId, speechStartChange(at)),
    recordPlayback: (connectionId, voice, at) => change(connectionId, voiceChange(voice, at)),
    recordQuiet: (connectionId, at) => change(connectionId, quietChange(at)),
    recordSpeechEnd: (connectionId, at) => change(connectionId, speechEndChange(at)),
    recordVerdict: (connectionId, verdict) => change(connectionId, verdictChange(verdict)),
    recordWait: async (connectionId, generation, until, since) =>
      void (await changeState(table, connectionId, waitChange(generation, until, since))),
    recordHold: async (connectionId, since) =>
      (await changeState(table, connectionId, holdChange(since))) !== undefined,
    recordBegun: async (connectionId, text, at) => void (await changeState(table, connectionId, begunChange(at, text))),
    recordKey: (connectionId, digit, at) => change(connectionId, keyChange({ at, digit })),
    takeKeys: (connectionId, until) => takeKeys(table, connectionId, { until, now: clock.now() }),
    remove: (connectionId) => remove(table, keys.conversation.partition(connectionId)),
    appendEvent: (connectionId, event) => putEvent(table, connectionId, event),
    recordWordless: (connectionId, at) => change(connectionId, wordlessChange(at)),
    reopen: (connectionId, endingAt, generation) => change(connectionId, reopenChange(endingAt, generation)),
    beginEnding: (connectionId, at, ending = {}) => beginEnding(table, connectionId, at, ending),
  };
}

async function beginEnding(
  table: Table,
  connectionId: string,
  at: number,
  { generation, tool, mayReopen = false, handOver }: Ending,
): Promise<boolean> {
  const owner = randomUUID();
  const isFree = allOf([{ endingAt: null, generation }]);
  const set = {
    endingAt: at,
    endingBy: owner,
    mayReopen,
    ...(tool && { endingTool: tool }),
    ...(handOver && { handOver }),
  };
  const ending = { set, condition: expr`endingBy = ${owner} OR (${isFree})` };
  return (await changeState(table, connectionId, ending)) !== undefined;
}

async function remove(table: Table, partition: string): Promise<void> {
  await removeAll(table, await query(table, { partition }, ItemKey));
}

async function takeKeys(table: Table, connectionId: string, { until, now }: { until: number; now: number }) {
  const owner = randomUUID();
  for (let attempt = 0; attempt < MAX_READS; attempt += 1) {
    const known = publicState(await readState(table, connectionId, now))?.pendingKeys ?? [];
    const taken = known.filter(({ at }) => at <= until);
    if (taken.length === 0) return [];
    const left = known.filter(({ at }) => at > until);
    if (await changeState(table, connectionId, takeKeysChange(known, left, owner))) return taken;
  }
  return [];
}

/** The script comes first, so that there is no state without one. A repeated first frame writes the same. */
async function open(
  table: Table,
  state: ConversationState,
  script: ConversationScript,
  source: ScriptInput | undefined,
): Promise<void> {
  const { connectionId, openedAt } = state;
  const expiresAt = expiryOf(openedAt);
  const unheard = { heardAt: 0, heardTimes: 0, voiceAt: 0 };
  const stored = source && (await hasCopy(table, source)) ? toScriptSourceItem(source, script) : toScriptItem(script);
  await put(table, { ...keys.conversation.script(connectionId), ...stored, expiresAt });
  await put(table, { ...keys.conversation.state(connectionId), ...state, ...unheard, expiresAt }, absent);
}

/** Calls of older releases hold their assistant, of which there may be no copy. */
async function hasCopy(table: Table, { configuration: { assistant } }: ScriptInput): Promise<boolean> {
  const { userId, id: assistantId, version } = assistant;
  return (await readVersion(table, { userId, assistantId, version })) !== undefined;
}

async function hear(
  table: Table,
  connectionId: string,
  utterance: Utterance,
  { now, heardAt }: { now: number; heardAt: number },
): ReturnType<ConversationStore['recordCustomerTurn']> {
  for (let attempt = 0; attempt < MAX_READS; attempt += 1) {
    const [state, stored] = await Promise.all([
      changeFloor(table, connectionId, hearingChange(utterance, heardAt)),
      readRows(table, connectionId),
    ]);
    if (state) return turnOf(table, { state, stored, utterance });
    const held = await hold(table, connectionId, utterance, now);
    if (held !== 'changed') return held;
  }
  return undefined;
}

async function turnOf(
  table: Table,
  { state, stored, utterance }: { state: StoredState; stored: ConversationRows; utterance: Utterance },
): Promise<Conversation | undefined> {
  // The turn of the prompt before has not stored it: it was stopped by this one, or killed.
  const [earlier] = wordsWithoutEvent(stored.events, { ...state, said: undefined });
  if (earlier) await putEvent(table, state.connectionId, { kind: 'customer_said', ...earlier });
  const heard = conversation(state, await withAllWords(table, state, stored));
  return heard && { ...heard, unstored: [{ at: utterance.at, text: utterance.text }] };
}

/**
 * Keeps words that took no floor. `changed`: they may take it now, as the conversation was opened or the voice has stopped in between.
 * Undefined: the conversation is not open.
 */
async function hold(table: Table, connectionId: string, utterance: Utterance, now: number) {
  const known = await readState(table, connectionId, now);
  if (!known) return undefined;
  if (isRepeat(utterance, known)) return 'repeated';
  // First, so that the words are there when the state says that they are over. A repeat writes the same.
  await putEvent(table, connectionId, utterance);
  if (await changeState(table, connectionId, countingChange(utterance))) return 'held';
  const changed = await readState(table, connectionId, now);
  return changed && isRepeat(utterance, changed) ? 'repeated' : 'changed';
}

async function withAllWords(table: Table, state: StoredState, first?: ConversationRows): Promise<ConversationRows> {
  let rows = first ?? (await readRows(table, state.connectionId));
  for (let reads = 1; reads < MAX_READS && isBehind(rows, state); reads += 1) {
    rows = await readRows(table, state.connectionId);
  }
  return rows;
}

/** The log is read behind the change, so that everything of older generations is there. */
async function accept(table: Table, connectionId: string, changes: StateChange) {
  const state = await changeFloor(table, connectionId, changes);
  return state && conversation(state, await withAllWords(table, state));
}

/** Rows that were read beside the change may be older than it, and even than the opening. */
const isBehind = (rows: ConversationRows, state: StoredState) =>
  rows.script === undefined || timesHeard(rows, state) < state.heardTimes;

function timesHeard({ events }: ConversationRows, state: StoredState): number {
  return withWords(events, state).filter(({ kind }) => kind === 'customer_said').length;
}

function conversation(stored: StoredState | undefined, { script, events, ...rest }: ConversationRows) {
  const state = publicState(stored);
  return state && script && { state, script, ...rest, events: withWords(events, stored) };
}
