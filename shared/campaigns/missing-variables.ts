import * as v from 'valibot';
import type { Assistant } from '#shared/assistants/assistant.ts';
import { findMissingVariables, isFilled } from '#shared/assistants/prompt-template.ts';
import { requireCampaign, type CampaignKey } from '#shared/campaigns/campaign.ts';
import type { CampaignDeps } from '#shared/campaigns/dialler.ts';
import type { LeadStore, LeadWithContacts } from '#shared/campaigns/lead.ts';
import { AppError } from '#shared/platform/errors.ts';
import { phoneNumberText, plainText, recordId, wholeNumber } from '#shared/platform/http/record-fields.ts';

/** Of one answer. */
export const MOST_LEADS = 500;
const MOST_NAMES = 20;

const missingNames = v.pipe(
  v.array(plainText('customer_name')),
  v.description(`The placeholders without a value, ${MOST_NAMES} at most.`),
);

const UnfilledLead = v.pipe(
  v.strictObject({ id: recordId(), phone_number: phoneNumberText('+12025550100'), missing_variables: missingNames }),
  v.title('UnfilledLead'),
);

const checked = v.pipe(wholeNumber(500), v.minValue(0), v.description('The number of leads that were checked.'));

export const MissingVariables = v.pipe(
  v.strictObject({
    data: v.pipe(v.array(UnfilledLead), v.description('The checked leads without a value, the newest first.')),
    checked,
    total: v.pipe(
      wholeNumber(1200),
      v.minValue(0),
      v.description('The number of leads that are to be called, or of those that are older than `before_id`.'),
    ),
    next_before_id: v.pipe(
      v.nullable(recordId()),
      v.description('The `before_id` of the next request, or null if no lead is left.'),
    ),
  }),
  v.title('MissingVariables'),
);
type MissingVariables = v.InferOutput<typeof MissingVariables>;

/** In the answer to a start. */
export const StartWarning = v.pipe(
  v.strictObject({
    names: missingNames,
    leads: v.pipe(wholeNumber(3), v.minValue(1), v.description('The number of checked leads without a value.')),
    checked,
  }),
  v.title('StartWarning'),
  v.description('The field is absent if the checked leads have all values.'),
);
export type StartWarning = v.InferOutput<typeof StartWarning>;

export type MissingVariablesDeps = Pick<CampaignDeps, 'campaigns' | 'assistants'> & {
  leads: Pick<LeadStore, 'listWaitingIds' | 'getSome'>;
};

/** @throws AppError campaign_not_found, campaign_without_assistant */
export async function listMissingVariables(
  { beforeId, ...key }: CampaignKey & { beforeId: number | undefined },
  deps: MissingVariablesDeps,
): Promise<MissingVariables> {
  const { assistantId } = await requireCampaign(key.userId, key.campaignId, deps.campaigns);
  const assistant = assistantId === null ? undefined : await deps.assistants.get(key.userId, assistantId);
  if (!assistant) throw new AppError('campaign_without_assistant');
  return checkLeads({ ...key, beforeId, assistant, most: MOST_LEADS }, deps);
}

const MOST_AT_START = 100;

/** Of the newest leads: a start must not read them all. */
export async function warnOfStart(
  key: CampaignKey,
  assistant: Assistant,
  deps: Pick<MissingVariablesDeps, 'leads'>,
): Promise<StartWarning | undefined> {
  const found = await checkLeads({ ...key, beforeId: undefined, assistant, most: MOST_AT_START }, deps);
  if (found.data.length === 0) return undefined;
  const names = new Set(found.data.flatMap((lead) => lead.missing_variables));
  return { names: [...names].slice(0, MOST_NAMES), leads: found.data.length, checked: found.checked };
}

interface Check extends CampaignKey {
  beforeId: number | undefined;
  assistant: Assistant;
  most: number;
}

async function checkLeads(
  { userId, campaignId, beforeId, assistant, most }: Check,
  { leads }: Pick<MissingVariablesDeps, 'leads'>,
): Promise<MissingVariables> {
  const names = findMissingVariables(assistant, {});
  const page = { page: 1, perPage: most, beforeId };
  const { ids, total } = await leads.listWaitingIds(userId, campaignId, page);
  if (names.length === 0) return { data: [], checked: total, total, next_before_id: null };
  const { rows, read } = await readWithin(ids, (some) => leads.getSome(userId, some));
  return {
    data: rows.flatMap((row) => unfilledLead(row, names, assistant.variables)),
    checked: read.length,
    total,
    next_before_id: read.length < total ? (read.at(-1) ?? null) : null,
  };
}

/** A lead with its contacts has up to 256 KB of variables, and few have more than 1 KB. */
const FIRST_PART = 20;
const MOST_IN_PART = 100;
const MOST_BYTES = 2_000_000;

/** In parts, until there is too much to read in one request. `read`: the ids, also of leads that were deleted meanwhile. */
export async function readWithin(
  ids: readonly number[],
  read: (ids: readonly number[]) => Promise<LeadWithContacts[]>,
  mostBytes = MOST_BYTES,
) {
  const rows: LeadWithContacts[] = [];
  let bytes = 0;
  let size = FIRST_PART;
  let done = 0;
  while (done < ids.length && bytes < mostBytes) {
    const found = await read(ids.slice(done, done + size));
    done = Math.min(ids.length, done + size);
    rows.push(...found);
    bytes += found.reduce((sum, row) => sum + sizeOf(row), 0);
    size = Math.max(FIRST_PART, Math.min(MOST_IN_PART, Math.floor((mostBytes - bytes) / (bytes / done + 1))));
  }
  return { rows, read: ids.slice(0, done) };
}

const sizeOf = ({ lead, contacts }: LeadWithContacts) =>
  [lead, ...contacts].reduce((sum, { variables }) => sum + JSON.stringify(variables).length, 0);

/** A secondary contact is called with its own variables over those of the lead. */
function unfilledLead(
  { lead, contacts }: LeadWithContacts,
  names: readonly string[],
  ofAssistant: Assistant['variables'],
): Array<v.InferOutput<typeof UnfilledLead>> {
  const owners = [{}, ...contacts.map(({ variables }) => variables)].map((variables) => ({
    ...ofAssistant,
    ...lead.variables,
    ...variables,
  }));
  const missing: string[] = [];
  for (const name of names) {
    if (!owners.every((variables) => isFilled(name, variables))) missing.push(name);
    if (missing.length === MOST_NAMES) break;
  }
  return missing.length === 0 ? [] : [{ id: lead.id, phone_number: lead.phoneNumber, missing_variables: missing }];
}
