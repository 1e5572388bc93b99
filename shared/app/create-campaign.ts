import { drawId } from '#shared/app/draw-id.ts';
import { requireUser } from '#shared/app/require-user.ts';
import type { Campaign } from '#shared/domain/account/account.ts';
import type { CampaignStore } from '#shared/ports/campaign-store.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { IdSource } from '#shared/ports/id-source.ts';
import type { UserStore } from '#shared/ports/user-store.ts';

export interface CreateCampaignDeps {
  users: UserStore;
  campaigns: CampaignStore;
  clock: Clock;
  ids: IdSource;
}

/** @throws OpsRefusal when there is no such user */
export async function createCampaign(
  input: { userId: number; name: string },
  deps: CreateCampaignDeps,
): Promise<Campaign> {
  await requireUser(input.userId, deps.users);
  const unnumbered = { userId: input.userId, name: input.name, createdAt: deps.clock.now() };
  const { id } = await drawId(deps.ids, (drawn) => deps.campaigns.add({ id: drawn, ...unnumbered }));
  return { id, ...unnumbered };
}
