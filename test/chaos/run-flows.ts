import { setTimeout as sleep } from 'node:timers/promises';
import { type ChaosStack, startChaosStack } from '#test/chaos/chaos-stack.ts';
import type { ChaosRunOptions, Outcome } from '#test/chaos/chaos.ts';
import { createClient } from '#test/chaos/client.ts';
import { ANSWERED, checkInvariants, type Evidence, excusedSentences, type Invariant } from '#test/chaos/invariants.ts';
import { type Lateness, watchLateness } from '#test/chaos/lateness.ts';
import { createLoad, type LoadOptions } from '#test/chaos/load.ts';
import { observe } from '#test/chaos/observe.ts';
import { startReceiver } from '#test/chaos/receiver.ts';

const USERS = [1, 2];
const ACTS_PER_SECOND = 1.2;
const PLENTY = 10_000_000_000;
const LOOK_MS = 2_000;
const SETTLE_MS = 180_000;

/** All flows at once, for some minutes, with faults in all services; then the faults end, and everything must settle. */
export async function runFlows({ minutes, seed, rate, speed, without }: ChaosRunOptions): Promise<Outcome> {
  const receiver = await startReceiver(seed);
  const stack = await startChaosStack({ seed, rate, without, speed });
  const crew = await assemble(stack, { seed, speed }, receiver.url);
  const startedAt = Date.now();
  const lateness = watchLateness(
    () => stack.ping(),
    () => [stack.pid(), process.pid],
  );
  const end = startedAt + minutes * 60_000;
  await Promise.all(crew.loads.map((load) => load.runUntil(end, ACTS_PER_SECOND)));
  await stack.calm();
  await Promise.all(crew.loads.map((load) => load.finish()));
  const calmAt = Date.now();
  const { invariants, excused } = await settle(stack, crew, receiver.accepted, SETTLE_MS, { lateness });
  lateness.stop();
  const outcome = {
    figures: {
      seed,
      'minutes of load': minutes,
      'seconds to settle': Math.round((Date.now() - calmAt) / 1000),
      'stack late': percent(lateness.lateShareOf(startedAt, Date.now())),
      'stack late for want of a processor': percent(lateness.shareOf(startedAt, Date.now())),
      'sentences that do not count for it': excused,
      'webhooks accepted': receiver.counts.accepted,
      'webhooks sent again': receiver.counts.repeated,
    },
    faults: await stack.faults(),
    invariants,
  };
  await stack.end({ keep: invariants.some(({ broken }) => broken.length > 0) });
  await receiver.stop();
  return outcome;
}

const percent = (share: number) => `${Math.round(share * 100)} % of the time`;

/** Progress, beside the tables of the result. */
export function say(text: string): void {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`);
}

type Crew = Awaited<ReturnType<typeof assemble>>;

/** Users with money, assistants and a load each. */
export async function assemble(stack: ChaosStack, options: LoadOptions, webhookUrl: string) {
  const clients = USERS.map((userId) => createClient(stack, userId));
  const loads = clients.map((client) => createLoad(stack, client, options));
  for (const userId of USERS) await stack.topUp(userId, PLENTY);
  await Promise.all(loads.map((load) => load.prepare(webhookUrl)));
  return { clients, loads };
}

/** Looks until everything holds, at most for three minutes. */
export async function settle(
  stack: ChaosStack,
  { clients, loads }: Crew,
  webhooks: ReadonlyMap<number, ReadonlySet<string>>,
  settleMs = SETTLE_MS,
  more: Pick<Evidence, 'conversationsAtOnce'> & { lateness?: Lateness } = {},
): Promise<{ invariants: Invariant[]; excused: number }> {
  const answered = loads.map((load) => load.answered);
  const giveUpAt = Date.now() + settleMs;
  for (;;) {
    const observed = await observe(
      stack,
      clients,
      answered.map(({ campaigns }) => campaigns),
    );
    const evidence = { observed, answered, webhooks, ...more };
    const invariants = checkInvariants(evidence);
    const open = invariants.filter(({ broken }) => broken.length > 0);
    const isOver = open.every(({ name }) => name === ANSWERED);
    if (isOver || Date.now() > giveUpAt) return { invariants, excused: excusedSentences(evidence) };
    say(`settling: ${open.map(({ name, broken }) => `${name} (${broken.length}, ${broken[0]})`).join('; ')}`);
    await sleep(LOOK_MS);
  }
}
