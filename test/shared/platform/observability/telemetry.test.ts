import * as v from 'valibot';
import { afterEach, beforeEach, expect, it, vi, type MockInstance } from 'vitest';
import { describeIssues } from '#shared/platform/environment.ts';
import {
  addLogContext,
  countFailure,
  logger,
  metrics,
  reportFailure,
  versionOf,
  withLogContext,
} from '#shared/platform/observability/telemetry.ts';

let write: MockInstance<typeof process.stdout.write>;
beforeEach(() => void (write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)));
afterEach(() => write.mockRestore());

const printed = () => JSON.parse(String(write.mock.calls[0]?.[0])) as Record<string, unknown>;

/** The one line that CloudWatch reads, without its time. */
const directive = (name: string, unit: string, dimensions: string[][]) => ({
  Timestamp: expect.any(Number) as number,
  CloudWatchMetrics: [{ Namespace: 'Ringback', Dimensions: dimensions, Metrics: [{ Name: name, Unit: unit }] }],
});

it('an error of several tells the first five of them', () => {
  const reasons = Array.from({ length: 7 }, (_, index) => new Error(`user ${index}`));
  logger.error('closing failed', { error: new AggregateError(reasons, '7 users') });
  expect(printed()).toMatchObject({
    error: { message: '7 users', errors: [0, 1, 2, 3, 4].map((index) => ({ message: `user ${index}` })) },
  });
  expect((printed()['error'] as { errors: unknown[] }).errors).toHaveLength(5);
});

it('a record that does not parse is logged with its fields, and without their values', () => {
  const Lead = v.object({
    to: v.pipe(v.string(), v.regex(/^\+\d+$/)),
    calls: v.number(),
    note: v.pipe(v.string(), v.maxLength(3)),
  });
  const stored = { to: '0049 171\n2345678', calls: '4917123', note: 'Ada is ill' };
  try {
    v.parse(Lead, stored);
  } catch (error) {
    logger.error('request failed', { error });
  }
  const { message, stack } = printed()['error'] as { message: string; stack: string };
  expect(message).toBe('to: expected /^\\+\\d+$/; calls: expected number; note: expected <=3');
  expect(stack).toMatch(/^ValiError: to: .+\n {4}at /);
  expect(String(write.mock.calls)).not.toMatch(/2345678|4917123|Ada/);
});

it('says of a value that is no record what it should be', () => {
  const { issues = [] } = v.safeParse(v.object({ to: v.string() }), 'a text');
  expect(describeIssues(issues)).toBe('value: expected Object');
});

it('a metric counts one without dimensions', () => {
  metrics.count('CallAccepted');
  expect(printed()).toEqual({ _aws: directive('CallAccepted', 'Count', [[]]), CallAccepted: 1 });
});

it('a metric counts with dimensions and, for alarms, without them', () => {
  metrics.count('CallFinished', { status: 'busy' });
  expect(printed()).toEqual({
    _aws: directive('CallFinished', 'Count', [[], ['status']]),
    status: 'busy',
    CallFinished: 1,
  });
});

it('a metric measures milliseconds', () => {
  metrics.duration('ModelLatency', 431, { model: 'gpt-4.1' });
  expect(printed()).toEqual({
    _aws: directive('ModelLatency', 'Milliseconds', [[], ['model']]),
    model: 'gpt-4.1',
    ModelLatency: 431,
  });
});

it('a failure is counted under the running function, and logged with its cause and what is known of the invocation', () => {
  withLogContext({ functionId: 'queue/send-sms', requestId: 'message-1' }, () => {
    addLogContext({ userId: 7 });
    reportFailure('MessageFailed', 'queue message failed', { error: new Error('table down', { cause: 'timeout' }) });
  });
  const lines = write.mock.calls.map(([line]) => JSON.parse(String(line)) as unknown);
  expect(lines).toMatchObject([
    { function: 'queue/send-sms', MessageFailed: 1 },
    {
      level: 'ERROR',
      message: 'queue message failed',
      functionId: 'queue/send-sms',
      requestId: 'message-1',
      userId: 7,
      error: { message: 'table down', cause: { name: 'NonError', message: 'timeout' } },
    },
  ]);
});

it.each([
  { called: 'by its alias', version: '12', dimensions: [[], ['function'], ['function', 'version']] },
  { called: 'without one', version: '$LATEST', dimensions: [[], ['function']] },
])('a failure of a function that is called $called has its version, or none', ({ version, dimensions }) => {
  const context = { functionId: 'socket/message', ...versionOf({ functionVersion: version }) };
  withLogContext(context, () => countFailure('SocketFailure'));
  expect(printed()).toMatchObject({
    _aws: directive('SocketFailure', 'Count', dimensions),
    function: 'socket/message',
    ...(version === '12' && { version }),
  });
});

it('the log context does not mix the invocations of one process, and ends with its invocation', async () => {
  const invoke = (userId: number) =>
    withLogContext({ functionId: 'test/echo' }, async () => {
      addLogContext({ userId });
      await Promise.resolve();
      logger.info(`user ${userId}`);
    });
  await Promise.all([invoke(7), invoke(8)]);
  addLogContext({ userId: 9 });
  logger.info('outside');
  const lines = write.mock.calls.map(([line]) => JSON.parse(String(line)) as Record<string, unknown>);
  expect(lines.map(({ message, userId }) => [message, userId])).toEqual([
    ['user 7', 7],
    ['user 8', 8],
    ['outside', undefined],
  ]);
});
