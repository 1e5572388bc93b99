import { drawId } from '#shared/app/draw-id.ts';
import { findCampaignProblems, type CampaignRulesDeps } from '#shared/app/find-campaign-problems.ts';
import type { Campaign } from '#shared/domain/campaign/campaign.ts';
import { requestedRules, type CampaignRequest } from '#shared/domain/campaign/campaign-request.ts';
import { AppError, invalidFields } from '#shared/domain/errors/app-error.ts';
import type { CampaignStore } from '#shared/ports/campaign-store.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { IdSource } from '#shared/ports/id-source.ts';

export interface CreateCampaignDeps extends CampaignRulesDeps {
  campaigns: CampaignStore;
  clock: Clock;
  ids: IdSource;
}

/**
 * A campaign in draft: it calls nobody until it is started. Without a time zone of its own it has its assistant's.
 * @throws AppError assistant_not_found when there is no such outbound assistant, validation_failed
 */
export async function createCampaign(
  { userId, request }: { userId: number; request: CampaignRequest },
  deps: CreateCampaignDeps,
): Promise<Campaign> {
  const assistant = await deps.assistants.get(userId, request.assistant_id);
  if (assistant?.type !== 'outbound') throw new AppError('assistant_not_found');
  const problems = await findCampaignProblems({ userId, request }, deps);
  if (Object.keys(problems).length > 0) throw invalidFields(problems);
  const now = deps.clock.now();
  const unnumbered = {
    userId,
    name: request.name,
    assistantId: assistant.id,
    ...requestedRules(request, assistant.timezone),
    status: 'draft',
    stoppedReason: null,
    createdAt: now,
    updatedAt: now,
    version: 1,
  } as const;
  const { id } = await drawId(deps.ids, (drawn) => deps.campaigns.add({ id: drawn, ...unnumbered }));
  return { id, ...unnumbered };
}
