import * as v from 'valibot';
import {
  changeState,
  customerChange,
  getState,
  publicState,
  voiceChange,
  wayChange,
  type Change,
  type StoredState,
} from '#shared/adapters/dynamodb/conversation-state.ts';
import { forgottenAt, putEvent, readRows, type ConversationRows } from '#shared/adapters/dynamodb/conversation-rows.ts';
import type { Table } from '#shared/adapters/dynamodb/table.ts';
import { transact } from '#shared/adapters/dynamodb/transact.ts';
import type {
  ConversationEvent,
  ConversationScript,
  ConversationState,
} from '#shared/domain/conversation/conversation.ts';
import { countWords } from '#shared/domain/conversation/words-to-interrupt.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { ConversationStore } from '#shared/ports/conversation-store.ts';
import { ConversationStateItem } from '#shared/table/items/conversation-items.ts';
import { keys } from '#shared/table/keys.ts';

/** Reads again when another frame's words are counted but not there yet: its write runs, and takes some milliseconds. */
const MAX_READS = 3;

type Heard = Extract<ConversationEvent, { kind: 'customer_said' }>;

export function createDynamoDbConversationStore(table: Table, clock: Clock): ConversationStore {
  const load = (connectionId: string) => getState(table, connectionId, clock.now());
  return {
    open: (state, script) => open(table, state, script),
    state: async (connectionId) => publicState(await load(connectionId)),
    async read(connectionId) {
      const [state, rows] = await Promise.all([load(connectionId), readRows(table, connectionId)]);
      return conversation(state, rows);
    },
    hear: (connectionId, text, at) => hear(table, connectionId, { kind: 'customer_said', at, text }, clock.now()),
    async interrupt(connectionId, heard, at) {
      const change = { update: 'SET silentSince = :at ADD generation :one', condition: 'heardAt < :at' };
      const changed = await changeState(table, connectionId, { ...change, values: { ':at': at, ':one': 1 } });
      const state = changed ?? (await load(connectionId));
      if (!state) return undefined;
      const cut = Math.max(0, state.generation - 1);
      await putEvent(table, connectionId, { kind: 'interrupted', at, generation: cut, heard });
      return publicState(state);
    },
    async nudge(connectionId, generation) {
      const change = {
        update: 'SET nudgedGeneration = generation + :one ADD generation :one',
        condition: 'generation = :generation AND endingAt = :never',
        values: { ':one': 1, ':generation': generation, ':never': null },
      };
      return publicState(await changeState(table, connectionId, change));
    },
    giveWay: async (connectionId, at) => publicState(await changeState(table, connectionId, wayChange(at))),
    noteCustomer: async (connectionId, at) => publicState(await changeState(table, connectionId, customerChange(at))),
    noteVoice: async (connectionId, voice, at) =>
      publicState(await changeState(table, connectionId, voiceChange(voice, at))),
    async touch(connectionId, at) {
      const change = { update: 'SET silentSince = :at', condition: 'attribute_type(silentSince, :number)' };
      return publicState(await changeState(table, connectionId, { ...change, values: { ':at': at, ':number': 'N' } }));
    },
    append: (connectionId, event) => putEvent(table, connectionId, event),
    async beginEnding(connectionId, at, generation) {
      const isStill = generation === undefined ? '' : ' AND generation = :generation';
      const change = {
        update: 'SET endingAt = :at',
        condition: `endingAt = :never${isStill}`,
        values: { ':at': at, ':never': null, ...(generation === undefined ? {} : { ':generation': generation }) },
      };
      return (await changeState(table, connectionId, change)) !== undefined;
    },
  };
}

/** The carrier brings a frame twice now and then: one sentence is answered once, and counted once. */
const IS_NEWS = 'NOT (heardLast = :heard)';
const heardLast = ({ at, text }: Pick<Heard, 'at' | 'text'>) => ({ ':heard': `${at} ${text}` });

/** Enough words take the word from an assistant that speaks; any words do when it does not. */
function hearingChange({ at, text }: Heard): Change {
  return {
    update:
      'SET silentSince = :nobody, customerSpeaksSince = :nobody, heardAt = :at, heardLast = :heard ADD generation :one, heardTimes :one',
    condition: `${IS_NEWS} AND NOT (wordsToInterrupt > :words AND attribute_type(speakingSince, :number))`,
    values: {
      ...heardLast({ at, text }),
      ':nobody': null,
      ':at': at,
      ':one': 1,
      ':words': countWords(text),
      ':number': 'N',
    },
  };
}

/** A connection is opened once: the carrier may repeat its first frame. */
async function open(table: Table, state: ConversationState, script: ConversationScript): Promise<void> {
  const expiresAt = forgottenAt(state.openedAt);
  const put = (Item: Record<string, unknown>) => ({
    Put: { TableName: table.tableName, Item, ConditionExpression: 'attribute_not_exists(pk)' },
  });
  const { connectionId } = state;
  await transact(table, [
    put({ ...keys.conversation.state(connectionId), ...state, heardAt: 0, heardTimes: 0, voiceAt: 0, expiresAt }),
    put({ ...keys.conversation.script(connectionId), ...script, expiresAt }),
  ]);
}

async function hear(
  table: Table,
  connectionId: string,
  event: Heard,
  now: number,
): ReturnType<ConversationStore['hear']> {
  const [state, read] = await Promise.all([
    changeState(table, connectionId, hearingChange(event)),
    readRows(table, connectionId),
    putEvent(table, connectionId, event),
  ]);
  if (!state) return overheard(table, connectionId, event, now);
  let rows = withEvent(read, event);
  const { heardTimes } = state;
  for (let reads = 1; reads < MAX_READS && timesHeard(rows) < heardTimes; reads += 1) {
    rows = withEvent(await readRows(table, connectionId), event);
  }
  return conversation(state, rows);
}

function conversation(state: StoredState | undefined, { script, events }: ConversationRows) {
  return state && script && { state: v.parse(ConversationStateItem, state), script, events };
}

/** Words that do not take the word: too few of them, or the same ones again. */
async function overheard(table: Table, connectionId: string, event: Heard, now: number) {
  const counted = {
    update: 'SET heardLast = :heard ADD heardTimes :one',
    condition: IS_NEWS,
    values: { ...heardLast(event), ':one': 1 },
  };
  if (await changeState(table, connectionId, counted)) return 'murmur';
  return (await getState(table, connectionId, now)) && 'repeated';
}

/** The read may have run before the write of the event. */
function withEvent({ script, events }: ConversationRows, event: Heard) {
  const isIn = events.some((other) => other.kind === event.kind && other.at === event.at && other.text === event.text);
  return { script, events: isIn ? events : [...events, event].toSorted((one, other) => one.at - other.at) };
}

function timesHeard({ events }: ConversationRows): number {
  return events.filter((event) => event.kind === 'customer_said').length;
}
