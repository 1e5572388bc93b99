import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env, versions } from 'node:process';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { patience } from '#test/support/patience.ts';

// `npm` and `npx` put the Node of the project first; an editor may not.
if (Number.parseInt(versions.node, 10) < 24)
  throw new Error(`The tests need Node 24, and this is ${versions.node}: use npx vitest`);

/** Begun last, one of them would keep one core busy alone. */
const longest =
  /(?:studio\/studio|matrix\/whole|line\/line|slow\/rehearsals|slow\/grants|dial-queue-simulation|call-list-budget)\.test\.ts$/;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- not that of an array
    const sorted = await super.sort(files);
    const isLongest = ({ moduleId }: TestSpecification) => longest.test(moduleId);
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))];
  }
}

// Workers and the processes that they start load the SDKs as compiled code: a third of the CPU time of a local stack.
env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'node-compile-cache');

const quiet = 'test/support/quiet.ts';

// A machine that is busy with something else takes its time: a limit ends what hangs, and asserts nothing.
const limits = (milliseconds: number) => ({
  testTimeout: patience(milliseconds),
  hookTimeout: patience(milliseconds),
});

/** The folder of a test is its project. */
const testsIn = (folder: string) => [`test/${folder}/**/*.test.ts`];

export default defineConfig({
  test: {
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    coverage: {
      provider: 'v8',
      include: ['shared/**/*.ts', 'functions/**/*.ts'],
      reporter: ['text-summary', 'html'],
      reportOnFailure: true,
    },
    // Importing the same modules anew for each file takes most of the time of small tests. Only a local stack needs
    // that: its functions keep the clients that they have created.
    projects: [
      // What a folder of the sources does has its tests in the folder of the same name.
      {
        test: {
          name: 'unit',
          include: testsIn('{carriers,clients,functions,infra,properties,recordings,settings,shared}'),
          setupFiles: [quiet, 'test/support/checked-endpoints.ts'],
          isolate: false,
          ...limits(30_000),
        },
      },
      // On the emulator of DynamoDB.
      {
        test: { name: 'stores', include: testsIn('stores'), setupFiles: [quiet], isolate: false, ...limits(60_000) },
      },
      // Over HTTP, on a local stack whose workers do not work.
      { test: { name: 'api', include: testsIn('api'), setupFiles: [quiet], ...limits(120_000) } },
      // Each of these starts a program of its own: a bundler, CDK, a linter, a command line.
      { test: { name: 'programs', include: testsIn('programs'), setupFiles: [quiet], ...limits(240_000) } },
      {
        test: {
          name: 'flows',
          include: testsIn('flows'),
          setupFiles: [quiet],
          // Flows wait more than they work: three at a time keep two cores busy.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          ...limits(600_000),
        },
      },
      // A browser, or half a minute or more each, and seldom the first to fail: CI runs them after `npm test`.
      { test: { name: 'slow', include: testsIn('slow'), setupFiles: [quiet], ...limits(600_000) } },
    ],
  },
});
