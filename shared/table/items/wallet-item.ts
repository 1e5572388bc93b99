import * as v from 'valibot';
import type { Wallet } from '#shared/domain/account/account.ts';

/** A wallet as stored: changed only by transactions whose conditions keep `available` at zero or more. */
export const WalletItem = v.object({
  userId: v.number(),
  balance: v.number(),
  available: v.number(),
}) satisfies v.GenericSchema<unknown, Wallet & { userId: number }>;
