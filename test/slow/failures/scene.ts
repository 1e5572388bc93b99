import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { PurgeQueueCommand } from '@aws-sdk/client-sqs';
import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { fitEvent, type BodyChanges } from '#infra/drive/invoke/fit-event.ts';
import { findRow, firstScene } from '#infra/drive/invoke/invoke-function.ts';
import { prepareScene } from '#infra/drive/invoke/prepare-scene.ts';
import type { Scene, Stage } from '#infra/drive/invoke/scene.ts';
import type { LocalStack } from '#infra/local/compose/local-stack.ts';
import type { Call } from '#shared/calls/call.ts';
import { table } from '#shared/container.ts';
import { environment, sqs } from '#shared/platform/environment.ts';
import { queueNames } from '#shared/platform/queue/watch-queues.ts';
import type { ItemKey } from '#shared/platform/table/table.ts';
import { runSchedule, storeCall } from '#test/slow/grants/lost-and-late.ts';
import { sqsEvent } from '#test/support/events.ts';

let sids = 0;
const newSid = () => `CA${String((sids += 1)).padStart(32, 'a')}`;

/** A call in progress, as far as the table knows. */
export const liveCall = (changes: Partial<Call> = {}): Promise<Call> =>
  storeCall({ status: 'in-progress', carrierCallId: newSid(), claimedAt: Date.now(), ...changes });

export const times = async (count: number, act: (index: number) => Promise<unknown>): Promise<void> => {
  for (let index = 0; index < count; index += 1) await act(index);
};

export async function put(key: ItemKey, rest: object): Promise<void> {
  const { client, tableName: TableName } = table();
  await client.send(new PutCommand({ TableName, Item: { ...key, ...rest } }));
}

/** A field that its schema does not take. */
export async function spoil(key: ItemKey, field: string, value: unknown = 'spoilt'): Promise<void> {
  const { client, tableName: TableName } = table();
  await client.send(
    new UpdateCommand({
      TableName,
      Key: key,
      UpdateExpression: 'SET #field = :value',
      ExpressionAttributeNames: { '#field': field },
      ExpressionAttributeValues: { ':value': value },
    }),
  );
}

/** For as long as something happens: schedules read it, too. */
export async function whileSpoilt(key: ItemKey, field: string, act: () => Promise<unknown>): Promise<void> {
  await spoil(key, field, 7);
  await act();
  const { client, tableName: TableName } = table();
  await client.send(new DeleteCommand({ TableName, Key: { ...key } }));
}

/** Until it is called again, the carrier answers every request that changes something in this way. */
export function carrierAnswers(simulatorUrl: string, status: number, code: number): () => void {
  const real = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : input.toString();
    if (!url.startsWith(simulatorUrl) || init?.method !== 'POST') return real(input, init);
    return Response.json({ code, message: 'no', status }, { status });
  };
  return () => void (globalThis.fetch = real);
}

/** The scene of a sample event, with an assistant of this model. */
export async function withConversation(
  stack: LocalStack,
  model: string,
  act: (scene: Scene, run: (id: string, changes?: BodyChanges) => Promise<unknown>) => Promise<unknown>,
  { stage = 'conversation', ...known }: Partial<Scene> & { stage?: Stage } = {},
): Promise<void> {
  // The messages of samples were sent long ago.
  const sample = async (id: string) => {
    const text = await readFile(resolve('events', `${id}.json`), 'utf8');
    return JSON.parse(text.replace(/"SentTimestamp": "\d+"/, `"SentTimestamp": "${Date.now()}"`)) as unknown;
  };
  const run = async (id: string, scene: Scene, changes = {}) => {
    const row = findRow(id);
    const more = id === 'assistants/create-assistant' ? { llm_model: model, fallback_models: [] } : {};
    return stack.runtime.invoke(row, fitEvent(row, await sample(id), scene, { ...changes, ...more }));
  };
  const { scene, close } = await prepareScene({ ...firstScene(stack), ...known }, stage, run);
  try {
    await act(scene, (id, changes) => run(id, scene, changes));
  } finally {
    close();
  }
}

export async function emptyQueues(): Promise<void> {
  const urls = queueNames.flatMap((queue) => [environment.queueUrl(queue), environment.deadLetterQueueUrl(queue)]);
  await Promise.all(urls.map((QueueUrl) => sqs().send(new PurgeQueueCommand({ QueueUrl }))));
}

const FIVE_MINUTES = 300_000;

/** Runs a schedule as it is run in the minutes in which it watches the queues, or in another one. */
export async function runAt(stack: LocalStack, id: string, { watches }: { watches: boolean }): Promise<void> {
  const real = Date.now;
  const begin = Math.floor(real() / FIVE_MINUTES) * FIVE_MINUTES;
  Date.now = () => begin + (watches ? 1000 : 61_000);
  try {
    await runSchedule(stack, id);
  } finally {
    Date.now = real;
  }
}

/** Of which SQS says that it was sent then. */
export function lateEvent(message: object, sentAt: number) {
  const { Records } = sqsEvent(message);
  return {
    Records: Records.map((record) => ({
      ...record,
      attributes: { ...record.attributes, SentTimestamp: String(sentAt) },
    })),
  };
}
