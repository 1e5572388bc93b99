import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { alarms } from '#infra/cloud/alarms/alarms.ts';
import { widgets } from '#infra/cloud/alarms/dashboard.ts';
import type { MetricSource } from '#infra/cloud/alarms/metric-source.ts';
import { manifest } from '#shared/manifest/manifest.ts';
import { metricDimensions, metricNames } from '#test/infra/cloud/metric-names.ts';

const runbooks = resolve(import.meta.dirname, '../../../docs/runbooks');
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

  /** Whether an alarm goes off at these sums, by the names of metrics and the values of their dimensions. */
  function goesOff(id: string, sums: Record<string, number>): boolean {
    const { metrics, expression, threshold } = alarms.find((alarm) => alarm.id === id)!;
    const named = metrics.map(({ name, dimensions = {} }, index) => [
      `m${index}`,
      sums[[name, ...Object.values(dimensions)].join(' ')] ?? 0,
    ]);
    const sum = named.map(([variable]) => variable).join(' + ');
    const functions = {
      FILL: (value: number) => value,
      IF: (is: boolean, one: number, other: number) => (is ? one : other),
    };
    return runInNewContext(expression ?? sum, { ...Object.fromEntries(named), ...functions }) >= threshold;
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
    ['carrier/sms-failed', '200 SMS to numbers that receive none', { 'SmsFailed recipient': 200, SmsFailed: 200 }],
    ['carrier/sms-failed', 'some that the carrier was too busy for', { 'SmsFailed retry': 10 }],
    ['carrier/messages-rejected', 'some answers that were lost', { 'CarrierMessageProblem unknown': 4 }],
    ['carrier/calls-rejected', 'one answer that was lost', { 'CarrierDialProblem unknown': 1 }],
    [
      'conversation/not-started',
      'customers who hang up',
      { 'ConversationRefused call_is_over': 5, ConversationRefused: 5 },
    ],
    ['conversation/broken', 'a connection that was lost', { ConversationFailed: 1 }],
    ['conversation/transcript-incomplete', 'some late sentences', { TranscriptTooLate: 4 }],
    ['conversation/unreadable', 'a frame of a new type in each call', { UnknownFrame: 100 }],
    ['model/fails', 'one turn in a hundred', { 'ReplyFailed 1': 6, ReplyFailed: 12 }],
    ['model/no-evaluation', 'some evaluations', { EvaluationFailed: 4 }],
    ['calls/lost', 'some calls in an hour', { CallReconciled: 3 }],
    ['webhooks/exhausted', 'the receiver of one user, which is gone', { WebhookExhausted: 20 }],
  ])('%s stays quiet on a busy day for %s', (id, _, sums) => {
    expect(goesOff(id, { ...busy, ...sums })).toBe(false);
  });

  it.each([
    ['carrier/sms-failed', { 'SmsFailed refused': 30 }],
    ['carrier/messages-rejected', { 'CarrierMessageProblem refused': 30 }],
    ['carrier/calls-rejected', { 'CarrierDialProblem refused': 5 }],
    ['conversation/not-started', { 'ConversationRefused token': 1 }],
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
    ['wait for no worker', { ApproximateNumberOfMessagesVisible: 1 }, true],
    ['come back from a worker that does not load', { ApproximateNumberOfMessagesNotVisible: 3 }, true],
    ['are worked on', { ApproximateNumberOfMessagesNotVisible: 200, NumberOfMessagesDeleted: 1 }, false],
    ['are a single failure', { ApproximateNumberOfMessagesNotVisible: 1 }, false],
  ])('a queue has stopped, or not, when its messages %s', (_, sums, hasStopped) => {
    expect(goesOff('queue/finish-call/stopped', sums)).toBe(hasStopped);
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

  it('belong to an alarm each, except those for a lost account and for the erasure of data', () => {
    const runbooksOfAlarms = alarms.map(({ runbook }) => runbook);
    expect(files.toSorted()).toEqual(
      [...new Set([...runbooksOfAlarms, 'disaster-recovery.md', 'erasure.md'])].toSorted(),
    );
  });

  it.each(files)('%s says what users notice, what to check, how to fix it, and how to verify', async (file) => {
    const headings = [...(await readFile(resolve(runbooks, file), 'utf8')).matchAll(/^## (.+)$/gm)].map(
      ([, title]) => title,
    );
    expect(headings).toEqual(['What users notice', 'What to check', 'How to fix it', 'How to verify']);
  });
});
