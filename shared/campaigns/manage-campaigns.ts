import { DEFAULT_CALLS_ALLOWED } from '#shared/accounts/account.ts';
import { requireUser } from '#shared/accounts/users.ts';
import type { Assistant } from '#shared/assistants/assistant.ts';
import { canOpen, hoursInWords, type DailyHours } from '#shared/campaigns/calling-hours.ts';
import {
  requestedRules,
  toCampaignRecord,
  type CampaignRequest,
  type CampaignRecord,
} from '#shared/campaigns/campaign-api.ts';
import {
  defaultRules,
  requireCampaign,
  type Campaign,
  type CampaignRules,
  type CampaignKey,
} from '#shared/campaigns/campaign.ts';
import { wakeDialer, type CampaignDeps } from '#shared/campaigns/dialler.ts';
import type { LeadStore } from '#shared/campaigns/lead.ts';
import {
  AppError,
  invalidFields,
  fillSentence,
  OperatorError,
  sentences,
  type FieldErrors,
} from '#shared/platform/errors.ts';
import { asResumed, findReservedRecord, type Reservation } from '#shared/platform/http/idempotency.ts';
import { drawId, nextDraw } from '#shared/platform/ids.ts';
import type { QueueMessage } from '#shared/platform/queue/messages.ts';
import { inRounds } from '#shared/platform/table/table.ts';

export type CreateCampaignDeps = CampaignRulesDeps & Pick<CampaignDeps, 'campaigns' | 'clock' | 'ids'>;
export type CampaignRulesDeps = Pick<CampaignDeps, 'users' | 'assistants' | 'phoneNumbers' | 'callingHours'>;

interface CreateCampaignInput {
  userId: number;
  request: CampaignRequest;
  reservation?: Reservation | undefined;
}

/**
 * The time zone defaults to that of the assistant. Idempotent by the reservation.
 * @throws AppError assistant_not_found unless it is an outbound assistant of the user; validation_failed
 */
export async function createCampaign(
  input: CreateCampaignInput,
  deps: CreateCampaignDeps,
  draw = 1,
): Promise<Campaign> {
  const { userId, request, reservation } = input;
  const reserved = await findReservedRecord(
    reservation,
    (id) => deps.campaigns.get(userId, id),
    (campaign) => campaign.reservationToken,
  );
  if (reserved.item) return reserved.item;
  const assistant = await deps.assistants.get(userId, request.assistant_id);
  if (assistant?.type !== 'outbound') throw new AppError('assistant_not_found');
  const problems = await findCampaignProblems({ userId, request }, deps);
  if (Object.keys(problems).length > 0) throw invalidFields(problems);
  const rules = requestedRules(request, assistant.timezone);
  const draft = newDraft({ userId, name: request.name, assistantId: assistant.id, ...rules }, deps);
  const { id = deps.ids.recordId() } = reserved;
  const campaign = { id, ...draft, ...(reservation && { reservationToken: reservation.token }) };
  const outcome = await deps.campaigns.add(campaign);
  if (outcome === 'added') return campaign;
  if (outcome === 'too_many') throw new AppError('too_many_campaigns');
  return createCampaign({ ...input, reservation: asResumed(reservation) }, deps, nextDraw(draw));
}

/** For an operator. Without an assistant it cannot be started. @throws OperatorError if the user does not exist, or has too many */
export async function createDraftCampaign(
  { userId, name, rules }: { userId: number; name: string; rules?: Partial<CampaignRules> },
  deps: Pick<CampaignDeps, 'users' | 'campaigns' | 'clock' | 'ids'>,
): Promise<Campaign> {
  await requireUser(userId, deps.users);
  const allRules = { timezone: 'UTC', ...structuredClone(defaultRules), ...rules };
  const draft = newDraft({ userId, name, assistantId: null, ...allRules }, deps);
  const { id, outcome } = await drawId(deps.ids, (drawn) => deps.campaigns.add({ id: drawn, ...draft }));
  if (outcome === 'too_many') throw new OperatorError(`user ${userId} has too many campaigns: delete one first`);
  return { id, ...draft };
}

