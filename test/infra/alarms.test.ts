import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { alarms } from '#infra/alarms.ts';
import { widgets } from '#infra/dashboard.ts';
import type { MetricSource } from '#infra/operations/metric-source.ts';
import { manifest } from '#shared/manifest/manifest.ts';
import { metricDimensions, metricNames } from '#test/support/metric-names.ts';

const runbooks = resolve(import.meta.dirname, '../../docs/runbooks');
const written = metricNames();
const watched = alarms.flatMap(({ metrics }) => metrics.filter(({ namespace }) => namespace === 'service'));
const shown = widgets.flatMap(({ lines }) =>
  lines.flatMap((line): Array<Pick<MetricSource, 'name' | 'dimensions'>> => {
    if ('expression' in line) return [];
    if ('by' in line) return [{ name: line.metric, dimensions: { [line.by]: '' } }];
    return line.metric.namespace === 'service' ? [line.metric] : [];
  }),
);

describe('alarms', () => {
  it.each(manifest)('watch $id, with its own words', ({ id, failure }) => {
    const own = alarms.filter((alarm) => alarm.id === id);
    expect(own).toHaveLength(1);
    expect(own[0]?.failure).toBe(failure);
  });

  it('have an id each', () => {
    const ids = alarms.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(alarms)('$id says what users lose, and leads to a runbook', ({ failure, runbook }) => {
    expect(failure).toMatch(/^[A-Z].+\.$/);
    expect(existsSync(resolve(runbooks, runbook))).toBe(true);
  });

  it.each(['CarrierDialProblem', 'CarrierMessageProblem'])('leave out wrong numbers in %s', (name) => {
    const outcomes = watched.filter((metric) => metric.name === name).map(({ dimensions }) => dimensions?.['outcome']);
    expect(new Set(outcomes)).toEqual(new Set(['refused', 'retry', 'unknown', 'closed']));
  });

  it('read only metrics that the functions write, by dimensions that they have', () => {
    for (const { name, dimensions = {} } of [...watched, ...shown]) {
      expect(written).toContain(name);
      for (const dimension of Object.keys(dimensions)) expect(metricDimensions(name)).toContain(dimension);
    }
  });

  it('or the dashboard use every metric that the functions write', () => {
    const used = new Set([...watched, ...shown].map(({ name }) => name));
    expect(written.filter((name) => !used.has(name))).toEqual([]);
  });
});

describe('runbooks', async () => {
  const files = (await readdir(runbooks)).filter((file) => file.endsWith('.md') && file !== 'README.md');

  it('belong to an alarm each, except the one for what no alarm survives', () => {
    const runbooksOfAlarms = alarms.map(({ runbook }) => runbook);
    expect(files.toSorted()).toEqual([...new Set([...runbooksOfAlarms, 'disaster-recovery.md'])].toSorted());
  });

  it.each(files)('%s says what users notice, what to check, how to fix it, and how to verify', async (file) => {
    const headings = [...(await readFile(resolve(runbooks, file), 'utf8')).matchAll(/^## (.+)$/gm)].map(
      ([, title]) => title,
    );
    expect(headings).toEqual(['What users notice', 'What to check', 'How to fix it', 'How to verify']);
  });
});
