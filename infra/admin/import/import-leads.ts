import type { AdminDeps } from '#infra/admin/deps/admin-deps.ts';
import { createThrottledQueue, cacheCampaigns, cacheDoNotCall } from '#infra/admin/import/cached-stores.ts';
import { inOrder, inParallel, readCsv, type RefusedRow } from '#infra/admin/import/csv-rows.ts';
import type { ProgressBar } from '#infra/admin/terminal/progress-bar.ts';
import { importLead, type ImportLeadDeps, type ImportedLead } from '#shared/campaigns/create-lead.ts';
import { toE164 } from '#shared/platform/e164.ts';
import { AppError, OperatorError } from '#shared/platform/errors.ts';
import { fitsVariablesLimit } from '#shared/platform/http/fields.ts';

interface ImportedLeads {
  created: number;
  blacklisted: number;
  /** Rows whose number the campaign already has. */
  known: number;
  refused: RefusedRow[];
  seconds: number;
}

/** More parallel rows do not make one process faster. */
const ROWS_AT_ONCE = 24;

/**
 * Imports a file of customers into a campaign. A second run skips the numbers that the campaign already has, so that it
 * completes an interrupted import.
 * @throws OperatorError when the campaign does not exist, or the file is not CSV
 */
export async function importLeads(
  { file, userId, campaignId }: { file: string; userId: number; campaignId: number },
  deps: Pick<AdminDeps, 'campaigns' | 'leads' | 'destinations' | 'doNotCall' | 'queue' | 'ids' | 'clock'>,
  bar: ProgressBar,
): Promise<ImportedLeads> {
  const counts = { created: 0, blacklisted: 0, known: 0 };
  const refused: RefusedRow[] = [];
  const startedAt = deps.clock.now();
  const queue = createThrottledQueue(deps.queue);
  const campaigns = cacheCampaigns(deps.campaigns);
  const doNotCall = await cacheDoNotCall(userId, deps.doNotCall);
  const records = readCsv(file);
  const heading = await records.next();
  if (heading.done) throw new OperatorError(`${file} is empty`);
  const readRow = leadColumns(heading.value.fields);
  try {
    await inParallel(records, ROWS_AT_ONCE, async ({ line, fields, progress }) => {
      const row = readRow(fields);
      const result =
        fields.length > heading.value.fields.length
          ? tooManyCells
          : await importRow({ userId, campaignId, row }, { ...deps, queue, campaigns, doNotCall });
      if (result.outcome === 'refused') refused.push({ line, reason: result.reason });
      else counts[result.outcome] += 1;
      const { created, blacklisted, known } = counts;
      bar.show(progress, `${created + blacklisted} created, ${known} known, ${refused.length} refused`);
    });
    await queue.flush();
  } catch (error) {
    if (error instanceof AppError && error.code === 'campaign_not_found') {
      throw new OperatorError(`user ${userId} has no campaign ${campaignId}`);
    }
    throw error;
  } finally {
    bar.clear();
  }
  return { ...counts, refused: inOrder(refused), seconds: Math.round((deps.clock.now() - startedAt) / 100) / 10 };
}

const tooManyCells: ImportedLead = { outcome: 'refused', reason: 'The row has more cells than the heading.' };

async function importRow(
  { userId, campaignId, row }: { userId: number; campaignId: number; row: LeadRow },
  deps: ImportLeadDeps,
): Promise<ImportedLead> {
  const phoneNumber = importedNumber(row.phoneNumber);
  if (phoneNumber === undefined) return { outcome: 'refused', reason: 'The phone number is not valid.' };
  const secondaryContacts = row.secondaryNumbers.map((text) => ({ text, phoneNumber: importedNumber(text) }));
  if (secondaryContacts.some((contact) => contact.phoneNumber === undefined)) {
    return { outcome: 'refused', reason: 'A secondary phone number is not valid.' };
  }
  if (!fitsVariablesLimit(row.variables)) return { outcome: 'refused', reason: 'The variables are too long.' };
  const request = {
    campaignId,
    phoneNumber,
    variables: row.variables,
    secondaryContacts: secondaryContacts.map((contact) => ({ phoneNumber: contact.phoneNumber ?? '', variables: {} })),
  };
  return importLead({ userId, request }, deps);
}

/** One row of an import. */
interface LeadRow {
  phoneNumber: string;
  secondaryNumbers: string[];
  variables: Record<string, string>;
}

const SECONDARY = /^secondary_phone_([1-9]|10)$/;

/**
 * Reads the heading of a file of leads: `phone_number`, `secondary_phone_1` to `secondary_phone_10`, and variables by their
 * names. Returns a function that reads a row.
 * @throws OperatorError when there is no column `phone_number`, or two columns have the same name
 */
function leadColumns(heading: readonly string[]): (fields: readonly string[]) => LeadRow {
  if (!heading.includes('phone_number')) throw new OperatorError('the file has no column phone_number');
  const repeated = heading.find((name, index) => name !== '' && heading.indexOf(name) !== index);
  if (repeated !== undefined) throw new OperatorError(`the file has two columns ${repeated}`);
  const orderOf = (name: string) => Number(SECONDARY.exec(name)?.[1]);
  const secondaries = heading
    .filter((name) => SECONDARY.test(name))
    .toSorted((one, other) => orderOf(one) - orderOf(other));
  const others = heading.filter((name) => name !== '' && name !== 'phone_number' && !SECONDARY.test(name));
  return (fields) => {
    const valueOf = (name: string) => fields[heading.indexOf(name)] ?? '';
    return {
      phoneNumber: valueOf('phone_number'),
      secondaryNumbers: secondaries.map(valueOf).filter((number) => number !== ''),
      // An empty cell sets no variable.
      variables: Object.fromEntries(others.map((name) => [name, valueOf(name)]).filter(([, value]) => value !== '')),
    };
  };
}

/** Converts a number to E.164. Spreadsheets drop the leading plus, so that it is optional. */
export function importedNumber(text: string): string | undefined {
  return toE164(text) ?? (/^\d{8,15}$/.test(text) ? toE164(`+${text}`) : undefined);
}
