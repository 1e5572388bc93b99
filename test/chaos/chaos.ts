import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from '@commander-js/extra-typings';
import Table from 'cli-table3';
import { startChaosStack } from '#test/chaos/chaos-stack.ts';
import { createClient } from '#test/chaos/client.ts';
import { ANSWERED, checkInvariants, excusedSentences, type Invariant } from '#test/chaos/invariants.ts';
import { watchLateness } from '#test/chaos/lateness.ts';
import { createLoad } from '#test/chaos/load.ts';
import { observe } from '#test/chaos/observe.ts';
import { startReceiver } from '#test/chaos/receiver.ts';

const USERS = [1, 2];
const ACTS_PER_SECOND = 1.2;
const PLENTY = 10_000_000_000;
const LOOK_MS = 2_000;
const SETTLE_MS = 180_000;

const command = new Command('npm run chaos --')
  .description('Injects what only AWS does into a running stack, and checks what must hold whatever happens.')
  .option('--minutes <n>', 'how long', Number, 5)
  .option('--seed <n>', 'chooses the faults', Number, 1)
  .option('--rate <share>', 'of requests that meet a fault', Number, 0.05)
  .option('--speed <n>', 'call seconds per real second', Number, 10)
  .option('--without <kinds...>', 'faults to leave out', [])
  .allowExcessArguments(false)
  .parse();
const { minutes, seed, rate, speed, without } = command.opts();

// All flows at once, for some minutes, with faults in all services; then the faults end, and everything must settle.
const receiver = await startReceiver();
const stack = await startChaosStack({ seed, rate, without, speed });
const clients = USERS.map((userId) => createClient(stack, userId));
const loads = clients.map((client) => createLoad(stack, client, { seed, speed }));
for (const userId of USERS) await stack.topUp(userId, PLENTY);
await Promise.all(loads.map((load) => load.prepare(receiver.url)));
const startedAt = Date.now();
const lateness = watchLateness(
  () => stack.ping(),
  () => [stack.pid, process.pid],
);
await Promise.all(loads.map((load) => load.runUntil(startedAt + minutes * 60_000, ACTS_PER_SECOND)));
await stack.calm();
await Promise.all(loads.map((load) => load.finish()));
const calmAt = Date.now();
const { invariants, excused } = await settle();
lateness.stop();
print('run', {
  seed,
  'minutes of load': minutes,
  'seconds to settle': Math.round((Date.now() - calmAt) / 1000),
  'stack late': percent(lateness.lateShareOf(startedAt, Date.now())),
  'stack late for want of a processor': percent(lateness.shareOf(startedAt, Date.now())),
  'sentences that do not count for it': excused,
  'webhooks accepted': receiver.counts.accepted,
  'webhooks sent again': receiver.counts.repeated,
});
print('injected', await stack.faults());
const broken = invariants.filter((one) => one.broken.length > 0);
await stack.end({ keep: broken.length > 0 });
await receiver.stop();
process.stdout.write(`${tableOf(invariants)}\n`);
for (const { name: what, broken: cases } of broken) {
  process.stdout.write(`\nbroken with seed ${seed}: ${what}\n  ${cases.slice(0, 10).join('\n  ')}\n`);
}
process.exit(broken.length > 0 ? 1 : 0);

/** Looks until everything holds, at most for three minutes. */
async function settle(): Promise<{ invariants: Invariant[]; excused: number }> {
  const answered = loads.map((load) => load.answered);
  const campaigns = answered.map((one) => one.campaigns);
  const giveUpAt = Date.now() + SETTLE_MS;
  for (;;) {
    const observed = await observe(stack, clients, campaigns);
    const evidence = { observed, answered, webhooks: receiver.accepted, lateness };
    const invariants = checkInvariants(evidence);
    const open = invariants.filter(({ broken }) => broken.length > 0);
    const isOver = open.every(({ name }) => name === ANSWERED);
    if (isOver || Date.now() > giveUpAt) return { invariants, excused: excusedSentences(evidence) };
    const cases = open.map(({ name, broken }) => `${name} (${broken.length}, ${broken[0]})`);
    process.stderr.write(`${new Date().toISOString().slice(11, 19)} settling: ${cases.join('; ')}\n`);
    await sleep(LOOK_MS);
  }
}

function percent(share: number): string {
  return `${Math.round(share * 100)} % of the time`;
}

function print(title: string, rows: Record<string, number | string>): void {
  const table = new Table({ head: [title, ''], style: { head: [], border: [] } });
  for (const [what, value] of Object.entries(rows)) table.push([what, value]);
  process.stdout.write(`${table.toString()}\n`);
}

function tableOf(rows: readonly Invariant[]): string {
  const table = new Table({ head: ['must hold', 'cases', 'broken'], style: { head: [], border: [] } });
  for (const row of rows) table.push([row.name, row.count, row.broken.length]);
  return table.toString();
}
