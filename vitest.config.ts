import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env, versions } from 'node:process';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { patience } from '#test/support/patience.ts';

// `npm` and `npx` put the Node of the project first; an editor may not.
if (Number.parseInt(versions.node, 10) < 24)
  throw new Error(`The tests need Node 24, and this is ${versions.node}: use npx vitest`);

/** Each of these starts something of its own: a browser, a bundler, CDK, a linter or a process. */
const infra = [
  'test/clients/mcp/process.test.ts',
  'test/infra/admin/connect.test.ts',
  'test/infra/admin/dead-letters.test.ts',
  'test/infra/cloud/bundle/**/*.test.ts',
  'test/infra/cloud/cdk/**/*.test.ts',
  'test/infra/cloud/deploy/**/*.test.ts',
  'test/infra/help.test.ts',
  'test/infra/simulators/twilio/main.test.ts',
  'test/infra/local/synthesised/**/*.test.ts',
  'test/infra/generate/openapi/lint.test.ts',
];
/** On the emulator of DynamoDB. */
const stores = [
  'test/stores/**/*.test.ts',
  'test/functions/carrier/twilio-message-status.test.ts',
  'test/functions/queue/empty-campaign.test.ts',
  'test/functions/queue/send-sms.test.ts',
  'test/infra/local/faults/fault-proxy.test.ts',
  'test/infra/local/seed.test.ts',
];
/** Over HTTP, on a local stack whose workers do not work. */
const api = ['test/api/**/*.test.ts'];
const flows = ['test/flows/**/*.test.ts'];
/** A browser, or half a minute or more each, and seldom the first to fail: CI runs them after `npm test`. */
const slow = [
  'test/flows/api-reference.test.ts',
  'test/flows/broken-template.test.ts',
  'test/flows/cli.test.ts',
  'test/flows/erasure.test.ts',
  'test/flows/grants.test.ts',
  'test/flows/kill-and-restart.test.ts',
  'test/flows/lost-connection.test.ts',
  'test/flows/model-outage.test.ts',
  'test/flows/python-client.test.ts',
  'test/flows/quickstart.test.ts',
  'test/flows/rehearsals.test.ts',
  'test/generated-clients/**/*.test.ts',
  'test/infra/cloud/cdk/findings.test.ts',
  'test/flows/webhook-examples.test.ts',
  'test/flows/widget.test.ts',
  'test/stores/call-list-budget.test.ts',
  'test/stores/dial-queue-simulation.test.ts',
  'test/infra/generate/contribute/**/*.test.ts',
  'test/studio/**/*.test.ts',
  'test/matrix/whole.test.ts',
];

/** Begun last, one of them would keep one core busy alone. */
const longest =
  /(?:studio\/studio|matrix\/whole|flows\/rehearsals|flows\/grants|dial-queue-simulation|call-list-budget)\.test\.ts$/;

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
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [...infra, ...stores, ...api, ...flows, ...slow, '**/node_modules/**'],
          setupFiles: [quiet, 'test/support/checked-endpoints.ts'],
          isolate: false,
          ...limits(30_000),
        },
      },
      {
        test: {
          name: 'stores',
          include: stores,
          exclude: slow,
          setupFiles: [quiet],
          isolate: false,
          ...limits(60_000),
        },
      },
      { test: { name: 'api', include: api, setupFiles: [quiet], ...limits(120_000) } },
      { test: { name: 'infra', include: infra, exclude: slow, setupFiles: [quiet], ...limits(240_000) } },
      {
        test: {
          name: 'flows',
          include: flows,
          exclude: slow,
          setupFiles: [quiet],
          // Flows wait more than they work: three at a time keep two cores busy.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          ...limits(600_000),
        },
      },
      { test: { name: 'slow', include: slow, setupFiles: [quiet], ...limits(600_000) } },
    ],
  },
});
