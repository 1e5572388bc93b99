import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { localCredentials } from '#infra/local/address/names.ts';
import { startQueueEmulator } from '#infra/local/aws/queues/queue-emulator.ts';
import { startQueuePump } from '#infra/local/aws/queues/queue-pump.ts';
import { startFaultProxy } from '#infra/local/faults/fault-proxy.ts';
import type { FaultSettings } from '#infra/local/faults/fault-settings.ts';
import { createFaults } from '#infra/local/faults/faults.ts';
import type { QueueRow } from '#shared/manifest/manifest-row.ts';
import { fakeRuntime, queueRow } from '#test/infra/local/fake-rows.ts';

const stops: Array<() => Promise<void>> = [];

beforeEach(() => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  // The SDK forwards trace headers in Lambda only.
  vi.stubEnv('AWS_LAMBDA_FUNCTION_NAME', 'worker');
});

afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** A worker that sends a message to its own queue, this many times in all. */
async function startWorker(sends: number, changes: Partial<QueueRow> = {}, rates: FaultSettings['rates'] = {}) {
  const row = queueRow(changes);
  // With this seed the first death is by the first request, which takes effect.
  const settings = { seed: 12, rate: 0, rates, slowMs: 0 };
  const faults = createFaults({ current: () => settings, stop: () => undefined });
  const queues = await startQueueEmulator([row]);
  const proxy = await startFaultProxy({ dynamoDb: '', sqsAndS3: queues.endpoint, management: '' }, faults);
  faults.begin();
  const client = (endpoint: string) => new SQSClient({ endpoint, ...localCredentials });
  const ofWorker = client(proxy.url);
  const queueUrl = queues.queueUrl(row.queue);
  const command = new SendMessageCommand({ QueueUrl: queueUrl.replace(queues.endpoint, proxy.url), MessageBody: 'x' });
  const stoppedLoops: string[] = [];
  let begun = 0;
  let ended = 0;
  const runtime = fakeRuntime({
    [row.id]: async () => {
      begun += 1;
      // The first fault is the only one.
      settings.rates = {};
      if (begun <= sends) await ofWorker.send(command);
      ended += 1;
    },
  });
  const queue = {
    row,
    queueUrl,
    deadLetterQueueUrl: queues.deadLetterQueueUrl(row.queue),
  };
  const onStoppedLoop = (id: string) => void stoppedLoops.push(id);
  const pump = startQueuePump({ ...queue, runtime, faults, onStoppedLoop });
  stops.push(
    () => queues.stop(),
    () => proxy.stop(),
    () => pump.stop(),
  );
  await ofWorker.send(command);
  const left = () => queues.count(row.queue);
  const dead = () => queues.count(`${row.queue}-dead-letters`);
  return { state: () => ({ begun, ended, left: left(), dead: dead() }), stoppedLoops };
}

describe('a worker that wakes itself 20 times', () => {
  it.each([
    { recursiveLoop: 'Terminate', begun: 16, dead: 1, stopped: ['queue/dial-calls'] },
    { recursiveLoop: 'Allow', begun: 21, dead: 0, stopped: [] },
  ] as const)('runs $begun times: $recursiveLoop', async ({ recursiveLoop, begun, dead, stopped }) => {
    const { state, stoppedLoops } = await startWorker(20, { recursiveLoop });
    await vi.waitFor(() => expect(state()).toEqual({ begun, ended: begun, left: 0, dead }));
    expect(stoppedLoops).toEqual(stopped);
  });
});

describe('a message of a worker', () => {
  it.each([
    { fault: 'delivered twice', sends: 0, begun: 2, ended: 2 },
    { fault: 'delivered late', sends: 0, begun: 1, ended: 1 },
    // Its request sends a second message and is never answered, and its own message comes again.
    { fault: 'killed', sends: 1, begun: 3, ended: 2 },
  ] as const)('that is «$fault» begins $begun and ends $ended times', async ({ fault, ...expected }) => {
    const { sends, ...counts } = expected;
    const { state } = await startWorker(sends, {}, { [fault]: 1 });
    await vi.waitFor(() => expect(state()).toEqual({ ...counts, left: 0, dead: 0 }));
  });
});
