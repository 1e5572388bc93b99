import { InvokeStore, InvokeStoreBase } from '@aws/lambda-invoke-store';
import * as v from 'valibot';
import { TRACE_ATTRIBUTE } from '#infra/local/aws/lambda/lineage.ts';

// As in Lambda with many events at once. Bundles with an SDK of their own find the store in `globalThis`.
const store = await InvokeStore.getInstanceAsync(true);

/** Runs a handler with this header, which the SDK adds to its requests, as in Lambda. */
export function runInTrace<Answer>(trace: string, run: () => Answer): Answer {
  return store.run({ [InvokeStoreBase.PROTECTED_KEYS.X_RAY_TRACE_ID]: trace }, run);
}

export function currentTrace(): string | undefined {
  return store.getXRayTraceId();
}

const SqsEvent = v.object({
  Records: v.array(v.object({ attributes: v.object({ [TRACE_ATTRIBUTE]: v.optional(v.string()) }) })),
});

/** The headers of the requests that sent the messages of an SQS event. */
export function causesOf(event: unknown): string[] {
  const parsed = v.safeParse(SqsEvent, event);
  if (!parsed.success) return [];
  return parsed.output.Records.flatMap(({ attributes }) => attributes[TRACE_ATTRIBUTE] ?? []);
}
