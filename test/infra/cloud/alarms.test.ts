import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { alarms } from '#infra/cloud/alarms/alarms.ts';
import { canaryAlarm } from '#infra/cloud/alarms/canary-alarm.ts';
import { widgets } from '#infra/cloud/alarms/dashboard.ts';
import { accessLogMetrics } from '#infra/cloud/alarms/log-metrics.ts';
import type { MetricSource } from '#infra/cloud/alarms/metric-source.ts';
import { alarmsOf } from '#infra/cloud/alarms/row-alarms.ts';
import { metricMath } from '#infra/generate/alarms/metric-math.ts';
import { manifest, scheduleRows } from '#shared/manifest/manifest.ts';
import { metricDimensions, metricNames } from '#test/infra/cloud/metric-names.ts';

const runbooks = resolve(import.meta.dirname, '../../../docs/runbooks');
const written = [...metricNames(), ...accessLogMetrics.map(({ name }) => name)];
const canaries = manifest.filter(({ canary }) => canary).map((row) => canaryAlarm(row, '7'));
const watched = alarms.flatMap(({ metrics }) => metrics.filter(({ namespace }) => namespace === 'service'));
const shown = widgets.flatMap(({ lines }) =>
  lines.flatMap((line): Array<Pick<MetricSource, 'name' | 'dimensions'>> => {
    if ('expression' in line) return [];
    if ('by' in line) return [{ name: line.metric, dimensions: { [line.by]: '' } }];
    return line.metric.namespace === 'service' ? [line.metric] : [];
  }),
);

