import * as v from 'valibot';
import { expect } from 'vitest';
import { emptyCallBody } from '#shared/domain/call/call.ts';
import { row } from '#test/api/contract-row.ts';
import * as shapes from '#test/api/shapes.ts';
import { foreignIds } from '#test/api/steps.ts';
import { callIdAt, storeCall, storeSettledCall } from '#test/api/stored-calls.ts';
import type { World } from '#test/api/world.ts';

const GET = 'GET /user/calls/{id}';
const DELETE = 'DELETE /user/calls/{id}';
const FROM = 'existing clients; the public service';

async function settledCall(world: Pick<World, 'customer'>): Promise<number> {
  const call = { id: callIdAt('2026-06-30T12:00:00Z'), status: 'completed' as const };
  return (await storeSettledCall(world, call, emptyCallBody({ customer_name: 'Ada' }))).id;
}

const strangersCall = ({ stranger }: World) => settledCall({ customer: stranger });

export const singleCallRows = [
  row({
    sentence: 'One call is shown as the list shows it',
    from: FROM,
    endpoint: GET,
    status: 200,
    isFresh: true,
    given: settledCall,
    ask: (id) => ({ id }),
    shape: shapes.callRecord,
    after: async ({ body }, _, world) => {
      const list = await world.ask<{ data: unknown[] }>('GET /user/calls');
      expect(list.body.data).toEqual([body]);
    },
  }),
  row({
    sentence: 'The call exists',
    from: FROM,
    endpoint: GET,
    status: 404,
    ask: () => foreignIds.map((id) => ({ id })),
    body: { message: 'Call not found' },
  }),
  row({
    sentence: "The call is the user's",
    from: FROM,
    endpoint: GET,
    status: 404,
    given: strangersCall,
    ask: (id) => ({ id }),
    body: { message: 'Call not found' },
  }),
  row({
    sentence: 'A call that is over is deleted, and no list counts it',
    from: FROM,
    endpoint: DELETE,
    status: 200,
    isFresh: true,
    given: settledCall,
    ask: (id) => ({ id }),
    body: { message: 'Call deleted successfully' },
    after: async (_, id, world) => {
      expect(await world.ask(GET, { id })).toMatchObject({ status: 404 });
      const { body } = await world.ask('GET /user/calls');
      expect(v.parse(v.object({ total: v.number() }), body)).toEqual({ total: 0 });
    },
  }),
  row({
    sentence: 'A call that is not over stays',
    from: FROM,
    endpoint: DELETE,
    status: 409,
    given: async (world) =>
      (await storeCall(world, { id: callIdAt('2026-06-30T12:00:00Z'), status: 'in-progress' })).id,
    ask: (id) => ({ id }),
    body: { message: 'The call is not over and cannot be deleted yet.' },
  }),
  row({
    sentence: "The call to delete exists and is the user's",
    from: FROM,
    endpoint: DELETE,
    status: 404,
    given: strangersCall,
    ask: (id) => [{ id }, ...foreignIds.map((foreign) => ({ id: foreign }))],
    body: { message: 'Call not found' },
  }),
];
