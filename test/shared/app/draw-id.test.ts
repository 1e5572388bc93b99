import { describe, expect, it } from 'vitest';
import { drawId } from '#shared/app/draw-id.ts';

function setup() {
  let drawn = 0;
  return { ids: { recordId: () => (drawn += 1), uuid: () => '' } };
}

describe('drawing an id', () => {
  it('draws again while the id is taken', async () => {
    const drawn = drawId(setup().ids, async (id) => (id < 3 ? 'id_taken' : 'added'));
    await expect(drawn).resolves.toEqual({ id: 3, outcome: 'added' });
  });

  it('gives back a refusal without drawing again', async () => {
    const drawn = drawId(setup().ids, async () => 'refused');
    await expect(drawn).resolves.toEqual({ id: 1, outcome: 'refused' });
  });

  it('gives up when every id is taken', async () => {
    await expect(drawId(setup().ids, async () => 'id_taken')).rejects.toThrow('is taken');
  });
});
