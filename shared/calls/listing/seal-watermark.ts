import { raiseWatermark, type Booking } from '#shared/accounts/dynamodb-wallet.ts';
import type { Table } from '#shared/platform/table/table.ts';

/** No call is created below it, so what was read there is complete. It is in the wallet: decision 0041. */
export function aboveSealWatermark(callId: number): Pick<Booking, 'aboveWatermark'> {
  return { aboveWatermark: callId };
}

/** False: the wallet is busy or missing. Another run raises it. */
export function raiseSealWatermark(table: Table, userId: number, callId: number): Promise<boolean> {
  return raiseWatermark(table, userId, callId);
}
