import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { createWithHold, settle } from '#shared/adapters/dynamodb/call-transactions.ts';
import { removeCall } from '#shared/adapters/dynamodb/call-list/remove-call.ts';
import { listCalls } from '#shared/adapters/dynamodb/call-list/list-calls.ts';
import { createSealMemory } from '#shared/adapters/dynamodb/call-list/seal-memory.ts';
import { sealCalls } from '#shared/adapters/dynamodb/call-list/seal-calls.ts';
import { conditionHolds } from '#shared/adapters/dynamodb/condition-holds.ts';
import type { Table } from '#shared/adapters/dynamodb/table.ts';
import type { CallKey } from '#shared/domain/call/call.ts';
import { listSizes, type ListSizes } from '#shared/domain/call-list/list-sizes.ts';
import type { CallStore } from '#shared/ports/call-store.ts';
import { CallConfigurationItem } from '#shared/table/items/call-configuration-item.ts';
import { CallBodyItem, CallItem, InboundCallItem } from '#shared/table/items/call-item.ts';
import type { ItemKey } from '#shared/table/definition.ts';
import { keys } from '#shared/table/keys.ts';

export function createDynamoDbCallStore(table: Table, sizes: ListSizes = listSizes): CallStore {
  const memory = createSealMemory();
  return {
    createWithHold: (call, configuration) => createWithHold(table, call, configuration),
    settle: (settlement) => settle(table, settlement),
    remove: (key, at) => removeCall(table, key, at),
    list: (userId, filter, page) => listCalls({ table, memory, sizes }, userId, filter, page),

    async seal(userId, now, steps) {
      for (let done = 0; done < steps; done += 1) if (!(await sealCalls(table, userId, now, sizes))) return done;
      return steps;
    },

    findInbound: async (carrierCallId) => read(table, keys.inboundCall(carrierCallId), InboundCallItem),
    get: async ({ userId, callId }) => read(table, keys.call.key(userId, callId), CallItem),
    getConfiguration: async ({ userId, callId }) =>
      read(table, keys.callConfiguration.key(userId, callId), CallConfigurationItem),
    getBody: async ({ userId, callId }) => read(table, keys.callBody.key(userId, callId), CallBodyItem),

    ...diallingOf(table),

    async change(key, change, at, from) {
      const statuses = (from ?? []).map((status, index) => [`:from${index}`, status] as const);
      return updateHead(table, key, {
        set: { ...change, updatedAt: at },
        condition:
          from === undefined
            ? 'attribute_exists(#status)'
            : `#status IN (${statuses.map(([placeholder]) => placeholder).join(', ')})`,
        values: Object.fromEntries(statuses),
      });
    },

    async noteEndedBy(key, endedBy) {
      await updateHead(table, key, {
        set: { endedBy },
        condition: 'attribute_exists(#status) AND #endedBy = :null',
        values: { ':null': null },
      });
    },

    recordWebhookResponse: (key, response) => recordWebhookResponse(table, key, response),
  };
}

function diallingOf(table: Table): Pick<CallStore, 'claimDialling' | 'cancelDialling' | 'releaseDialling'> {
  return {
    async claimDialling(key, at) {
      return updateHead(table, key, {
        set: { claimedAt: at },
        condition: '#status = :initiated AND #claimedAt = :null',
        values: { ':initiated': 'initiated', ':null': null },
      });
    },

    async cancelDialling(key, reason, at) {
      return updateHead(table, key, {
        set: { claimedAt: null, status: 'failed', notDialled: reason, endedAt: at, updatedAt: at },
        condition: '#status = :initiated AND #claimedAt = :null',
        values: { ':initiated': 'initiated', ':null': null },
      });
    },

    async releaseDialling(key) {
      await updateHead(table, key, {
        set: { claimedAt: null },
        condition: '#status = :initiated AND carrierCallId = :null',
        values: { ':initiated': 'initiated', ':null': null },
      });
    },
  };
}

async function recordWebhookResponse(
  { client, tableName: TableName }: Table,
  { userId, callId }: CallKey,
  response: unknown,
): Promise<void> {
  const write = new UpdateCommand({
    TableName,
    Key: keys.callBody.key(userId, callId),
    UpdateExpression: 'SET webhookResponse = :response',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':response': response },
  });
  await conditionHolds(client.send(write));
}

async function read<const S extends v.GenericSchema>(
  { client, tableName: TableName }: Table,
  Key: ItemKey,
  schema: S,
): Promise<v.InferOutput<S> | undefined> {
  const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
  return Item && v.parse(schema, Item);
}

interface HeadUpdate {
  set: Record<string, unknown>;
  /** May name the attributes that are set, and `#status`. */
  condition: string;
  values: Record<string, unknown>;
}

/** Sets attributes of the head under a condition; gives the head afterwards, or undefined when the condition failed. */
async function updateHead({ client, tableName: TableName }: Table, key: CallKey, update: HeadUpdate) {
  const names = Object.keys(update.set).filter((name) => update.set[name] !== undefined);
  try {
    const { Attributes } = await client.send(
      new UpdateCommand({
        TableName,
        Key: keys.call.key(key.userId, key.callId),
        UpdateExpression: `SET ${names.map((name) => `#${name} = :set_${name}`).join(', ')}`,
        ConditionExpression: update.condition,
        ExpressionAttributeNames: {
          '#status': 'status',
          ...Object.fromEntries(names.map((name) => [`#${name}`, name])),
        },
        ExpressionAttributeValues: {
          ...update.values,
          ...Object.fromEntries(names.map((name) => [`:set_${name}`, update.set[name]])),
        },
        ReturnValues: 'ALL_NEW',
      }),
    );
    return v.parse(CallItem, Attributes);
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}
