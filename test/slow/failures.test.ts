import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { alarms } from '#infra/cloud/alarms/alarms.ts';
import { failures, type FailureName } from '#infra/cloud/alarms/failures.ts';
import { scheduleRows } from '#shared/manifest/manifest.ts';
import type { CfnTemplate } from '#test/programs/cdk/cfn-template.ts';
import { synthesise } from '#test/programs/cdk/synthesise.ts';
import { injections } from '#test/slow/failures/inject.ts';
import { readStack } from '#test/slow/failures/readings.ts';
import { emptyQueues, runAt } from '#test/slow/failures/scene.ts';
import { ringing } from '#test/slow/failures/template-alarms.ts';
import { useLocalStack } from '#test/support/local-stack.ts';
import { useOpenAiServer } from '#test/support/openai-server.ts';

const model = useOpenAiServer();
const running = useLocalStack(async () => ({
  workers: false,
  developer: { OPENAI_API_KEY: 'none', OPENAI_BASE_URL: model.baseUrl(), CARRIER_CALLS_PER_SECOND: '50' },
}));
let readings: ReturnType<typeof readStack>;
let template: CfnTemplate;
beforeAll(() => {
  template = synthesise('production').monitoring!;
  readings = readStack(running().stack);
});

const names = Object.keys(failures) as FailureName[];

describe('a failure', () => {
  /** What a stage does in which nothing fails: its schedules run. */
  beforeEach(async () => {
    readings.forget();
    for (const { id } of scheduleRows) await runAt(running().stack, id, { watches: false });
    // No worker runs, so what earlier failures have left waits for ever.
    await emptyQueues();
  });

  it('that is none rings nothing', () => {
    expect(ringing(template, readings.points, readings.lines)).toEqual([]);
  });

  it.each(names)('rings the alarm of its page and no other: %s', async (name) => {
    await injections[name]({ ...running(), readings, model });
    expect(ringing(template, readings.points, readings.lines)).toEqual(failures[name].rings);
  });
});

it('of every alarm is injected', () => {
  const rung = new Set<string>(names.flatMap((name) => failures[name].rings));
  expect(alarms.map(({ id }) => id).filter((id) => !rung.has(id))).toEqual([]);
});
