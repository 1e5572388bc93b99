import { createLead, type CreateLeadDeps } from '#shared/app/create-lead.ts';
import { AppError } from '#shared/domain/errors/app-error.ts';
import type { LeadRequest } from '#shared/domain/lead/new-lead.ts';

export type ImportedLead = { outcome: 'created' | 'blacklisted' | 'known' } | { outcome: 'refused'; reason: string };

/**
 * Puts one lead of an import into its campaign. `known`: the campaign has the number, as it has after an earlier import of
 * the same file.
 * @throws AppError campaign_not_found when the campaign is gone
 */
export async function importLead(
  input: { userId: number; request: Omit<LeadRequest, 'allowDuplicate'> },
  deps: CreateLeadDeps,
): Promise<ImportedLead> {
  try {
    const { lead } = await createLead(
      { userId: input.userId, request: { ...input.request, allowDuplicate: false } },
      deps,
    );
    return { outcome: lead.status === 'blacklisted' ? 'blacklisted' : 'created' };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'validation_failed') throw error;
    if (error.errors?.['phone_number'] !== undefined) return { outcome: 'known' };
    return {
      outcome: 'refused',
      reason: Object.values(error.errors ?? {})
        .flat()
        .join(' '),
    };
  }
}
