import * as v from 'valibot';
import { toPlainTime } from '#shared/platform/clock.ts';
import type { PageOf, PageRequest } from '#shared/platform/http/lists.ts';
import { phoneNumberText, plainText, plainTime, recordId } from '#shared/platform/http/record-fields.ts';
import { doNotCallSources, type DoNotCallEntry, type DoNotCallStore } from './do-not-call.ts';

export const DoNotCallRecord = v.pipe(
  v.strictObject({
    phone_number: phoneNumberText('+12025550100'),
    source: v.pipe(
      v.picklist(doNotCallSources),
      v.description('The origin of the entry: this API, an import, a wish in a call, or an SMS.'),
    ),
    reason: v.nullable(plainText('Asked not to be called.')),
    created_at: plainTime(),
  }),
  v.title('DoNotCallRecord'),
);
export type DoNotCallRecord = v.InferOutput<typeof DoNotCallRecord>;

export function toDoNotCallRecord({ phoneNumber, source, reason, createdAt }: DoNotCallEntry): DoNotCallRecord {
  return { phone_number: phoneNumber, source, reason, created_at: toPlainTime(createdAt) };
}

export const ListedDoNotCallRecord = v.pipe(
  v.strictObject({
    id: v.pipe(recordId(), v.description('The position of the entry in the list, for `before_id`.')),
    ...DoNotCallRecord.entries,
  }),
  v.title('ListedDoNotCallRecord'),
);
type ListedDoNotCallRecord = v.InferOutput<typeof ListedDoNotCallRecord>;

export interface ListDoNotCallDeps {
  doNotCall: Pick<DoNotCallStore, 'list'>;
}

/** Newest first. */
export async function listDoNotCall(
  { userId, page }: { userId: number; page: PageRequest },
  { doNotCall }: ListDoNotCallDeps,
): Promise<PageOf<ListedDoNotCallRecord>> {
  const { rows, total } = await doNotCall.list(userId, page);
  return { rows: rows.map((entry) => ({ id: entry.id, ...toDoNotCallRecord(entry) })), total };
}
