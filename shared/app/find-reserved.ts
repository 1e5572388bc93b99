import type { Reservation } from '#shared/domain/idempotency/idempotency-record.ts';

export interface ReservedPlace<Item> {
  /** What an earlier run of the same request has made already. */
  item?: Item | undefined;
  /** Where to make it now; undefined when nothing is reserved, so that an id is to be drawn. */
  id?: number;
}

/**
 * Looks for what an earlier run of the same request has made, before anything is checked: what was done stays done,
 * even if it would be refused now.
 *
 * It stands at the reserved id, or at one of the next where another record had drawn that id: whoever finds an id taken
 * goes on to the next, so the first free one ends the search.
 */
export async function findReserved<Item>(
  reservation: Reservation | undefined,
  get: (id: number) => Promise<Item | undefined>,
  tokenOf: (item: Item) => string | undefined,
): Promise<ReservedPlace<Item>> {
  if (reservation === undefined) return {};
  if (!reservation.resumed) return { id: reservation.id };
  for (let { id } = reservation; ; id += 1) {
    const item = await get(id);
    if (item === undefined || tokenOf(item) === reservation.token) return { id, item };
  }
}

/** For another try after the id was found taken, be it by another record or by this very request. */
export function resumed(reservation: Reservation | undefined): Reservation | undefined {
  return reservation && { ...reservation, resumed: true };
}
