import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { forgottenAt, putEvent, readRows, type ConversationRows } from '#shared/adapters/dynamodb/conversation-rows.ts';
import type { Table } from '#shared/adapters/dynamodb/table.ts';
import { transact } from '#shared/adapters/dynamodb/transact.ts';
import type {
  Conversation,
  ConversationEvent,
  ConversationScript,
  ConversationState,
} from '#shared/domain/conversation/conversation.ts';
import { countWords } from '#shared/domain/conversation/words-to-interrupt.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { ConversationStore } from '#shared/ports/conversation-store.ts';
import { ConversationStateItem } from '#shared/table/items/conversation-items.ts';
import { keys } from '#shared/table/keys.ts';

/** Beside the state proper, the item holds what orders late frames, and how many times the customer was heard. */
const StoredState = v.object({ ...ConversationStateItem.entries, expiresAt: v.number(), heardTimes: v.number() });
type StoredState = v.InferOutput<typeof StoredState>;

/** Reads again when another frame's words are counted but not there yet: its write runs, and takes some milliseconds. */
const MAX_READS = 3;

type Heard = Extract<ConversationEvent, { kind: 'customer_said' }>;

interface Change {
  update: string;
  condition?: string;
  values?: Record<string, unknown>;
}

export function createDynamoDbConversationStore(table: Table, clock: Clock): ConversationStore {
  const load = (connectionId: string) => getState(table, connectionId, clock.now());
  return {
    open: (state, script) => open(table, state, script),
    state: async (connectionId) => publicState(await load(connectionId)),
    async read(connectionId) {
      const [state, rows] = await Promise.all([load(connectionId), readRows(table, connectionId)]);
      return conversation(state, rows);
    },
    hear: (connectionId, text, at) => hear(table, connectionId, { kind: 'customer_said', at, text }),
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

/** A voice event counts when no later one is known, nobody spoke since, and the voice is not the one that breaks a silence. */
function voiceChange(voice: 'began' | 'stopped', at: number): Change {
  const isNews = `voiceAt ${voice === 'began' ? '<' : '<='} :at AND heardAt <= :at`;
  return {
    update: 'SET silentSince = :since, speakingSince = :speaking, voiceAt = :at',
    condition: `${isNews} AND (generation = :first OR nudgedGeneration <> generation)`,
    values: {
      ':since': voice === 'began' ? null : at,
      ':speaking': voice === 'began' ? at : null,
      ':at': at,
      ':first': 0,
    },
  };
}

function wayChange(at: number): Change {
  return {
    update: 'SET speakingSince = :nobody ADD generation :one',
    condition: 'attribute_type(speakingSince, :number) AND heardAt < :at AND endingAt = :nobody',
    values: { ':nobody': null, ':one': 1, ':number': 'N', ':at': at },
  };
}

function customerChange(at: number): Change {
  return {
    update: 'SET customerSpeaksSince = :at',
    condition: 'heardAt < :at AND NOT (customerSpeaksSince >= :at)',
    values: { ':at': at },
  };
}

/** Enough words take the word from an assistant that speaks; any words do when it does not. */
function hearingChange({ at, text }: Heard): Change {
  return {
    update:
      'SET silentSince = :nobody, customerSpeaksSince = :nobody, heardAt = :at ADD generation :one, heardTimes :one',
    condition: 'NOT (wordsToInterrupt > :words AND attribute_type(speakingSince, :number))',
    values: { ':nobody': null, ':at': at, ':one': 1, ':words': countWords(text), ':number': 'N' },
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

async function hear(table: Table, connectionId: string, event: Heard): Promise<Conversation | 'murmur' | undefined> {
  const [state, read] = await Promise.all([
    changeState(table, connectionId, hearingChange(event)),
    readRows(table, connectionId),
    putEvent(table, connectionId, event),
  ]);
  if (!state) {
    const counted = { update: 'ADD heardTimes :one', values: { ':one': 1 } };
    return (await changeState(table, connectionId, counted)) && 'murmur';
  }
  let rows = withEvent(read, event);
  const { heardTimes } = state;
  for (let reads = 1; reads < MAX_READS && timesHeard(rows) < heardTimes; reads += 1) {
    rows = withEvent(await readRows(table, connectionId), event);
  }
  return conversation(state, rows);
}

async function getState({ client, tableName }: Table, connectionId: string, now: number) {
  const Key = keys.conversation.state(connectionId);
  const { Item } = await client.send(new GetCommand({ TableName: tableName, Key, ConsistentRead: true }));
  const state = Item && v.parse(StoredState, Item);
  return state && state.expiresAt * 1000 > now ? state : undefined;
}

/** The state after the change; undefined when its condition did not hold, or there is no such conversation. */
async function changeState({ client, tableName }: Table, connectionId: string, change: Change) {
  const input: UpdateCommandInput = {
    TableName: tableName,
    Key: keys.conversation.state(connectionId),
    UpdateExpression: change.update,
    ConditionExpression: ['attribute_exists(pk)', change.condition].filter(Boolean).join(' AND '),
    ...(change.values === undefined ? {} : { ExpressionAttributeValues: change.values }),
    ReturnValues: 'ALL_NEW',
  };
  try {
    const { Attributes } = await client.send(new UpdateCommand(input));
    return v.parse(StoredState, Attributes);
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}

function publicState(state: StoredState | undefined) {
  return state && v.parse(ConversationStateItem, state);
}

function conversation(state: StoredState | undefined, { script, events }: ConversationRows) {
  return state && script && { state: v.parse(ConversationStateItem, state), script, events };
}

/** The read may have run before the write of the event. */
function withEvent({ script, events }: ConversationRows, event: Heard) {
  const isIn = events.some((other) => other.kind === event.kind && other.at === event.at && other.text === event.text);
  return { script, events: isIn ? events : [...events, event].toSorted((one, other) => one.at - other.at) };
}

function timesHeard({ events }: ConversationRows): number {
  return events.filter((event) => event.kind === 'customer_said').length;
}