function newDraft(
  fields: CampaignRules & Pick<Campaign, 'userId' | 'name' | 'assistantId'>,
  { clock }: Pick<CampaignDeps, 'clock'>,
): Omit<Campaign, 'id'> {
  const now = clock.now();
  return {
    ...fields,
    status: 'draft',
    stoppedReason: null,
    hangsUp: false,
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
}

/** What the schema cannot check. `request` has only the valid fields of the body. */
export async function findCampaignProblems(
  { userId, request }: { userId: number; request: Partial<CampaignRequest> },
  { users, assistants, phoneNumbers, callingHours }: CampaignRulesDeps,
): Promise<FieldErrors> {
  const [user, numbers, assistant] = await Promise.all([
    users.get(userId),
    request.phone_number_ids ? phoneNumbers.list(userId) : [],
    request.assistant_id === undefined ? undefined : assistants.get(userId, request.assistant_id),
  ]);
  const known = new Set(numbers.map(({ id }) => id));
  return {
    ...parallelProblem(request, user?.callsAllowed ?? DEFAULT_CALLS_ALLOWED),
    ...windowProblem(request, callingHours),
    ...goalProblem(request, assistant),
    ...numberProblems(request.phone_number_ids ?? [], known),
  };
}

const problem = (field: string, sentence: string): FieldErrors => ({ [field]: [fillSentence(sentence, field)] });

/** An operator can raise the limit of a user. */
function parallelProblem({ max_calls_in_parallel: count }: Partial<CampaignRequest>, allowed: number): FieldErrors {
  const maximum = Math.max(DEFAULT_CALLS_ALLOWED, allowed);
  if (count === undefined || count === null || (count >= 1 && count <= maximum)) return {};
  return problem('max_calls_in_parallel', sentences.between(1, maximum));
}

/** A window whose end is earlier than its start goes over midnight. */
function windowProblem(request: Partial<CampaignRequest>, serviceHours: DailyHours): FieldErrors {
  const allowedHoursStart = request.allowed_hours_start_time ?? defaultRules.allowedHoursStart;
  const allowedHoursEnd = request.allowed_hours_end_time ?? defaultRules.allowedHoursEnd;
  if (allowedHoursStart === allowedHoursEnd) {
    return problem('allowed_hours_end_time', sentences.later('allowed hours start time'));
  }
  if (canOpen({ allowedHoursStart, allowedHoursEnd }, serviceHours)) return {};
  return problem('allowed_hours_start_time', sentences.outsideHours(...hoursInWords(serviceHours)));
}

function goalProblem(request: Partial<CampaignRequest>, assistant: Assistant | undefined): FieldErrors {
  const field = 'goal_completion_variable';
  const name = request[field];
  if (name === undefined || name === null) {
    return request.retry_on_goal_incomplete === true ? problem(field, sentences.required) : {};
  }
  if (!assistant) return {};
  const isKnown = assistant.postCallSchema.some((item) => item.name === name && item.type === 'bool');
  return isKnown ? {} : problem(field, sentences.selected);
}

function numberProblems(ids: readonly number[], known: ReadonlySet<number>): FieldErrors {
  const wrong = ids.flatMap((id, index) => (known.has(id) && ids.indexOf(id) === index ? [] : [index]));
  return Object.assign({}, ...wrong.map((index) => problem(`phone_number_ids.${index}`, sentences.selected)));
}

export type ListCampaignsDeps = Pick<CampaignDeps, 'campaigns'>;

/** Newest first. */
export async function listCampaigns(userId: number, deps: ListCampaignsDeps): Promise<CampaignRecord[]> {
  return (await deps.campaigns.list(userId)).toReversed().map(toCampaignRecord);
}

export type DeleteCampaignDeps = Pick<CampaignDeps, 'campaigns' | 'queue'>;

/** Longer than any request runs that read the campaign before it was marked and still adds a lead. */
const LATE_LEADS_SECONDS = 30;

/**
 * The message is sent before the campaign is marked: a crash in between must not leave leads that are never removed.
 * @throws AppError campaign_not_found
 */
export async function deleteCampaign(
  { userId, campaignId }: CampaignKey,
  { campaigns, queue }: DeleteCampaignDeps,
): Promise<void> {
  await requireCampaign(userId, campaignId, campaigns);
  await queue.send(
    'empty-campaign',
    { userId, campaignId },
    { groupId: String(userId), delaySeconds: LATE_LEADS_SECONDS },
  );
  if ((await campaigns.markDeleted(userId, campaignId)) === 'not_found') throw new AppError('campaign_not_found');
  await wakeDialer({ userId, campaignId }, queue);
}

export type EmptyCampaignDeps = Pick<CampaignDeps, 'campaigns' | 'leads' | 'queue'>;

/** One transaction per lead: a few seconds of work. The worker has 60 s. */
const LEADS_PER_RUN = 500;
const REMOVALS_AT_ONCE = 10;

/** Idempotent. Each run queues the next; the last one removes the campaign, if it is marked as deleted. */
export async function emptyCampaign(message: QueueMessage<'empty-campaign'>, deps: EmptyCampaignDeps): Promise<void> {
  const { userId, campaignId } = message;
  if (!(await deps.campaigns.listDeleted(userId)).includes(campaignId)) return;
  const ids = await deps.leads.listSomeIds(userId, campaignId, LEADS_PER_RUN);
  for (let start = 0; start < ids.length; start += REMOVALS_AT_ONCE) {
    const batch = ids.slice(start, start + REMOVALS_AT_ONCE);
    await Promise.all(batch.map((id) => removeLead(userId, id, deps.leads)));
  }
  const hasMore = ids.length > 0 || (await deps.leads.deleteRest(userId, campaignId, LEADS_PER_RUN)) > 0;
  if (!hasMore) return deps.campaigns.remove(userId, campaignId);
  await deps.queue.send('empty-campaign', message, { groupId: String(userId) });
}

async function removeLead(userId: number, leadId: number, leads: LeadStore): Promise<void> {
  await inRounds('lead', async () => {
    const lead = await leads.get(userId, leadId);
    return !lead || (await leads.remove(lead)) === 'removed' ? undefined : 'again';
  });
}
