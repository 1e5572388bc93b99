import { raiseWatermark, type Booking } from '#shared/accounts/dynamodb-wallet.ts';
import type { Table } from '#shared/platform/table/table.ts';

/**
 * The `sealWatermark` of a user's lists: the id below which no call is created, so that what was read below it is complete for good. It is the
 * watermark of the user's wallet: the transaction of a new call changes the wallet in any case, so its condition costs nothing.
 * Why it has no item of its own: docs/decisions/0041-wallet-in-parts.md
 */
export function aboveSealWatermark(callId: number): Pick<Booking, 'aboveWatermark'> {
  return { aboveWatermark: callId };
}

/** False: the wallet is busy or missing. Another run raises it. */
export function raiseSealWatermark(table: Table, userId: number, callId: number): Promise<boolean> {
  return raiseWatermark(table, userId, callId);
}
