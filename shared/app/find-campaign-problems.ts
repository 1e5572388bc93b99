import { DEFAULT_CALLS_ALLOWED } from '#shared/domain/account/account.ts';
import type { Assistant } from '#shared/domain/assistant/assistant.ts';
import { defaultRules } from '#shared/domain/campaign/campaign.ts';
import type { CampaignRequest } from '#shared/domain/campaign/campaign-request.ts';
import type { FieldErrors } from '#shared/domain/errors/app-error.ts';
import { fillSentence, sentences } from '#shared/domain/errors/sentences.ts';
import type { AssistantStore } from '#shared/ports/assistant-store.ts';
import type { PhoneNumberStore } from '#shared/ports/phone-number-store.ts';
import type { UserStore } from '#shared/ports/user-store.ts';

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
