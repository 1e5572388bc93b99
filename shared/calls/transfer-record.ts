import * as v from 'valibot';
import { toDecimal } from '#shared/accounts/account.ts';
import { transferStatuses, type Transfer } from '#shared/calls/transfer.ts';
import { toIsoMicroseconds } from '#shared/platform/clock.ts';
import { isoTime, money, phoneNumberText, wholeNumber } from '#shared/platform/http/record-fields.ts';

const TransferRecord = v.pipe(
  v.strictObject({
    to: v.pipe(phoneNumberText('+12025550123'), v.description('The number of the human.')),
    kind: v.pipe(v.picklist(['cold', 'warm']), v.description('`cold`: the human heard that a call is waiting.')),
    status: v.pipe(
      v.picklist(transferStatuses),
      v.description(
        '`bridged`: the human has taken the call. `failed`: the human could not be dialled, or not be paid.',
      ),
    ),
    started_at: v.pipe(isoTime(), v.description('When the human was called.')),
    duration: v.pipe(
      wholeNumber(125),
      v.description('The seconds of the line of the human, once the call is settled.'),
    ),
    cost: v.pipe(money(0.042), v.description('The cost of that line. It is among `carrier_cost`.')),
  }),
  v.title('Transfer'),
);

export const transferRecords = () =>
  v.pipe(v.array(TransferRecord), v.description('The humans who were called for the customer, oldest first.'));

export function toTransfers(transfers: readonly Transfer[] = []): Array<v.InferOutput<typeof TransferRecord>> {
  return transfers.map(({ to, status, startedAt, durationSeconds = 0, cost = 0 }) => ({
    to,
    kind: 'cold',
    status,
    started_at: toIsoMicroseconds(startedAt),
    duration: durationSeconds,
    cost: toDecimal(cost),
  }));
}
