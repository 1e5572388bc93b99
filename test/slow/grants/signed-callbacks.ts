import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fitEvent, type BodyChanges } from '#infra/drive/invoke/fit-event.ts';
import { findRow, firstScene } from '#infra/drive/invoke/invoke-function.ts';
import type { LocalStack } from '#infra/local/compose/local-stack.ts';
import type { Call } from '#shared/calls/call.ts';

/** A callback about this call, as its sample event has it, but for what is said in place of that. */
export async function callBack(
  stack: LocalStack,
  functionId: string,
  { userId, id: callId, carrierCallId, realtimeCallId }: Call,
  changes: BodyChanges = {},
): Promise<void> {
  const row = findRow(functionId);
  const sample: unknown = JSON.parse(await readFile(resolve('events', `${functionId}.json`), 'utf8'));
  const scene = { ...firstScene(stack), userId, callId, ...(realtimeCallId !== undefined && { realtimeCallId }) };
  await stack.runtime.invoke(row, fitEvent(row, sample, scene, { CallSid: carrierCallId, ...changes }));
}

/** The speech model that holds this call uses one of its tools. */
export async function useTool(stack: LocalStack, call: Call, tool: string): Promise<void> {
  const row = findRow('carrier/openai-call-tools');
  const sample = await readFile(resolve('events', `${row.id}.json`), 'utf8');
  const scene = {
    ...firstScene(stack),
    userId: call.userId,
    callId: call.id,
    realtimeCallId: call.realtimeCallId ?? '',
  };
  await stack.runtime.invoke(row, fitEvent(row, JSON.parse(sample.replace('end_call', tool)), scene));
}
