import { writeSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTable, startDynamoDbEmulator, type DynamoDbEmulator } from '#infra/local/aws/table/dynamodb-emulator.ts';
import { manifest } from '#shared/manifest/manifest.ts';
import { brokenInvariants, essenceOf, leftovers, readItems } from '#test/slow/matrix/essence.ts';
import { requestFaults, watchWrites, writeFaults, type FaultPlan, type Step } from '#test/slow/matrix/invocation.ts';
import { scenarios, seed, unrepeated, type Scenario } from '#test/slow/matrix/scenarios.ts';
import { createWorld } from '#test/slow/matrix/world.ts';
import { createRandom } from '#test/support/fakes.ts';
import { tableClient } from '#test/support/table.ts';

interface Case extends Omit<FaultPlan, 'meanwhile'> {
  step: Step;
  isTwice: boolean;
}

const CASES_AT_ONCE = 6;
/** A fault that the function gets over itself needs no watchdog: nobody is dialled or texted later than this. */
const LATE_MS = 15_000;
let tables = 0;

async function runCase(client: DynamoDBDocumentClient, endpoint: string, scenario: Scenario, one?: Case) {
  const tableName = `matrix-${(tables += 1)}`;
  await createTable(endpoint, tableName);
  const world = await createWorld(client, tableName);
  await seed(world, scenario.assistant);
  const delivery = await scenario.prepare(world);
  const beside = scenario.beside ?? (async () => void (await world.deliver(delivery)));
  const meanwhile = one?.isTwice ? async () => beside(world) : undefined;
  const { status, steps } = await world.deliver(delivery, one && { ...one, meanwhile });
  if (scenario.beside && !meanwhile) await scenario.beside(world);
  await scenario.afterwards?.(world, status === 0);
  await world.settle();
  const items = await readItems(world);
  const { doneAt, postedAt, posts, queues } = world.outside.state;
  const attempts = items
    .of('WEBHOOK')
    .reduce((sum, { attempts: made }) => sum + (Array.isArray(made) ? made.length : 0), 0);
  return {
    status,
    steps,
    doneAt,
    postedAt,
    /** Posts of webhooks beyond the attempts that were recorded. */
    repeatedPosts: posts - attempts,
    queues,
    essence: await essenceOf(world, items),
    broken: [...brokenInvariants(world, items), ...(scenario.isDeleted ? leftovers(items) : [])],
  };
}

type Outcome = Awaited<ReturnType<typeof runCase>>;

function casesOf(steps: readonly Step[], { isNewEachTime = false }: Scenario): Case[] {
  return steps.flatMap((step, at) =>
    (step.isWrite ? writeFaults : requestFaults).flatMap((fault) =>
      (isNewEachTime ? [false] : [false, true]).map((isTwice) => ({ step, at, fault, isTwice })),
    ),
  );
}

const nameOf = ({ at, step, fault, isTwice }: Case) =>
  `${at} ${step.name}: ${fault}${isTwice ? ', and again meanwhile' : ''}`;

/** What is wrong after a case: invariants, and what has become of everything, compared with the run without a fault. */
function problemsOf(
  usual: Outcome,
  outcome: Outcome,
  one: Case,
  { id, isAnswered, isDeleted = false, mayEndOtherwise = false }: Scenario,
): string[] {
  const problems = [...outcome.broken];
  const isOtherwise = (unrepeated.has(id) || mayEndOtherwise) && one.fault.startsWith('killed');
  if (isAnswered && !outcome.essence.spoken.includes('Hello.')) problems.push('not answered');
  if (!isOtherwise)
    for (const [what, value] of Object.entries(outcome.essence)) {
      const wanted: unknown = Reflect.get(usual.essence, what);
      if (!isDeepStrictEqual(value, wanted))
        problems.push(`${what} ${JSON.stringify(value)} instead of ${JSON.stringify(wanted)}`);
    }
  const isRepaired = one.fault.startsWith('killed') || !one.step.isWrite;
  if (!isRepaired && outcome.doneAt - usual.doneAt > LATE_MS) problems.push('late');
  if (!isRepaired && outcome.postedAt - usual.postedAt > LATE_MS) problems.push('webhook late');
  // A killed worker may have posted, and not recorded it; deliveries of deleted calls are gone.
  if (!one.fault.startsWith('killed') && !isDeleted && outcome.repeatedPosts > usual.repeatedPosts)
    problems.push(`${outcome.repeatedPosts} posts of a webhook beyond its attempts`);
  if (!isRepaired && !one.isTwice && !isDeepStrictEqual(outcome.queues, usual.queues)) {
    problems.push(`sent to ${[...outcome.queues].join()}`);
  }
  if (!isRepaired && !one.isTwice && outcome.status !== usual.status) problems.push(`answer ${outcome.status}`);
  return problems.map((problem) => `${nameOf(one)}: ${problem}`);
}

/** `MATRIX_ONLY="answer lost"` runs the cases with this in their name. */
const only = process.env['MATRIX_ONLY'] ?? '';
const isWanted = (one: Case) => nameOf(one).includes(only);

/** Workers, and functions that change something anywhere, need a scenario. */
const changes = /^(table:(put|update|delete|batch-write)|queue:|carrier$)/;

/**
 * The matrix: every step of every function × every fault × a second delivery meanwhile. The steps are those of a run without a
 * fault, so that a new write brings its own cases. `share`: how many of the cases, chosen by a fixed seed.
 */
export function describeMatrix(share: number): void {
  let emulator: DynamoDbEmulator;
  let client: DynamoDBDocumentClient;
  let cases = 0;
  beforeAll(async () => {
    emulator = await startDynamoDbEmulator();
    client = tableClient(emulator.endpoint);
    watchWrites(client);
  });
  afterAll(async () => {
    client.destroy();
    await emulator.stop();
  });

  it.each(scenarios.map((scenario) => ({ title: [scenario.id, scenario.name].filter(Boolean).join(' '), scenario })))(
    '$title ends as usual',
    async ({ scenario }) => {
      const usual = await runCase(client, emulator.endpoint, scenario);
      expect({ broken: usual.broken, isDone: usual.status > 0 && usual.status < 300 }).toEqual({
        broken: [],
        isDone: true,
      });
      const random = createRandom(1);
      const waiting = casesOf(usual.steps, scenario).filter((one) => random.chance(share) && isWanted(one));
      cases += waiting.length;
      const problems: string[] = [];
      const work = async () => {
        for (let one = waiting.shift(); one; one = waiting.shift()) {
          const outcome = await runCase(client, emulator.endpoint, scenario, one);
          problems.push(...problemsOf(usual, outcome, one, scenario));
        }
      };
      await Promise.all(Array.from({ length: CASES_AT_ONCE }, work));
      expect(problems.toSorted()).toEqual([]);
    },
  );

  it('knows every function that changes something', () => {
    writeSync(1, `fault matrix: ${cases} cases\n`);
    const wanted = manifest.filter(({ kind, uses }) => kind === 'queue' || uses.some((use) => changes.test(use)));
    // A test of a tool only counts itself, and stores nothing else.
    const known = new Set([...scenarios.map(({ id }) => id), 'tools/test-tool']);
    expect(wanted.map(({ id }) => id).filter((id) => !known.has(id))).toEqual([]);
  });
}
