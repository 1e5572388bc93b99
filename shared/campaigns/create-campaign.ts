import { DEFAULT_CALLS_ALLOWED, type UserStore } from '#shared/accounts/account.ts';
import { requireUser } from '#shared/accounts/users.ts';
import type { AssistantStore } from '#shared/assistants/assistant-store.ts';
import type { Assistant } from '#shared/assistants/assistant.ts';
import {
  requestedRules,
  toCampaignRecord,
  type CampaignRequest,
  type CampaignRecord,
} from '#shared/campaigns/campaign-api.ts';
import { defaultRules, type Campaign, type CampaignStore, type CampaignRules } from '#shared/campaigns/campaign.ts';
import type { PhoneNumberStore } from '#shared/numbers/phone-number.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { AppError, invalidFields, fillSentence, sentences, type FieldErrors } from '#shared/platform/errors.ts';
import { drawId, type IdSource } from '#shared/platform/ids.ts';

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
  const draft = {
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
  const { id } = await drawId(deps.ids, (drawn) => deps.campaigns.add({ id: drawn, ...draft }));
  return { id, ...draft };
}

export interface CreateDraftCampaignDeps {
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
export async function createDraftCampaign(input: AddCampaignInput, deps: CreateDraftCampaignDeps): Promise<Campaign> {
  await requireUser(input.userId, deps.users);
  const now = deps.clock.now();
  const draft = {
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
  const { id } = await drawId(deps.ids, (drawn) => deps.campaigns.add({ id: drawn, ...draft }));
  return { id, ...draft };
}

export interface CampaignRulesDeps {
  users: UserStore;
  assistants: AssistantStore;
  phoneNumbers: PhoneNumberStore;
}

interface CampaignRulesInput {
  userId: number;
  /** May be a part of the request, when the rest could not be read. */
  request: Partial<CampaignRequest>;
}

/** What is wrong with a request beyond its form: records that must exist, the user's own limit, and rules that tie two fields. */
export async function findCampaignProblems(
  { userId, request }: CampaignRulesInput,
  { users, assistants, phoneNumbers }: CampaignRulesDeps,
): Promise<FieldErrors> {
  const [user, numbers, assistant] = await Promise.all([
    users.get(userId),
    request.phone_number_ids ? phoneNumbers.list(userId) : [],
    request.assistant_id === undefined ? undefined : assistants.get(userId, request.assistant_id),
  ]);
  const known = new Set(numbers.map(({ id }) => id));
  return {
    ...parallelProblem(request, user?.callsAllowed ?? DEFAULT_CALLS_ALLOWED),
    ...windowProblem(request),
    ...goalProblem(request, assistant),
    ...numberProblems(request.phone_number_ids ?? [], known),
  };
}

const problem = (field: string, sentence: string): FieldErrors => ({ [field]: [fillSentence(sentence, field)] });

/** Ten for everybody, and more for those whom ops allow more. */
function parallelProblem({ max_calls_in_parallel: count }: Partial<CampaignRequest>, allowed: number): FieldErrors {
  const most = Math.max(DEFAULT_CALLS_ALLOWED, allowed);
  if (count === undefined || count === null || (count >= 1 && count <= most)) return {};
  return problem('max_calls_in_parallel', sentences.between(1, most));
}

/** A window over midnight would be two windows, and no hour of it one to call anybody in. */
function windowProblem(request: Partial<CampaignRequest>): FieldErrors {
  const start = request.allowed_hours_start_time ?? defaultRules.allowedHoursStart;
  const end = request.allowed_hours_end_time ?? defaultRules.allowedHoursEnd;
  return start < end ? {} : problem('allowed_hours_end_time', sentences.selected);
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

export interface ListCampaignsDeps {
  campaigns: CampaignStore;
}

/** All campaigns of the user, newest first, as the API shows them. */
export async function listCampaigns(userId: number, deps: ListCampaignsDeps): Promise<CampaignRecord[]> {
  return (await deps.campaigns.list(userId)).toReversed().map(toCampaignRecord);
}
