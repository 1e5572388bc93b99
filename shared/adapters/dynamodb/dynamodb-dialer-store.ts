import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { conditionHolds } from '#shared/adapters/dynamodb/condition-holds.ts';
import { moveInLists } from '#shared/adapters/dynamodb/lead-list/move-in-lists.ts';
import { leadItemOf, moveInCampaign } from '#shared/adapters/dynamodb/move-lead.ts';
import { queryAll } from '#shared/adapters/dynamodb/query-all.ts';
import { updateIf } from '#shared/adapters/dynamodb/update-if.ts';
import type { Table } from '#shared/adapters/dynamodb/table.ts';
import { transact, type TransactItems } from '#shared/adapters/dynamodb/transact.ts';
import type { Line, Lines } from '#shared/domain/campaign/lines.ts';
import type { DialerStore } from '#shared/ports/dialer-store.ts';
import { CallOutcomesItem, DialerLinesItem, DialerRunItem } from '#shared/table/items/dialer-items.ts';
import { keys, sortableId } from '#shared/table/keys.ts';

/** Counts are looked at for some minutes; they are kept for those who ask what happened. */
const KEPT_MS = 7 * 24 * 3_600_000;

export function createDynamoDbDialerStore(table: Table): DialerStore {
  const { client, tableName: TableName } = table;
  return {
    async lines(userId) {
      const { Item } = await client.send(
        new GetCommand({ TableName, Key: keys.dialerLines(userId), ConsistentRead: true }),
      );
      if (!Item) return { lines: [], version: 0 };
      const { version, lines } = v.parse(DialerLinesItem, Item);
      return { version, lines: Object.entries(lines).map(([id, line]) => ({ callId: Number(id), ...line })) };
    },

    async begin({ lead: [before, after], lines: [linesBefore, linesAfter] }) {
      const failed = await transact(table, [
        {
          Put: {
            TableName,
            Item: leadItemOf(after),
            ConditionExpression: 'version = :version',
            ExpressionAttributeValues: { ':version': before.version },
          },
        },
        ...moveInCampaign(table, before, after),
        ...moveInLists(table, before, after),
        replaceLines(TableName, after.userId, linesBefore, linesAfter),
      ]);
      return failed.length === 0 ? 'begun' : 'conflict';
    },

    ...runsOf(table),

    async freeLine(userId, callId) {
      const free = new UpdateCommand({
        TableName,
        Key: keys.dialerLines(userId),
        UpdateExpression: 'REMOVE #lines.#call',
        ConditionExpression: 'attribute_exists(#lines.#call)',
        // A reserved word.
        ExpressionAttributeNames: { '#lines': 'lines', '#call': String(callId) },
      });
      await conditionHolds(client.send(free));
    },

    ...outcomesOf(table),
  };
}

function outcomesOf(table: Table): Pick<DialerStore, 'countOutcome' | 'outcomesSince'> {
  const { client, tableName: TableName } = table;
  return {
    async countOutcome({ userId, campaignId }, from, isFailure) {
      await client.send(
        new UpdateCommand({
          TableName,
          Key: keys.callOutcomes.key(userId, campaignId, from),
          UpdateExpression: 'ADD calls :one, failed :failed SET expiresAt = :end',
          ExpressionAttributeValues: {
            ':one': 1,
            ':failed': isFailure ? 1 : 0,
            ':end': Math.ceil((from + KEPT_MS) / 1000),
          },
        }),
      );
    },

    async outcomesSince({ userId, campaignId }, from) {
      const items = await queryAll(table, {
        KeyConditionExpression: 'pk = :pk AND sk >= :from',
        ExpressionAttributeValues: {
          ':pk': keys.callOutcomes.partition(userId, campaignId),
          ':from': sortableId(Math.max(0, from)),
        },
      });
      const spans = items.map((item) => v.parse(CallOutcomesItem, item));
      return {
        calls: spans.reduce((sum, span) => sum + span.calls, 0),
        failed: spans.reduce((sum, span) => sum + span.failed, 0),
      };
    },
  };
}

/** Adds one line and drops those that have expired. Lines that are freed meanwhile stay free: nothing else is written. */
function replaceLines(TableName: string, userId: number, before: Lines, after: Lines): TransactItems[number] {
  const Key = keys.dialerLines(userId);
  const valueOf = ({ campaignId, expiresAt }: Line) => ({ campaignId, expiresAt });
  if (before.version === 0) {
    const lines = Object.fromEntries(after.lines.map((line) => [line.callId, valueOf(line)]));
    const Item = { ...Key, version: after.version, lines };
    return { Put: { TableName, Item, ConditionExpression: 'attribute_not_exists(pk)' } };
  }
  const has = ({ lines }: Lines, callId: number) => lines.some((line) => line.callId === callId);
  const taken = after.lines.filter(({ callId }) => !has(before, callId));
  const dropped = before.lines.filter(({ callId }) => !has(after, callId));
  const remove = dropped.map((_, index) => `#lines.#dropped${index}`).join(', ');
  return {
    Update: {
      TableName,
      Key,
      UpdateExpression:
        `SET version = :next, ${taken.map((_, index) => `#lines.#taken${index} = :taken${index}`).join(', ')}` +
        (remove === '' ? '' : ` REMOVE ${remove}`),
      ConditionExpression: 'version = :version',
      ExpressionAttributeNames: {
        '#lines': 'lines',
        ...Object.fromEntries(taken.map(({ callId }, index) => [`#taken${index}`, String(callId)])),
        ...Object.fromEntries(dropped.map(({ callId }, index) => [`#dropped${index}`, String(callId)])),
      },
      ExpressionAttributeValues: {
        ':next': after.version,
        ':version': before.version,
        ...Object.fromEntries(taken.map((line, index) => [`:taken${index}`, valueOf(line)])),
      },
    },
  };
}

/** Taking part in a run, or asking the one that goes on to look again: one write either way, two at most. */
function runsOf(table: Table): Pick<DialerStore, 'startRun' | 'endRun'> {
  const names = { ExpressionAttributeNames: { '#until': 'until' } };
  return {
    async startRun(userId, now, until) {
      const Key = keys.dialerRun(userId);
      for (;;) {
        const started = await updateIf(table, {
          Key,
          UpdateExpression: 'SET #until = :until ADD wanted :one',
          ConditionExpression: 'attribute_not_exists(#until) OR #until <= :now',
          ...names,
          ExpressionAttributeValues: { ':until': until, ':now': now, ':one': 1 },
        });
        if (started) return v.parse(DialerRunItem, started).wanted;
        const asked = await updateIf(table, {
          Key,
          UpdateExpression: 'ADD wanted :one',
          ConditionExpression: '#until > :now',
          ...names,
          ExpressionAttributeValues: { ':now': now, ':one': 1 },
        });
        if (asked) return undefined;
      }
    },

    async endRun(userId, ticket) {
      const Key = keys.dialerRun(userId);
      const ended = await updateIf(table, {
        Key,
        UpdateExpression: 'SET #until = :never',
        ConditionExpression: 'wanted = :ticket',
        ...names,
        ExpressionAttributeValues: { ':never': 0, ':ticket': ticket },
      });
      if (ended) return undefined;
      const { Item } = await table.client.send(
        new GetCommand({ TableName: table.tableName, Key, ConsistentRead: true }),
      );
      return v.parse(DialerRunItem, Item).wanted;
    },
  };
}
