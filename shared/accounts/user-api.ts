import * as v from 'valibot';
import { money, plainText, wholeNumber } from '#shared/platform/http/record-fields.ts';

/** A user in API responses. */
export const UserRecord = v.pipe(
  v.strictObject({
    name: plainText('Northwind Dental'),
    email: v.pipe(plainText('ops@northwind.example'), v.description('Empty where none is known.')),
    total_balance: v.pipe(money(97.25), v.description('Money held for calls that run is still in it.')),
    calls_now: v.pipe(
      wholeNumber(2),
      v.minValue(0),
      v.description('Calls that are being made or talked at this moment.'),
    ),
    calls_allowed: v.pipe(wholeNumber(10), v.minValue(1), v.description('How many campaigns may bring it to.')),
  }),
  v.title('UserRecord'),
);
export type UserRecord = v.InferOutput<typeof UserRecord>;
