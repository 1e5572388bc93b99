import {
  requestedRules,
  toCampaignRequest,
  type CampaignRequest,
  type CampaignUpdate,
} from '#shared/campaigns/campaign-api.ts';
import { requireCampaign, type Campaign, type CampaignKey } from '#shared/campaigns/campaign.ts';
import { wakeDialer, type CampaignDeps } from '#shared/campaigns/dialler.ts';
import { findCampaignProblems, type CampaignRulesDeps } from '#shared/campaigns/manage-campaigns.ts';
import { AppError, invalidFields, type FieldErrors } from '#shared/platform/errors.ts';
import { inRounds } from '#shared/platform/table/table.ts';

export type UpdateCampaignDeps = CampaignRulesDeps & Pick<CampaignDeps, 'campaigns' | 'clock' | 'queue'>;

interface UpdateCampaignInput extends CampaignKey {
  request: CampaignUpdate;
}

/**
 * Wakes the dialler, because the hours may be open now. It is woken even if nothing changes: an earlier request may have crashed before.
 * @throws AppError campaign_not_found, campaign_changed, assistant_not_found; validation_failed
 */
export async function updateCampaign(input: UpdateCampaignInput, deps: UpdateCampaignDeps): Promise<Campaign> {
  const { userId, campaignId, request } = input;
  const updated = await inRounds('campaign', async () => {
    const before = await requireCampaign(userId, campaignId, deps.campaigns);
    const { if_version: version = before.version } = request;
    if (version !== before.version) throw new AppError('campaign_changed');
    const after = await changedCampaign(before, request, deps);
    return (await deps.campaigns.replace(before, after)) === 'replaced' ? after : 'again';
  });
  await wakeDialer({ userId, campaignId }, deps.queue);
  return updated;
}

async function changedCampaign(before: Campaign, request: CampaignUpdate, deps: UpdateCampaignDeps): Promise<Campaign> {
  const { if_version: _, ...fields } = request;
  const merged = { ...toCampaignRequest(before), ...sentFields(fields) };
  const assistant =
    merged.assistant_id === undefined ? undefined : await deps.assistants.get(before.userId, merged.assistant_id);
  if (request.assistant_id !== undefined && assistant?.type !== 'outbound') throw new AppError('assistant_not_found');
  const problems = await findUpdateProblems({ before, request }, deps);
  if (Object.keys(problems).length > 0) throw invalidFields(problems);
  return {
    ...before,
    ...requestedRules(merged, assistant?.timezone ?? before.timezone),
    name: merged.name,
    assistantId: merged.assistant_id ?? null,
    updatedAt: deps.clock.now(),
    version: before.version + 1,
  };
}

const sentFields = (request: Partial<CampaignRequest>): Partial<CampaignRequest> =>
  Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined));

type Field = keyof CampaignRequest;

/** Fields that are checked together, as soon as one of them is sent. */
const checkedTogether: readonly Field[][] = [
  ['max_calls_in_parallel'],
  ['allowed_hours_start_time', 'allowed_hours_end_time'],
  ['assistant_id', 'retry_on_goal_incomplete', 'goal_completion_variable'],
  ['phone_number_ids'],
];

/** What was stored before is not refused: a number may be gone, and a limit lower. `request` has only the valid fields of the body. */
export async function findUpdateProblems(
  { before, request }: { before: Campaign; request: Partial<CampaignRequest> },
  deps: CampaignRulesDeps,
): Promise<FieldErrors> {
  const merged = { ...toCampaignRequest(before), ...sentFields(request) };
  const checked = checkedTogether.filter((fields) => fields.some((field) => request[field] !== undefined)).flat();
  const entries = Object.entries(merged).filter(([name]) => checked.some((field) => field === name));
  const wanted: Partial<CampaignRequest> = Object.fromEntries(entries);
  return findCampaignProblems({ userId: before.userId, request: wanted }, deps);
}
