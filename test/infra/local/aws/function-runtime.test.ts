import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFunctionRuntime, requireFunctionFiles } from '#infra/local/aws/lambda/function-runtime.ts';
import { manifest } from '#shared/manifest/manifest.ts';
import { fakeRuntime, httpRow } from '#test/infra/local/fake-rows.ts';

const logged: string[] = [];

beforeEach(() => {
  logged.length = 0;
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => {
    logged.push(String(line));
    return true;
  });
});

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the function runtime', () => {
  const row = httpRow('GET', '/user/thing', { id: 'things/get-thing', timeoutSeconds: 0.05 });

  it('calls a function with the event and a Lambda context', async () => {
    const handler = vi.fn<(event: unknown, context: unknown) => unknown>(() => 'done');
    await expect(fakeRuntime({ [row.id]: handler }).invoke(row, { a: 1 }, { requestId: 'request-1' })).resolves.toBe(
      'done',
    );
    expect(handler.mock.calls[0]).toMatchObject([
      { a: 1 },
      { awsRequestId: 'request-1', functionName: 'things-get-thing', memoryLimitInMB: '128' },
    ]);
  });

  it('loads a function once', async () => {
    const load = vi.fn<Parameters<typeof createFunctionRuntime>[0] & object>(async () => () => 'done');
    const runtime = createFunctionRuntime(load);
    await Promise.all([runtime.invoke(row, {}), runtime.invoke(row, {}), runtime.warm([row])]);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('does not take the refusal of an authorizer for a failure', async () => {
    const runtime = fakeRuntime({ [row.id]: () => Promise.reject(new Error('Unauthorized')) });
    await expect(runtime.invoke(row, {})).rejects.toThrow('Unauthorized');
    expect(logged).toEqual([]);
  });

  it('names the rows whose function is missing', async () => {
    await expect(requireFunctionFiles([row])).rejects.toThrow(
      /things\/get-thing: functions\/http\/things\/get-thing.ts/,
    );
    await expect(requireFunctionFiles(manifest)).resolves.toBeUndefined();
  });
});
