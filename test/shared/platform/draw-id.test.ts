import { expect, it } from 'vitest';
import { findReservedRecord, asResumed } from '#shared/platform/http/idempotency.ts';
import { drawId, drawIds } from '#shared/platform/ids.ts';

function setup() {
  let drawn = 0;
  return { ids: { recordId: () => (drawn += 1), uuid: () => '' } };
}

it('drawing an id draws again while the id is taken', async () => {
  const drawn = drawId(setup().ids, async (id) => (id < 3 ? 'id_taken' : 'added'));
  await expect(drawn).resolves.toEqual({ id: 3, outcome: 'added' });
});

it('drawing an id returns a refusal without drawing again', async () => {
  const drawn = drawId(setup().ids, async () => 'refused');
  await expect(drawn).resolves.toEqual({ id: 1, outcome: 'refused' });
});

it('drawing several ids gives up when they do not differ', () =>
  expect(() => drawIds({ recordId: () => 500, uuid: () => '' }, 2, [])).toThrow('were different'));

it('drawing an id gives up when every id is taken', () =>
  expect(drawId(setup().ids, async () => 'id_taken')).rejects.toThrow('is taken'));

const reservation = { id: 100, token: 'mine', resumed: true };

it.each([
  { what: 'the reserved id, when nothing is there', stored: {}, place: { id: 100 } },
  { what: 'the record of an earlier run', stored: { 100: 'mine' }, place: { id: 100, item: 'mine' } },
  { what: 'the next free id, when another took it', stored: { 100: 'other', 101: 'third' }, place: { id: 102 } },
  {
    what: 'the record beside the one of another',
    stored: { 100: 'other', 101: 'mine' },
    place: { id: 101, item: 'mine' },
  },
])('what a request has reserved is $what', async ({ stored, place }) => {
  const records = new Map(Object.entries(stored));
  const found = await findReservedRecord(
    reservation,
    async (id) => records.get(String(id)),
    (token) => token,
  );
  expect(found).toEqual({ item: undefined, ...place });
});

it('what a request has reserved is not looked at on the first run, and nothing without a reservation', async () => {
  const get = async () => {
    throw new Error('read');
  };
  const look = (of: typeof reservation | undefined) => findReservedRecord(of, get, () => undefined);
  await expect(look({ ...reservation, resumed: false })).resolves.toEqual({ id: 100 });
  await expect(look(undefined)).resolves.toEqual({});
});

it('what a request has reserved is looked at once the id was found taken', () => {
  expect(asResumed({ ...reservation, resumed: false })).toEqual(reservation);
  expect(asResumed(undefined)).toBeUndefined();
});
