import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { Table } from '#shared/adapters/dynamodb/table.ts';
import { ConversationStateItem } from '#shared/table/items/conversation-items.ts';
import { keys } from '#shared/table/keys.ts';

/** Beside the state proper, the item holds what orders late frames, how many times the customer was heard, and what last. */
const StoredState = v.object({
  ...ConversationStateItem.entries,
  expiresAt: v.number(),
  heardTimes: v.number(),
  heardLast: v.optional(v.string()),
});
export type StoredState = v.InferOutput<typeof StoredState>;

export interface Change {
  update: string;
  condition?: string;
  values?: Record<string, unknown>;
}

export async function getState({ client, tableName }: Table, connectionId: string, now: number) {
  const Key = keys.conversation.state(connectionId);
  const { Item } = await client.send(new GetCommand({ TableName: tableName, Key, ConsistentRead: true }));
  const state = Item && v.parse(StoredState, Item);
  return state && state.expiresAt * 1000 > now ? state : undefined;
}

/** The state after the change; undefined when its condition did not hold, or there is no such conversation. */
export async function changeState({ client, tableName }: Table, connectionId: string, change: Change) {
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

export function publicState(state: StoredState | undefined) {
  return state && v.parse(ConversationStateItem, state);
}

/** A voice event counts when no later one is known, nobody spoke since, and the voice is not the one that breaks a silence. */
export function voiceChange(voice: 'began' | 'stopped', at: number): Change {
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

export function wayChange(at: number): Change {
  return {
    update: 'SET speakingSince = :nobody ADD generation :one',
    condition: 'attribute_type(speakingSince, :number) AND heardAt < :at AND endingAt = :nobody',
    values: { ':nobody': null, ':one': 1, ':number': 'N', ':at': at },
  };
}

export function customerChange(at: number): Change {
  return {
    update: 'SET customerSpeaksSince = :at',
    condition: 'heardAt < :at AND NOT (customerSpeaksSince >= :at)',
    values: { ':at': at },
  };
}