describe('alarms', () => {
  it.each(manifest)('watch $id', (row) => {
    const known = alarms.map(({ id }) => id);
    expect(alarmsOf(row).length).toBeGreaterThan(0);
    expect(alarmsOf(row).filter((id) => !known.includes(id))).toEqual([]);
  });

  it.each(scheduleRows)('tell of $id with its own words', ({ id, failure }) => {
    expect(alarms.filter((alarm) => alarm.id === id).map((alarm) => alarm.failure)).toEqual([failure]);
  });

  it('have ten metrics at most, as CloudWatch takes', () => {
    expect([...alarms, ...canaries].filter(({ metrics }) => metrics.length > 10)).toEqual([]);
  });

  it('have an id each', () => {
    const ids = alarms.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each([...alarms, ...canaries])('$id says what users lose, and leads to a runbook', ({ failure, runbook }) => {
    expect(failure).toMatch(/^[A-Z].+\.$/);
    expect(existsSync(resolve(runbooks, runbook))).toBe(true);
  });

  /** Whether an alarm goes off at these sums, by the names of metrics and the values of their dimensions. */
  function goesOff(id: string, sums: Record<string, number>): boolean {
    const { metrics, expression, variables = {}, threshold } = alarms.find((alarm) => alarm.id === id)!;
    const named = metrics.map(({ name, dimensions = {} }, index) => [
      `m${index}`,
      sums[[name, ...Object.values(dimensions)].join(' ')] ?? 0,
    ]);
    const sum = named.map(([variable]) => variable).join(' + ');
    return metricMath(expression ?? sum, variables)(Object.fromEntries(named))! >= threshold;
  }

  /** Five busy minutes of 10,000 calls a day, or an hour of them. */
  const busy = {
    CallAccepted: 100,
    CallFinished: 400,
    'CallFinished completed': 10,
    'CallFinished ended_by_customer': 60,
    'CallFinished ended_by_assistant': 30,
    ModelLatency: 600,
    NumberOfMessagesSent: 500,
    'WebhookAttempt delivered': 400,
  };

  it.each([
    ['api/fails', 'SMS that the carrier refuses, which are answered with 500', { '5xx': 40, FailureAnswered: 40 }],
    ['carrier/messages-rejected', 'some answers that were lost', { CarrierMessageProblem: 4 }],
    ['carrier/messages-rejected', 'numbers that receive none', { CarrierRecipientRefused: 200 }],
    ['carrier/calls-rejected', 'one answer that was lost', { CarrierDialProblem: 1 }],
    ['carrier/calls-rejected', 'wrong numbers', { CarrierRecipientRefused: 200 }],
    ['conversation/not-started', 'customers who hang up', { ConversationTooLate: 5 }],
    ['conversation/broken', 'a connection that was lost', { ConversationFailed: 1 }],
    ['conversation/fails', 'connections that are forged', { IntegrationError: 20, ConnectionRefused: 20 }],
    ['conversation/transcript-incomplete', 'some late sentences', { TranscriptTooLate: 20 }],
    ['conversation/unreadable', 'a frame of a new type in each call', { UnknownFrame: 100 }],
    ['model/fails', 'one turn in a hundred', { 'ReplyFailed 1': 6, ReplyFailed: 12 }],
    ['model/no-evaluation', 'some evaluations', { EvaluationFailed: 4 }],
    ['calls/lost', 'some calls in an hour', { CallReconciled: 3 }],
    ['webhooks/exhausted', 'the receiver of one user, which is gone', { WebhookExhausted: 20 }],
  ])('%s stays quiet on a busy day for %s', (id, _, sums) => {
    expect(goesOff(id, { ...busy, ...sums })).toBe(false);
  });

  it.each([
    ['api/fails', { RequestFailed: 1 }],
    ['api/fails', { RequestCrashed: 1, '5xx': 1 }],
    ['api/fails', { '5xx': 5 }],
    ['carrier/messages-rejected', { CarrierMessageProblem: 30 }],
    ['carrier/calls-rejected', { CarrierDialProblem: 5 }],
    ['conversation/not-started', { ConversationRefused: 1 }],
    ['conversation/fails', { SocketFailure: 1 }],
    ['conversation/fails', { IntegrationError: 3 }],
    ['conversation/broken', { ConversationFailed: 5 }],
    ['conversation/transcript-incomplete', { TranscriptionFailed: 20 }],
    ['conversation/unreadable', { MalformedFrame: 10 }],
    ['model/fails', { 'ReplyFailed 1': 60 }],
    ['model/no-evaluation', { EvaluationFailed: 20 }],
    ['calls/lost', { CallReconciled: 20 }],
    ['webhooks/exhausted', { WebhookExhausted: 100 }],
  ])('%s goes off on a busy day, and where nothing else happens', (id, sums) => {
    expect(goesOff(id, { ...busy, ...sums })).toBe(true);
    expect(goesOff(id, sums)).toBe(true);
  });

  it.each([
    ['runs', 0, false],
    ['runs, although all four workers of a run in five minutes fail', 4 / 20, false],
    ['fails each time', 1, true],
    ['fails for one of its four workers each time', 5 / 20, true],
  ])('a schedule that %s', (_, average, hasFailed) => {
    expect(goesOff('schedule/release-due-work', { Errors: average })).toBe(hasFailed);
  });

  it.each(scheduleRows)('$id that does not run has no value, and rings', ({ id }) => {
    expect(alarms.find((alarm) => alarm.id === id)).toMatchObject({
      missingData: 'bad',
      metrics: [{ name: 'Errors', statistic: 'Average' }],
    });
  });

  it('one lost call and one webhook are worth a look where there are few', () => {
    expect(goesOff('calls/lost', { CallReconciled: 1, CallFinished: 20 })).toBe(true);
    expect(goesOff('webhooks/exhausted', { WebhookExhausted: 1, 'WebhookAttempt delivered': 9 })).toBe(true);
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

  it('belong to an alarm each, except those for a lost account, the erasure of data, and transfers that a user set up wrongly', () => {
    const runbooksOfAlarms = [...alarms, ...canaries].map(({ runbook }) => runbook);
    expect(files.toSorted()).toEqual(
      [...new Set([...runbooksOfAlarms, 'disaster-recovery.md', 'erasure.md', 'transfers.md'])].toSorted(),
    );
  });

  it.each(files)('%s says what users notice, what to check, how to fix it, and how to verify', async (file) => {
    const headings = [...(await readFile(resolve(runbooks, file), 'utf8')).matchAll(/^## (.+)$/gm)].map(
      ([, title]) => title,
    );
    expect(headings).toEqual(['What users notice', 'What to check', 'How to fix it', 'How to verify']);
  });
});
