import { columnsOf } from '#clients/imports/src/columns.ts';
import { leadOfRow, type ImportedLead as LeadOfFile } from '#clients/imports/src/lead-rows.ts';
import type { AdminDeps } from '#infra/admin/deps/admin-deps.ts';
import { createThrottledQueue, cacheCampaigns, cacheDoNotCall } from '#infra/admin/import/cached-stores.ts';
import { importTable, type RefusedRows, type TableOptions } from '#infra/admin/import/import-table.ts';
import type { ProgressBar } from '#infra/admin/terminal/progress-bar.ts';
import { importLead, type ImportLeadDeps, type ImportedLead } from '#shared/campaigns/create-lead.ts';
import { AppError, OperatorError } from '#shared/platform/errors.ts';
import { fitsVariablesLimit } from '#shared/platform/http/fields.ts';

interface ImportedLeads {
  created: number;
  blacklisted: number;
  /** Rows whose number the campaign already has. */
  known: number;
  seconds: number;
}

export interface LeadsImport extends TableOptions {
  userId: number;
  campaignId: number;
  /** Of numbers without a plus, for rows that state none. */
  country?: string | null | undefined;
}

/**
 * Imports a file of customers into a campaign. A second run skips the numbers that the campaign already has, so that it
 * completes an interrupted import.
 * @throws OperatorError when the campaign does not exist, or the file cannot be read
 */
export async function importLeads(
  { userId, campaignId, country, ...source }: LeadsImport,
  deps: Pick<AdminDeps, 'campaigns' | 'leads' | 'destinations' | 'doNotCall' | 'queue' | 'ids' | 'clock'>,
  bar: ProgressBar,
): Promise<ImportedLeads & RefusedRows> {
  const counts = { created: 0, blacklisted: 0, known: 0 };
  const startedAt = deps.clock.now();
  const queue = createThrottledQueue(deps.queue);
  const campaigns = cacheCampaigns(deps.campaigns);
  const doNotCall = await cacheDoNotCall(userId, deps.doNotCall);
  const refused = await importTable(source, {
    bar,
    columnsOf: (heading) => columnsOf(heading),
    async importRow({ cells }, columns) {
      const row = leadOfRow(columns, cells, country);
      if ('refused' in row) return row.refused;
      const result = await importRow({ userId, campaignId, lead: row.lead }, { ...deps, queue, campaigns, doNotCall });
      if (result.outcome === 'refused') return result.reason;
      counts[result.outcome] += 1;
      return undefined;
    },
    text: () => `${counts.created + counts.blacklisted} created, ${counts.known} known`,
  }).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'campaign_not_found') {
      throw new OperatorError(`user ${userId} has no campaign ${campaignId}`);
    }
    throw error;
  });
  await queue.flush();
  return { ...counts, ...refused, seconds: Math.round((deps.clock.now() - startedAt) / 100) / 10 };
}

async function importRow(
  { userId, campaignId, lead }: { userId: number; campaignId: number; lead: LeadOfFile },
  deps: ImportLeadDeps,
): Promise<ImportedLead> {
  const { phoneNumber, secondaryNumbers, variables } = lead;
  if (!fitsVariablesLimit(variables)) return { outcome: 'refused', reason: 'The variables are too long.' };
  const secondaryContacts = secondaryNumbers.map((number) => ({ phoneNumber: number, variables: {} }));
  return importLead({ userId, request: { campaignId, phoneNumber, variables, secondaryContacts } }, deps);
}
