import { DeleteCommand, GetCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { conditionHolds } from '#shared/adapters/dynamodb/condition-holds.ts';
import type { Table } from '#shared/adapters/dynamodb/table.ts';
import { updateIf } from '#shared/adapters/dynamodb/update-if.ts';
import {
  burstMs,
  TURN_LOST_MS,
  turnMs,
  type DialLane,
  type DialLine,
  type DialPace,
  type DialPlace,
} from '#shared/ports/dial-line.ts';
import { DialPaceItem, DialPlaceItem, DialTenantItem } from '#shared/table/items/dialer-items.ts';
import { keys } from '#shared/table/keys.ts';

/** A user's last round counts for nothing once the line has moved past it. */
const TENANT_KEPT_MS = 24 * 3_600_000;

/** One item holds the pace: it is written once a call, and a carrier takes few calls a second. */
export function createDynamoDbDialLine(table: Table, pace: DialPace): DialLine {
  const { client, tableName: TableName } = table;
  return {
    async takeTurn(now) {
      for (;;) {
        if (await startPace(table, now, turnMs(pace))) return now;
        const end = await continuePace(table, now, turnMs(pace));
        if (end !== undefined) return Math.max(now, end - turnMs(pace) - burstMs(pace));
      }
    },

    async enter({ userId, callId }, lane, now) {
      const round = await nextRound(table, lane, userId, now);
      const Item = { ...keys.dialLine.place(lane, round, userId, callId), userId, callId, lane, round };
      await client.send(new PutCommand({ TableName, Item }));
    },

    first: (count) => readLine(table, count),

    async orphans(now, count) {
      const { at } = await readPace(table);
      return at + TURN_LOST_MS < now ? readLine(table, count) : [];
    },

    async leave({ lane, round, userId, callId }, served) {
      await client.send(new DeleteCommand({ TableName, Key: keys.dialLine.place(lane, round, userId, callId) }));
      if (!served) return;
      const note = new UpdateCommand({
        TableName,
        Key: keys.dialLine.pace(),
        UpdateExpression: 'SET #lane = :round',
        ConditionExpression: 'attribute_exists(pk) AND (attribute_not_exists(#lane) OR #lane < :round)',
        ExpressionAttributeNames: { '#lane': lane },
        ExpressionAttributeValues: { ':round': round },
      });
      await conditionHolds(client.send(note));
    },
  };
}

/** The line is idle: the turn is now. */
function startPace({ client, tableName: TableName }: Table, now: number, turn: number): Promise<boolean> {
  const start = new UpdateCommand({
    TableName,
    Key: keys.dialLine.pace(),
    UpdateExpression: 'SET #at = :end',
    ConditionExpression: 'attribute_not_exists(pk) OR #at <= :now',
    ExpressionAttributeNames: { '#at': 'at' },
    ExpressionAttributeValues: { ':now': now, ':end': now + turn },
  });
  return conditionHolds(client.send(start));
}

/** One more turn after those that were given out; undefined when they are all over. */
async function continuePace(table: Table, now: number, turn: number): Promise<number | undefined> {
  const attributes = await updateIf(table, {
    Key: keys.dialLine.pace(),
    UpdateExpression: 'SET #at = #at + :turn',
    ConditionExpression: '#at > :now',
    ExpressionAttributeNames: { '#at': 'at' },
    ExpressionAttributeValues: { ':now': now, ':turn': turn },
  });
  return attributes && v.parse(DialPaceItem, attributes).at;
}

/** The round after the user's last one, or the one that is being served, whichever is later. */
async function nextRound(table: Table, lane: DialLane, userId: number, now: number): Promise<number> {
  const serving = (await readPace(table))[lane];
  const values = { ':serving': serving, ':end': Math.ceil((now + TENANT_KEPT_MS) / 1000) };
  const tenant = { Key: keys.dialLine.tenant(lane, userId), ExpressionAttributeNames: { '#round': 'round' } };
  for (;;) {
    const attributes =
      (await updateIf(table, {
        ...tenant,
        UpdateExpression: 'SET #round = #round + :one, expiresAt = :end',
        ConditionExpression: '#round >= :serving',
        ExpressionAttributeValues: { ...values, ':one': 1 },
      })) ??
      (await updateIf(table, {
        ...tenant,
        UpdateExpression: 'SET #round = :serving, expiresAt = :end',
        ConditionExpression: 'attribute_not_exists(#round) OR #round < :serving',
        ExpressionAttributeValues: values,
      }));
    if (attributes) return v.parse(DialTenantItem, attributes).round;
  }
}

async function readPace({ client, tableName: TableName }: Table) {
  const { Item } = await client.send(new GetCommand({ TableName, Key: keys.dialLine.pace(), ConsistentRead: true }));
  return v.parse(DialPaceItem, Item ?? { at: 0 });
}

async function readLine(table: Table, count: number): Promise<DialPlace[]> {
  const lanes: DialLane[] = ['interactive', 'campaign'];
  const pages = await Promise.all(lanes.map((lane) => readLane(table, lane, count)));
  return pages.flat().slice(0, count);
}

async function readLane({ client, tableName: TableName }: Table, lane: DialLane, count: number) {
  const { Items } = await client.send(
    new QueryCommand({
      TableName,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :lane)',
      ExpressionAttributeValues: { ':pk': keys.dialLine.partition, ':lane': keys.dialLine.waiting(lane) },
      ConsistentRead: true,
      Limit: count,
    }),
  );
  return (Items ?? []).map((item) => v.parse(DialPlaceItem, item));
}
