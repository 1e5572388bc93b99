import { setTimeout as sleep } from 'node:timers/promises';
import { startChaosStack } from '#test/chaos/chaos-stack.ts';
import type { ChaosRunOptions, Outcome } from '#test/chaos/chaos.ts';
import { startReceiver, type Troubles } from '#test/chaos/receiver.ts';
import { assemble, say, settle } from '#test/chaos/run-flows.ts';
import { numberLike } from '#test/support/many-numbers.ts';

/** So that the machine is not what fails: time between the requests of a user, and calls at once. */
const BETWEEN_MS = 150;
/** Calls to a busy number are short, and hold no conversation. */
const BETWEEN_SHORT_MS = 25;
const CONVERSATIONS_AT_ONCE = 30;
const CALLS_PER_SECOND = 10;
const SHORT_CALLS_PER_SECOND = 60;
/** Beside the receiver's troubles. */
const KILLS_OF_WEBHOOKS = 5;
/** What a kill can break is in the first and the last seconds of a call. Calls of three minutes took most of the run. */
const LONGEST_CALL_SECONDS = 40;
/** Requests of a user that are not answered. A kill locks the keys of those that ran for 40 s. */
const AT_ONCE = 400;
/** The stack works through short calls as fast as it can: more requests at once would time out. */
const SHORT_AT_ONCE = 20;
/** Further SMS are answered as queued: hundreds that wait for their outcome read the table a thousand times a second. */
const SMS_WAITING = 20;
const PAUSE_MS = 10;
/** A number of the simulator. Its calls announce themselves after seconds, without a conversation. */
const BUSY = '+12025550150';
const REPORT_MS = 10_000;

/** Calls and SMS, while the whole stack is killed again and again: nothing twice, nothing open, and the money exact. */
export function runKills(options: ChaosRunOptions): Promise<Outcome> {
  return run(options);
}

/** `only`: every call goes to this number, to a receiver in trouble. */
async function run(options: ChaosRunOptions, only?: { troubles: Troubles; number: string }): Promise<Outcome> {
  const { calls, sms, kills, seed, rate, speed, without } = options;
  const receiver = await startReceiver(seed, only?.troubles);
  const environment = {
    CARRIER_CALLS_PER_SECOND: String(only ? SHORT_CALLS_PER_SECOND : CALLS_PER_SECOND),
    CONVERSATIONS_AT_ONCE: String(CONVERSATIONS_AT_ONCE),
    SMS_WAITING_PER_USER: String(SMS_WAITING),
  };
  const stack = await startChaosStack({ seed, rate, without, speed, environment });
  const load = { seed, speed, longestCallSeconds: LONGEST_CALL_SECONDS };
  const crew = await assemble(stack, load, receiver.url);
  const startedAt = Date.now();
  const half = (count: number) => Math.ceil(count / crew.loads.length);
  const all = crew.loads.map(async (load) => {
    for (let n = 0; n < Math.max(half(calls), half(sms)); n += 1) {
      if (n < half(calls)) load.start(load.makeCall(n, only && numberLike(only.number, n)));
      if (n < half(sms)) load.start(load.sendSms(n));
      await sleep(only ? BETWEEN_SHORT_MS : BETWEEN_MS);
      while (load.pending() >= (only ? SHORT_AT_ONCE : AT_ONCE)) await sleep(PAUSE_MS);
    }
    await load.finish();
  });
  const done = Promise.all(all);
  const answered = () => crew.loads.reduce((sum, load) => sum + load.answered.calls.length + load.answered.sms.size, 0);
  const report = () => {
    const pending = crew.loads.reduce((sum, load) => sum + load.pending(), 0);
    say(`${answered()} of ${calls + sms} requests answered, ${pending} pending, ${receiver.counts.accepted} webhooks`);
  };
  const reports = setInterval(report, REPORT_MS);
  const progress = { isDone: false };
  void done.then(() => Object.assign(progress, { isDone: true }));
  for (let kill = 0; kill < kills; kill += 1) {
    // The kills are spread over the requests; the last ones may come after them.
    const share = ((kill + 1) / (kills + 1)) * (calls + sms);
    while (!progress.isDone && answered() < share) await sleep(PAUSE_MS);
    await sleep(500 * (kill % 3));
    say(`kill ${kill + 1} of ${kills} after ${answered()} answers`);
    await stack.restart();
  }
  await done;
  clearInterval(reports);
  await stack.calm();
  const calmAt = Date.now();
  const { invariants } = await settle(stack, crew, receiver.accepted, Math.max(180_000, calls * 1000), {
    conversationsAtOnce: CONVERSATIONS_AT_ONCE,
  });
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
  return run({ ...options, calls: options.webhooks, sms: 0, kills: KILLS_OF_WEBHOOKS }, { troubles, number: BUSY });
}
