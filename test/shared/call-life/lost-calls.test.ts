import { expect, it } from 'vitest';
import { handler } from '#functions/queue/check-call.ts';
import type { CarrierCall } from '#shared/calls/carrier.ts';
import { identifyCarrierCall } from '#shared/calls/track-call.ts';
import { buildAssistant, buildCall } from '#test/support/builders.ts';
import { createMemoryDeadLetters, sqsEvent } from '#test/support/events.ts';
import { createFixedClock } from '#test/support/fakes.ts';
import { storeCall } from '#test/support/in-memory/calls.ts';

const claimedAt = createFixedClock().now();

/** Two calls between the same numbers that were claimed at the same moment, and whose answers were lost. */
async function setup() {
  const subject = await storeCall({ claimedAt });
  const { calls, carrier, clock, key } = subject;
  const other = { ...key, callId: key.callId + 1 };
  await calls.createWithHold(buildCall({ id: other.callId, claimedAt }), {
    assistant: buildAssistant(),
    variables: {},
  });
  const owners = { this: key, other };
  const knows = (carrierCallId: string, status: CarrierCall['status'], { owner, after = 0 }: Partial<Known> = {}) =>
    carrier.known.push({
      carrierCallId,
      status,
      durationSeconds: 33,
      createdAt: claimedAt + after * 1000,
      to: '+12025550100',
      from: '+12025550001',
      ...(owner && { owner: owners[owner] }),
    });
  const dlq = createMemoryDeadLetters();
  const worker = handler.with(subject, dlq);
  const look = (waitedSeconds: number, call = key) => {
    clock.move(claimedAt + waitedSeconds * 1000 - clock.now());
    return worker(sqsEvent({ ...call, waitedSeconds }));
  };
  const read = async (call = key) => {
    const { status, carrierCallId } = (await calls.get(call))!;
    return [status, carrierCallId];
  };
  return { ...subject, other, owners, knows, look, read, dlq };
}

interface Known {
  /** Whose call the carrier's requests name. */
  owner: 'this' | 'other';
  /** Seconds after the claim. */
  after: number;
}

interface Row {
  what: string;
  /** The carrier's calls between the numbers. */
  known: Array<[id: string, status: CarrierCall['status'], known?: Partial<Known>]>;
  /** The calls that have a carrier id. */
  assigned?: Record<string, Known['owner']>;
  waited?: number;
  result: 'waits' | 'is failed' | 'is CA2';
  outcome?: string;
}

it.each<Row>([
  { what: 'that the carrier does not list', known: [], result: 'is failed', outcome: 'not_accepted' },
  { what: 'that may be one in the carrier queue', known: [['CA1', 'initiated']], result: 'waits' },
  { what: 'that may be one that is over', known: [['CA1', 'ended']], result: 'waits' },
  {
    what: 'that may be one of two',
    known: [
      ['CA1', 'ringing'],
      ['CA2', 'busy'],
    ],
    result: 'waits',
  },
  {
    what: 'that may be a live one, whose requests cannot be read yet,',
    known: [['CA1', 'ringing', { owner: 'this' }]],
    result: 'waits',
  },
  {
    what: 'where the only one has another owner by its id',
    known: [['CA1', 'ringing']],
    assigned: { CA1: 'other' },
    result: 'is failed',
    outcome: 'not_accepted',
  },
  {
    what: 'where the only one has another owner by its requests',
    known: [['CA1', 'ended', { owner: 'other' }]],
    result: 'is failed',
    outcome: 'not_accepted',
  },
  { what: 'that may be one created 20 s later', known: [['CA1', 'ringing', { after: 20 }]], result: 'waits' },
  {
    what: 'where the only one was created later',
    known: [['CA1', 'ringing', { after: 21 }]],
    result: 'is failed',
    outcome: 'not_accepted',
  },
  {
    what: 'that the requests of one name',
    known: [
      ['CA1', 'ended'],
      ['CA2', 'ended', { owner: 'this' }],
    ],
    result: 'is CA2',
    outcome: 'identified',
  },
  { what: 'that is unknown, but not for an hour,', known: [['CA1', 'ended']], waited: 2790, result: 'waits' },
  {
    what: 'that is unknown after an hour',
    known: [['CA1', 'ended']],
    waited: 3690,
    result: 'is failed',
    outcome: 'unidentified',
  },
])('a lost call $what $result', async ({ known, assigned = {}, waited = 30, result, outcome }) => {
  const { knows, look, read, calls, owners, counts, timer, queue, carrier, key } = await setup();
  for (const call of known) knows(...call);
  for (const [id, owner] of Object.entries(assigned)) await calls.assignCarrierId(owners[owner], id, 1);
  await look(waited);
  const expected = { waits: ['initiated', null], 'is failed': ['failed', null], 'is CA2': ['ended', 'CA2'] }[result];
  await expect(read()).resolves.toEqual(expected);
  expect(counts).toEqual(outcome === undefined ? [] : [{ name: 'LostCall', dimensions: { outcome } }]);
  const isOver = outcome !== undefined;
  expect(queue.sent.map((sent) => sent.queue)).toEqual(isOver ? ['finish-call'] : []);
  const next = { ...key, waitedSeconds: waited === 30 ? 90 : waited + 900 };
  expect(timer.timers).toMatchObject(isOver ? [] : [{ queue: 'check-call', message: next }]);
  expect(carrier.dialled).toEqual([]);
});

it('neither of two lost calls takes the only candidate until a callback names one of them', async () => {
  const subject = await setup();
  const { knows, look, read, other, dlq, timer } = subject;
  knows('CA1', 'ended');
  await look(5);
  await look(5, other);
  await look(30);
  await look(30, other);
  await look(90);
  expect([await read(), await read(other)]).toEqual([
    ['initiated', null],
    ['initiated', null],
  ]);
  expect(timer.timers.at(-1)).toMatchObject({ message: { waitedSeconds: 990 } });
  await identifyCarrierCall(other, 'CA1', subject);
  await expect(identifyCarrierCall(subject.key, 'CA1', subject)).rejects.toThrow('Forbidden');
  expect(subject.counts).toEqual([{ name: 'CarrierIdRefused', dimensions: undefined }]);
  await look(990);
  expect([await read(), await read(other)]).toEqual([
    ['failed', null],
    ['initiated', 'CA1'],
  ]);
  expect(dlq.sentAgain).toEqual([]);
});

it('looks again soon while the list of the carrier is not certain', async () => {
  const { look, read, dlq, key } = await setup();
  await look(19);
  await expect(read()).resolves.toEqual(['initiated', null]);
  expect(dlq.sentAgain).toEqual([{ message: { ...key, waitedSeconds: 19 }, delaySeconds: 10 }]);
});

it.each([
  { what: 'and that is not listed', known: [], counted: [] },
  {
    what: 'and that is live',
    known: ['CA1'],
    counted: [{ name: 'LostCall', dimensions: { outcome: 'identified' } }],
  },
])('goes on to watch a call that a callback has named in the meantime $what', async ({ known, counted }) => {
  const { knows, look, read, calls, carrier, key, counts, timer } = await setup();
  for (const id of known) knows(id, 'initiated');
  carrier.findCalls = async () => {
    await calls.assignCarrierId(key, 'CA1', 1);
    return carrier.known;
  };
  await look(30);
  await expect(read()).resolves.toEqual(['initiated', 'CA1']);
  expect(counts).toEqual(counted);
  expect(timer.timers).toMatchObject([{ message: { ...key, waitedSeconds: 90 } }]);
});
