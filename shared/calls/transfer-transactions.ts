import { bookInWallet } from '#shared/accounts/dynamodb-wallet.ts';
import type { Call } from '#shared/calls/call.ts';
import type { Transfer } from '#shared/calls/transfer.ts';
import { allOf, expr } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import type { Table } from '#shared/platform/table/table.ts';

/** A call without transfers has no list. */
export function areTransfers(transfers: readonly Transfer[] | undefined) {
  return transfers === undefined ? expr`attribute_not_exists(transfers)` : expr`transfers = ${[...transfers]}`;
}

/** A repeat after a lost response finds its own list, and answers `changed`: its caller reads the call again. */
export async function holdForTransfer(
  table: Table,
  call: Call,
  { after, hold, lineSeconds }: { after: readonly Transfer[]; hold: number; lineSeconds: number },
  at: number,
): Promise<'held' | 'changed' | 'insufficient_balance'> {
  const booking = { userId: call.userId, balance: 0, available: call.hold - hold };
  const { isBooked, failed } = await bookInWallet(table, booking, [
    {
      update: keys.call.key(call.userId, call.id),
      set: { transfers: [...after], hold, lineSeconds, updatedAt: at },
      condition: allOf([{ status: 'in-progress', hold: call.hold, endedBy: null }, areTransfers(call.transfers)]),
    },
  ]);
  if (isBooked) return 'held';
  return failed.length > 0 ? 'changed' : 'insufficient_balance';
}
