import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import {
  bargeInChange,
  countingChange,
  floorChange,
  hearingChange,
  interruptedGeneration,
  interruptionChange,
  keyChange,
  takeKeysChange,
  speechEndChange,
  speechStartChange,
  voiceChange,
  type Utterance,
} from '#shared/conversations/conversation-changes.ts';
import {
  changeFloor,
  changeState,
  expiryOf,
  publicState,
  putEvent,
  readRows,
  readState,
  type ConversationRows,
  type StateChange,
  type StoredState,
} from '#shared/conversations/conversation-items.ts';
import type { ConversationStore } from '#shared/conversations/conversation-store.ts';
import type { ConversationScript, ConversationState } from '#shared/conversations/conversation.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { absent, allOf, expr } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { query, type Table } from '#shared/platform/table/table.ts';
import { removeAll, transact } from '#shared/platform/table/write.ts';

const ItemKeys = v.object({ pk: v.string(), sk: v.string() });

/** A concurrent frame may have counted its prompt but not stored it yet. Its write takes milliseconds, so the log is read up to three times. */
const MAX_READS = 3;

export function createDynamoDbConversationStore(table: Table, clock: Clock): ConversationStore {
  const load = (connectionId: string) => readState(table, connectionId, clock.now());
  const change = async (connectionId: string, changes: StateChange) =>
    publicState(await changeState(table, connectionId, changes));
  const takeFloor = async (connectionId: string, changes: StateChange) =>
    publicState(await changeFloor(table, connectionId, changes));
  return {
    open: (state, script) => open(table, state, script),
    getState: async (connectionId) => publicState(await load(connectionId)),
    async read(connectionId) {
      const [state, rows] = await Promise.all([load(connectionId), readRows(table, connectionId)]);
      return conversation(state, rows);
    },
    recordCustomerTurn: (connectionId, text, at, heardAt = at) =>
      hear(table, connectionId, { kind: 'customer_said', at, text }, { now: clock.now(), heardAt }),
    async recordInterruption(connectionId, heard, at) {
      const changed = await changeFloor(table, connectionId, interruptionChange(at, heard));
      const state = changed ?? (await load(connectionId));
      if (!state) return undefined;
      const generation = interruptedGeneration(state, at, heard);
      await putEvent(table, connectionId, { kind: 'interrupted', at, generation, heard });
      return publicState(state);
    },
    takeFloor: (connectionId, generation, purpose = 'reprompt') =>
      takeFloor(connectionId, floorChange(generation, purpose)),
    yieldFloor: (connectionId, at) => takeFloor(connectionId, bargeInChange(at)),
    recordSpeechStart: (connectionId, at) => change(connectionId, speechStartChange(at)),
    recordPlayback: (connectionId, voice, at) => change(connectionId, voiceChange(voice, at)),
    recordSpeechEnd: (connectionId, at) => change(connectionId, speechEndChange(at)),
    recordKey: (connectionId, digit, at) => change(connectionId, keyChange({ at, digit })),
    takeKeys: (connectionId, until) => takeKeys(table, connectionId, { until, now: clock.now() }),
    async remove(connectionId) {
      const partition = keys.conversation.partition(connectionId);
      await removeAll(table, await query(table, { partition }, ItemKeys));
    },
    appendEvent: (connectionId, event) => putEvent(table, connectionId, event),
    async beginEnding(connectionId, at, generation) {
      const owner = randomUUID();
      const isFree = allOf([{ endingAt: null, generation }]);
      const ending = { set: { endingAt: at, endingBy: owner }, condition: expr`endingBy = ${owner} OR (${isFree})` };
      return (await changeState(table, connectionId, ending)) !== undefined;
    },
  };
}

/** Another run may add a key or take some at the same time. */
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

/** Creates the items once. The carrier may repeat its first frame. */
async function open(table: Table, state: ConversationState, script: ConversationScript): Promise<void> {
  const { connectionId, openedAt } = state;
  const expiresAt = expiryOf(openedAt);
  const unheard = { heardAt: 0, heardTimes: 0, voiceAt: 0 };
  await transact(table, [
    { put: { ...keys.conversation.state(connectionId), ...state, ...unheard, expiresAt }, condition: absent },
    { put: { ...keys.conversation.script(connectionId), ...script, expiresAt }, condition: absent },
  ]);
}

async function hear(
  table: Table,
  connectionId: string,
  utterance: Utterance,
  { now, heardAt }: { now: number; heardAt: number },
): ReturnType<ConversationStore['recordCustomerTurn']> {
  const [state, stored] = await Promise.all([
    changeFloor(table, connectionId, hearingChange(utterance, heardAt)),
    readRows(table, connectionId),
    putEvent(table, connectionId, utterance),
  ]);
  if (!state) return recordUtterance(table, connectionId, utterance, now);
  let rows = withUtterance(stored, utterance);
  for (let reads = 1; reads < MAX_READS && timesHeard(rows) < state.heardTimes; reads += 1) {
    rows = withUtterance(await readRows(table, connectionId), utterance);
  }
  return conversation(state, rows);
}

/** Stores a prompt that does not take the floor: it is too short, or repeated. */
async function recordUtterance(table: Table, connectionId: string, utterance: Utterance, now: number) {
  if (await changeState(table, connectionId, countingChange(utterance))) return 'too_short';
  return (await readState(table, connectionId, now)) && 'repeated';
}

/** Adds the event if the parallel read ran before its write. */
function withUtterance({ script, events }: ConversationRows, utterance: Utterance): ConversationRows {
  const { kind, at, text } = utterance;
  const isIn = events.some((other) => other.kind === kind && other.at === at && other.text === text);
  return { script, events: isIn ? events : [...events, utterance].toSorted((one, other) => one.at - other.at) };
}

function timesHeard({ events }: ConversationRows): number {
  return events.filter(({ kind }) => kind === 'customer_said').length;
}

function conversation(stored: StoredState | undefined, { script, events }: ConversationRows) {
  const state = publicState(stored);
  return state && script && { state, script, events };
}
