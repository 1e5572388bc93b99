import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { conditionHolds } from '#shared/adapters/dynamodb/condition-holds.ts';
import { moveInLists } from '#shared/adapters/dynamodb/lead-list/move-in-lists.ts';
import { leadItemOf, moveInCampaign } from '#shared/adapters/dynamodb/move-lead.ts';
import { queryAll } from '#shared/adapters/dynamodb/query-all.ts';
import type { Table } from '#shared/adapters/dynamodb/table.ts';
import { transact, type TransactItems } from '#shared/adapters/dynamodb/transact.ts';
import type { Lines } from '#shared/domain/campaign/lines.ts';
import type { DialerStore } from '#shared/ports/dialer-store.ts';
import { CallOutcomesItem, DialerLinesItem } from '#shared/table/items/dialer-items.ts';
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

    async freeLine(userId, callId) {
      const free = new UpdateCommand({
        TableName,
        Key: keys.dialerLines(userId),
        UpdateExpression: 'REMOVE #lines.#call SET version = version + :one',
        ConditionExpression: 'attribute_exists(#lines.#call)',
        // A reserved word.
        ExpressionAttributeNames: { '#lines': 'lines', '#call': String(callId) },
        ExpressionAttributeValues: { ':one': 1 },
      });
      await conditionHolds(client.send(free));
    },

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

/** Some 50 bytes a line: an item of a few kilobytes for a user with many calls. */
function replaceLines(TableName: string, userId: number, before: Lines, after: Lines): TransactItems[number] {
  const lines = Object.fromEntries(
    after.lines.map(({ callId, campaignId, expiresAt }) => [callId, { campaignId, expiresAt }]),
  );
  return {
    Put: {
      TableName,
      Item: { ...keys.dialerLines(userId), version: after.version, lines },
      ConditionExpression: before.version === 0 ? 'attribute_not_exists(pk)' : 'version = :version',
      ...(before.version > 0 && { ExpressionAttributeValues: { ':version': before.version } }),
    },
  };
}
