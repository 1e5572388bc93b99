import * as v from 'valibot';
import { ledgerEntryKinds, type LedgerEntry } from '#shared/domain/account/account.ts';

export const LedgerEntryItem = v.object({
  id: v.number(),
  userId: v.number(),
  amount: v.number(),
  kind: v.picklist(ledgerEntryKinds),
  reference: v.string(),
  createdAt: v.number(),
}) satisfies v.GenericSchema<unknown, LedgerEntry>;
