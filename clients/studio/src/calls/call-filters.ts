import type { Call } from '@ringback/client';
import { callOutcomes, callStatuses, callTypes, type CallOutcome, type CallStatus } from './call-words.ts';
import { day, given, type Given, laterPage, positive } from '../format/query.ts';

/** The filters of the call list, as the API has them; each stands in the URL of the page. */
export type CallFilters = Given<{
  status: CallStatus;
  type: Call['type'];
  outcome: CallOutcome;
  phone_number: string;
  assistant_id: number;
  campaign_id: number;
  date_from: string;
  date_to: string;
  page: number;
}>;

/** The names of those that stand in the URL, without the page. */
export const callFilterNames = [
  'status',
  'type',
  'outcome',
  'phone_number',
  'assistant_id',
  'campaign_id',
  'date_from',
  'date_to',
] as const;

/** Reads the filters of a URL. Values that the API would refuse are left out, so that an old link still opens a list. */
export function readCallFilters(search: string): CallFilters {
  const query = new URLSearchParams(search);
  return given({
    status: callStatuses.find(({ value }) => value === query.get('status'))?.value,
    type: callTypes.find(({ value }) => value === query.get('type'))?.value,
    outcome: callOutcomes.find(({ value }) => value === query.get('outcome'))?.value,
    phone_number: query.get('phone_number')?.trim(),
    assistant_id: positive(query.get('assistant_id')),
    campaign_id: positive(query.get('campaign_id')),
    date_from: day(query.get('date_from')),
    date_to: day(query.get('date_to')),
    page: laterPage(query.get('page')),
  });
}

type Named = ReadonlyArray<{ id: number; name: string }>;

/** The filter for a name that is typed into the search: the assistant, or else the campaign, whose name fits best. */
export function namedFilter(
  text: string,
  { assistants, campaigns }: { assistants: Named; campaigns: Named },
): readonly ['assistant_id' | 'campaign_id', number] | undefined {
  const wanted = text.trim().toLowerCase();
  const fits: ReadonlyArray<(name: string) => boolean> = [
    (name) => name === wanted,
    (name) => name.startsWith(wanted),
    (name) => name.includes(wanted),
  ];
  for (const isFit of fits) {
    const found = (of: Named) => of.find(({ name }) => isFit(name.toLowerCase()));
    const [assistant, campaign] = [found(assistants), found(campaigns)];
    if (assistant !== undefined) return ['assistant_id', assistant.id];
    if (campaign !== undefined) return ['campaign_id', campaign.id];
  }
  return undefined;
}
