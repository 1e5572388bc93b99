import * as v from 'valibot';
import { doNotCallSources, type DoNotCallEntry } from '#shared/domain/do-not-call/do-not-call-entry.ts';

export const DoNotCallItem = v.object({
  userId: v.number(),
  phoneNumber: v.string(),
  source: v.picklist(doNotCallSources),
  reason: v.nullable(v.string()),
  createdAt: v.number(),
}) satisfies v.GenericSchema<unknown, DoNotCallEntry>;
