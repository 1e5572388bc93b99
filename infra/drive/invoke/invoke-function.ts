import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fitEvent } from '#infra/drive/invoke/fit-event.ts';
import { prepareScene, type RunSample } from '#infra/drive/invoke/prepare-scene.ts';
import { type Scene, stageOf } from '#infra/drive/invoke/scene.ts';
import { ACCOUNT_SID } from '#infra/local/address/names.ts';
import { StackError } from '#infra/local/address/stack-error.ts';
import { SOCKET_PATH } from '#infra/local/aws/socket/connections.ts';
import type { LocalStack } from '#infra/local/compose/local-stack.ts';
import type { ManifestRow } from '#shared/manifest/manifest-row.ts';
import { manifest } from '#shared/manifest/manifest.ts';

interface Invocation {
  answer: unknown;
  /** Whether a caller of the function treats the answer as a success. */
  isHandled: boolean;
  milliseconds: number;
  /** The frames that the service sent to the carrier meanwhile. */
  frames: string[];
}

/** Whether the local stack plays who calls the function. Of the carriers it simulates one. */
export const isSimulated = ({ kind, id }: ManifestRow): boolean =>
  kind !== 'carrier' || /^carrier\/(?:twilio|openai)-/.test(id);

const PROJECT_ROOT = resolve(import.meta.dirname, '../../..');

/**
 * Runs one function on a stack whose workers are off, from its sample event or from another file of the same shape.
 *
 * @throws StackError for a callback of a carrier that the local stack does not simulate
 */
export async function invokeFunction(stack: LocalStack, row: ManifestRow, eventFile?: string): Promise<Invocation> {
  if (!isSimulated(row)) throw new StackError(`the local stack does not simulate the carrier of ${row.id}`);
  const run: RunSample = async (functionId, scene, changes) => {
    const sampleRow = findRow(functionId);
    return stack.runtime.invoke(sampleRow, fitEvent(sampleRow, await readSample(functionId), scene, changes));
  };
  const { scene, frames, close } = await prepareScene(firstScene(stack), stageOf(row.id), run);
  try {
    const sent = frames.length;
    const event = eventFile === undefined ? await readSample(row.id) : await readEvent(eventFile);
    const startedAt = performance.now();
    const answer = await stack.runtime.invoke(row, fitEvent(row, event, scene));
    const milliseconds = performance.now() - startedAt;
    return { answer, isHandled: isHandled(answer), milliseconds, frames: frames.slice(sent) };
  } finally {
    close();
  }
}

/** @throws StackError with the ids of all functions when the id is unknown */
export function findRow(functionId: string): ManifestRow {
  const row = manifest.find(({ id }) => id === functionId);
  if (row) return row;
  throw new StackError(`no function ${functionId}; there are ${manifest.map(({ id }) => id).join(', ')}`);
}

/** The first user of the stack, before anything has happened. */
export function firstScene(stack: LocalStack): Scene {
  const [user] = stack.address.users;
  return {
    userId: user?.id ?? 1,
    token: user?.token ?? '',
    accountSid: ACCOUNT_SID,
    authToken: stack.secrets.twilioAuthToken,
    callTokenKey: stack.secrets.callTokenKey,
    openAiWebhookSecret: stack.secrets.openaiWebhookSecret,
    publicUrl: stack.origin,
    socketUrl: stack.origin.replace('http', 'ws') + SOCKET_PATH,
    sinkUrl: stack.address.webhook_sink_url,
    // A stack may hold the calls of earlier scenes, and an id belongs to one call.
    carrierCallId: `CA${randomBytes(16).toString('hex')}`,
  };
}

function readSample(functionId: string): Promise<unknown> {
  return readEvent(resolve(PROJECT_ROOT, `events/${functionId}.json`));
}

async function readEvent(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'is not JSON' : 'cannot be read';
    throw new StackError(`the event file ${file} ${reason}`, { cause: error });
  }
}

function isHandled(answer: unknown): boolean {
  if (typeof answer !== 'object' || answer === null) return true;
  if ('statusCode' in answer) return typeof answer.statusCode === 'number' && answer.statusCode < 500;
  if ('batchItemFailures' in answer)
    return Array.isArray(answer.batchItemFailures) && answer.batchItemFailures.length === 0;
  return true;
}
