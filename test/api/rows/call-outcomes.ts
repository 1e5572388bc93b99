import { expect } from 'vitest';
import { rowsOf } from '#test/api/contract-row.ts';
import { idsOf } from '#test/api/steps.ts';
import { callIdAt, storeCall, storeSettledCall } from '#test/api/stored-calls.ts';
import type { World } from '#test/api/world.ts';

const emptyBody = { variables: {}, turns: [], evaluation: {}, webhookResponse: null };

/** Days of calls that came to different ends. */
async function storeOutcomes(world: World) {
  const settle = async (time: string, changes: Parameters<typeof storeSettledCall>[1]) =>
    (await storeSettledCall(world, { id: callIdAt(time), ...changes }, emptyBody)).id;
  return {
    older: await settle('2026-05-01T00:00:00Z', { status: 'busy' }),
    reached: await settle('2026-05-02T00:00:00Z', { status: 'completed', assistantId: 11, outcome: 'goal_reached' }),
    other: await settle('2026-05-03T00:00:00Z', { status: 'completed', outcome: 'goal_reached' }),
    stopped: await settle('2026-05-04T00:00:00Z', { status: 'busy', outcome: 'cancelled' }),
    open: (await storeCall(world, { id: callIdAt('2026-05-05T00:00:00Z'), status: 'busy' })).id,
  };
}

const outcomeFilters: Array<[sentence: string, query: string, found: string]> = [
  ['outcome finds the calls that came to it', 'outcome=goal_reached', 'other reached'],
  ['outcome combines with other filters', 'outcome=goal_reached&assistant_id=11', 'reached'],
  ['outcome finds calls of older releases by what they have, and none that is open', 'outcome=busy', 'older'],
  ['outcome may be one that no call has yet', 'outcome=transferred', ''],
];

const list = rowsOf('GET /user/calls', 'decisions 5');

const outcomeRows = outcomeFilters.map(([sentence, query, found]) =>
  list(200, sentence, {
    isFresh: true,
    given: storeOutcomes,
    ask: { query },
    after: ({ body }, stored) => {
      const ids = found.split(' ').flatMap((name) => stored[name as keyof typeof stored] ?? []);
      expect({ ids: idsOf(body), body }).toMatchObject({ ids, body: { total: ids.length } });
    },
  }),
);

const busyReason = { by: 'customer', code: 'sip_486', text: 'The line is busy. SIP 486: Busy Here.' } as const;

const recordRows = [
  list(200, '`include=outcome` adds to each record what came of its call, null while it is open', {
    isFresh: true,
    given: async (world) => {
      await storeSettledCall(world, { status: 'completed', id: callIdAt('2026-05-01T00:00:00Z') }, emptyBody);
      await storeSettledCall(
        world,
        { status: 'completed', outcome: 'goal_reached', id: callIdAt('2026-05-02T00:00:00Z') },
        emptyBody,
      );
      await storeCall(world, { id: callIdAt('2026-05-03T00:00:00Z') });
    },
    ask: { query: 'include=outcome' },
    part: { data: [{ outcome: null }, { outcome: 'goal_reached' }, { outcome: 'talked' }] },
  }),
  list(200, '`include=reason` adds to each record why its call ended, null where it is not known', {
    isFresh: true,
    given: async (world) => {
      const stored = { status: 'busy', outcome: 'busy' } as const;
      await storeSettledCall(world, { ...stored, id: callIdAt('2026-05-01T00:00:00Z') }, emptyBody);
      await storeSettledCall(
        world,
        { ...stored, id: callIdAt('2026-05-02T00:00:00Z') },
        { ...emptyBody, reason: busyReason },
      );
    },
    ask: { query: 'include=outcome,reason' },
    part: {
      data: [
        { outcome: 'busy', reason: busyReason },
        { outcome: 'busy', reason: null },
      ],
    },
  }),
  list(422, 'outcome is one of the ten words', {
    ask: { query: 'outcome=won' },
    part: { errors: { outcome: ['The selected outcome is invalid.'] } },
  }),
  list(422, 'Nothing else can be included', {
    ask: { query: 'include=transcript' },
    part: { errors: { include: ['The selected include is invalid.'] } },
  }),
];

export const callOutcomeRows = [...outcomeRows, ...recordRows];
