import { createHash, randomBytes } from 'node:crypto';

/**
 * Lambda counts the invocations of a function in one chain of requests, and stops the next one after 16. The count is in the part
 * `Lineage` of the header `X-Amzn-Trace-Id`, which the SDK of the function forwards, with or without X-Ray.
 * https://docs.aws.amazon.com/lambda/latest/dg/invocation-recursion.html
 */
export const MAX_INVOCATIONS_OF_A_CHAIN = 16;

/** The attribute of SQS that keeps the header of the request that sent the message. */
export const TRACE_ATTRIBUTE = 'AWSTraceHeader';

const hashOf = (functionId: string) => createHash('sha256').update(functionId).digest('hex').slice(0, 8);

/** How often the chain of this header has invoked the function. */
export function invocationsOf(functionId: string, header: string | undefined): number {
  return lineageOf(header).get(hashOf(functionId)) ?? 0;
}

/**
 * The header of an invocation. An event that no function has caused starts a chain. AWS does not document the lineage of a
 * batch: here its longest chain continues.
 */
export function traceOfInvocation(
  functionId: string,
  causes: readonly string[],
  random: (bytes: number) => Buffer = randomBytes,
): string {
  const [cause] = causes.toSorted((one, other) => invocationsOf(functionId, other) - invocationsOf(functionId, one));
  const root = partOf(cause, 'Root') ?? `1-${random(4).toString('hex')}-${random(12).toString('hex')}`;
  const lineage = lineageOf(cause);
  lineage.set(hashOf(functionId), invocationsOf(functionId, cause) + 1);
  const counts = [...lineage].map(([hash, count]) => `${hash}:${count}`).join('|');
  return `Root=${root};Parent=${random(8).toString('hex')};Sampled=0;Lineage=${counts}`;
}

/** The id of the invocation that sent a request with this header. */
export function invocationIdOf(header: string | undefined): string | undefined {
  return partOf(header, 'Parent');
}

function lineageOf(header: string | undefined): Map<string, number> {
  const entries = (partOf(header, 'Lineage') ?? '').split('|').filter((entry) => entry !== '');
  return new Map(
    entries.map((entry) => {
      const [hash = '', count = ''] = entry.split(':');
      return [hash, Number(count)];
    }),
  );
}

function partOf(header: string | undefined, name: string): string | undefined {
  const prefix = `${name}=`;
  const part = header?.split(';').find((one) => one.startsWith(prefix));
  return part?.slice(prefix.length);
}
