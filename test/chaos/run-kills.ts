import { setTimeout as sleep } from 'node:timers/promises';
import { startChaosStack } from '#test/chaos/chaos-stack.ts';
import type { ChaosRunOptions, Outcome } from '#test/chaos/chaos.ts';
import { startReceiver, type Troubles } from '#test/chaos/receiver.ts';
import { assemble, settle } from '#test/chaos/run-flows.ts';

/** At a time, so that the machine is not what fails. */
const AT_ONCE = 40;
const PAUSE_MS = 10;

/** Calls and SMS, while the whole stack is killed again and again: nothing twice, nothing open, and the money exact. */
export async function runKills(options: ChaosRunOptions, troubles?: Troubles): Promise<Outcome> {
  const { calls, sms, kills, seed, rate, speed, without } = options;
  const receiver = await startReceiver(seed, troubles);
  const environment = { CARRIER_CALLS_PER_SECOND: '10', RATE_LIMIT_PER_MINUTE: '', SMS_WAITING_PER_USER: '1000' };
  const stack = await startChaosStack({ seed, rate, without, speed, environment });
  const crew = await assemble(stack, seed, receiver.url);
  const startedAt = Date.now();
  const half = (count: number) => Math.ceil(count / crew.loads.length);
  const all = crew.loads.map(async (load) => {
    for (let n = 0; n < Math.max(half(calls), half(sms)); n += 1) {
      if (n < half(calls)) load.start(load.makeCall(n));
      if (n < half(sms)) load.start(load.sendSms(n));
      while (load.pending() >= AT_ONCE) await sleep(PAUSE_MS);
    }
    await load.finish();
  });
  const done = Promise.all(all);
  const progress = { isDone: false };
  void done.then(() => Object.assign(progress, { isDone: true }));
  for (let kill = 0; kill < kills; kill += 1) {
    // The kills are spread over the requests; the last ones may come after them.
    const share = ((kill + 1) / (kills + 1)) * (calls + sms);
    const answered = () =>
      crew.loads.reduce((sum, load) => sum + load.answered.calls.length + load.answered.sms.size, 0);
    while (!progress.isDone && answered() < share) await sleep(PAUSE_MS);
    await sleep(500 * (kill % 3));
    await stack.restart();
  }
  await done;
  await stack.calm();
  const calmAt = Date.now();
  const invariants = await settle(stack, crew, receiver.accepted, Math.max(180_000, calls * 1000));
  const outcome = {
    figures: {
      seed,
      calls,
      SMS: sms,
      'kills of the stack': stack.kills(),
      'seconds of requests': Math.round((calmAt - startedAt) / 1000),
      'seconds to settle': Math.round((Date.now() - calmAt) / 1000),
      'webhooks accepted': receiver.counts.accepted,
      'webhooks sent again after they were accepted': receiver.counts.repeated,
      'webhooks answered 503': receiver.counts.errors,
      'webhooks timed out': receiver.counts.timeouts,
      'webhooks reset': receiver.counts.resets,
    },
    faults: await stack.faults(),
    invariants,
  };
  await stack.end({ keep: invariants.some(({ broken }) => broken.length > 0) });
  await receiver.stop();
  return outcome;
}

/** Webhooks of calls to a receiver in trouble, while workers are killed: none lost, none under two ids. */
export function runWebhooks(options: ChaosRunOptions): Promise<Outcome> {
  const troubles = { errors: 0.3, timeouts: 0.1, resets: 0.05 };
  return runKills({ ...options, calls: options.webhooks, sms: 0, kills: 0 }, troubles);
}
