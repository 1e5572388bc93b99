import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { serve } from '#test/support/http-server.ts';

export interface FirstRequest {
  /** Milliseconds from the start of the process to its first request to DynamoDB; to its end when it makes none. */
  milliseconds: number;
  isAsked: boolean;
}

const PROGRAM = join(import.meta.dirname, 'cold-process.mjs');

/** Stands in for AWS, and tells when a process asks DynamoDB for the first time. */
export async function startFirstRequestMeter(
  variablesOf: (functionId: string | undefined, awsUrl: string) => Record<string, string>,
) {
  let asked: (() => void) | undefined;
  const { url, stop } = await serve((request, response) => {
    const target = String(request.headers['x-amz-target'] ?? '');
    if (target.startsWith('DynamoDB')) asked?.();
    const secret = { Name: 'secret', SecretString: '0'.repeat(32) };
    request.resume().on('end', () => {
      response.setHeader('content-type', 'application/x-amz-json-1.0');
      response.end(JSON.stringify(target.startsWith('secretsmanager') ? secret : {}));
    });
  });
  const env = { PATH: process.env['PATH'], AWS_ENDPOINT_URL: url };
  return {
    stop,
    /** One process that loads this bundle, with the variables of this function, and hands its handler its event. */
    async measure(bundle: string, functionId?: string): Promise<FirstRequest> {
      const startedAt = performance.now();
      let milliseconds: number | undefined;
      asked = () => void (milliseconds ??= performance.now() - startedAt);
      const args = [PROGRAM, bundle, ...(functionId === undefined ? [] : [resolve('events', `${functionId}.json`)])];
      const variables = { ...variablesOf(functionId, url), ...env };
      await once(spawn(process.execPath, args, { env: variables, stdio: 'ignore' }), 'exit');
      return { milliseconds: milliseconds ?? performance.now() - startedAt, isAsked: milliseconds !== undefined };
    },
  };
}
