import { drawId } from '#shared/app/draw-id.ts';
import { requireUser } from '#shared/app/require-user.ts';
import { defaultRules, type Campaign, type CampaignRules } from '#shared/domain/campaign/campaign.ts';
import type { CampaignStore } from '#shared/ports/campaign-store.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { IdSource } from '#shared/ports/id-source.ts';
import type { UserStore } from '#shared/ports/user-store.ts';

export interface AddCampaignDeps {
  users: UserStore;
  campaigns: CampaignStore;
  clock: Clock;
  ids: IdSource;
}

interface AddCampaignInput {
  userId: number;
  name: string;
  rules?: Partial<CampaignRules>;
}

/** A draft without an assistant: leads can be put into it, and it waits for one. @throws OpsRefusal when there is no such user */
export async function addCampaign(input: AddCampaignInput, deps: AddCampaignDeps): Promise<Campaign> {
  await requireUser(input.userId, deps.users);
  const now = deps.clock.now();
  const unnumbered = {
    userId: input.userId,
    name: input.name,
    assistantId: null,
    timezone: 'UTC',
    ...structuredClone(defaultRules),
    ...input.rules,
    status: 'draft',
    stoppedReason: null,
    createdAt: now,
    updatedAt: now,
    version: 1,
  } as const;
  const { id } = await drawId(deps.ids, (drawn) => deps.campaigns.add({ id: drawn, ...unnumbered }));
  return { id, ...unnumbered };
}
