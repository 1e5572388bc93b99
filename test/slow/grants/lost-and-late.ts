import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { scheduledEvent } from '#infra/local/aws/schedules/start-schedules.ts';
import type { LocalStack } from '#infra/local/compose/local-stack.ts';
import { switchWebhookOn } from '#shared/assistants/switch-webhook.ts';
import type { Call } from '#shared/calls/call.ts';
import {
  assistants,
  calls,
  dueWork,
  smsMessages,
  table,
  webhookDeliveries,
  webhookEndpoints,
} from '#shared/container.ts';
import { manifest } from '#shared/manifest/manifest.ts';
import { clock } from '#shared/platform/clock.ts';
import { sqs } from '#shared/platform/environment.ts';
import { createRecordId } from '#shared/platform/ids.ts';
import type { QueueMessage, QueueName } from '#shared/platform/queue/messages.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { endpointOf, unknownEndpoint } from '#shared/webhooks/endpoint-health.ts';
import { buildAssistant, buildCall, buildDelivery, buildSms } from '#test/support/builders.ts';
import { sqsEvent } from '#test/support/events.ts';

const USER = 2;
const configuration = { assistant: buildAssistant({ userId: USER }), variables: {} };
const releaser = manifest.find(({ id }) => id === 'schedule/release-due-work')!;
const queues = manifest.filter((row) => row.kind === 'queue');

/** Hands a message to the worker of a queue, as if SQS had delivered it. */
export const deliver = <Name extends QueueName>(stack: LocalStack, queue: Name, message: QueueMessage<Name>) =>
  stack.runtime.invoke(
    queues.find((row) => row.queue === queue)!,
    sqsEvent(message),
  );

export async function runSchedule(stack: LocalStack, id: string): Promise<void> {
  const row = manifest.filter((one) => one.kind === 'schedule').find((one) => one.id === id)!;
  await stack.runtime.invoke(row, scheduledEvent(row, Date.now()));
}

/** A call as it lies in the table, without anybody having made it. */
export async function storeCall(changes: Partial<Call>): Promise<Call> {
  const call = buildCall({ userId: USER, id: createRecordId(Date.now(), Math.random), ...changes });
  await calls().createWithHold(call, configuration);
  return call;
}

/** Malformed messages: every worker moves them to its DLQ. */
export async function sendNonsense(stack: LocalStack): Promise<void> {
  for (const { queue } of queues) {
    const QueueUrl = stack.queues.queueUrl(queue);
    await sqs().send(new SendMessageCommand({ QueueUrl, MessageBody: 'nonsense' }));
  }
}

/** A worker died between telling the carrier and writing down what the carrier said. */
export async function loseAnswersOfTheCarrier(stack: LocalStack): Promise<void> {
  const claimedAt = Date.now() - 60_000;
  await storeCall({ status: 'ended_by_customer', hold: 0 });
  const lost = await storeCall({ status: 'initiated', claimedAt, carrierCallId: null });
  await deliver(stack, 'check-call', { userId: USER, callId: lost.id, waitedSeconds: 30 });
  const unclear = await storeCall({ status: 'initiated', claimedAt, carrierCallId: null });
  await deliver(stack, 'check-call', { userId: USER, callId: unclear.id });
  const sms = buildSms({ userId: USER, status: 'queued', carrierMessageId: null, claimedAt: null });
  const entry = { id: sms.id, userId: USER, amount: -sms.totalCost, kind: 'sms', reference: String(sms.id) } as const;
  await smsMessages().createWithCharge(sms, { ...entry, createdAt: sms.createdAt });
  await smsMessages().claimSending({ userId: USER, smsId: sms.id }, 'run-1', claimedAt);
  await deliver(stack, 'send-sms', { userId: USER, smsId: sms.id });
}

/** Timers that run for longer than SQS delays a message, and every kind of message when its time has come. */
export async function waitForLong(stack: LocalStack): Promise<void> {
  const { client, tableName: TableName } = table();
  const long = await storeCall({ status: 'in-progress', carrierCallId: 'CA1', claimedAt: Date.now() });
  await client.send(
    new UpdateCommand({
      TableName,
      Key: keys.call.key(USER, long.id),
      UpdateExpression: 'SET allowedSeconds = :days',
      ExpressionAttributeValues: { ':days': 1_000_000 },
    }),
  );
  await deliver(stack, 'check-call', { userId: USER, callId: long.id, waitedSeconds: 320 });
  const dueAt = Date.now() - 1000;
  for (const { id, queue } of queues) {
    if (releaser.uses.includes(`queue:${queue}`))
      await dueWork().add({ dueAt, queue, message: await sampleMessage(id) });
  }
  // The cursor stays two minutes behind, so it moves only when it was far behind.
  await dueWork().add({ dueAt: dueAt - 600_000, queue: 'check-call', message: { userId: USER, callId: 1 } });
  await runSchedule(stack, 'schedule/release-due-work');
}

/** Its third attempt fails: the next one is half an hour later. Then the endpoint is slow, and refuses another event. */
export async function failWebhook(stack: LocalStack, userId: number, callId: number): Promise<void> {
  const attempt = { at: Date.now() - 3_600_000, status: 500, problem: null, durationMs: 5 };
  const url = `${stack.address.webhook_sink_url}/status/500`;
  const delivery = buildDelivery({ userId, callId, url, attempts: [attempt, attempt] });
  await webhookDeliveries().create(delivery);
  await deliver(stack, 'deliver-webhook', { userId, deliveryId: delivery.id, attempt: 3 });
  const key = endpointOf(userId, url);
  const known = (await webhookEndpoints().get(key)) ?? unknownEndpoint(key);
  await webhookEndpoints().replace(known, { ...known, pace: 'slow', observedAt: 0, failingSince: null });
  // An event whose webhook is off is not posted.
  const { assistantId } = (await calls().get({ userId, callId }))!;
  await switchWebhookOn(
    { userId, reference: assistantId, calls: 'inbound', url },
    { assistants: assistants(), clock: clock(), allowLoopback: true },
  );
  const next = buildDelivery({ userId, callId, url, event: 'inbound_call.completed' });
  await webhookDeliveries().create(next);
  for (const queue of ['deliver-webhook', 'deliver-slow-webhook'] as const) {
    await deliver(stack, queue, { userId, deliveryId: next.id, attempt: 1 });
  }
}

/** The message of a worker's sample event. */
async function sampleMessage(id: string): Promise<never> {
  const event = JSON.parse(await readFile(resolve('events', `${id}.json`), 'utf8')) as { Records: [{ body: string }] };
  return JSON.parse(event.Records[0].body) as never;
}
