import type { Lead } from '@ringback/client';
import { variablesInLine } from './lead-filters.ts';
import { leadReason, leadState } from './lead-words.ts';
import type { ListColumn } from '../format/list-column.ts';
import { writeQuery } from '../format/query.ts';

/** The address of the calls that the campaign of a lead has made to it. */
export const callsOfLead = ({ campaign_id, phone_number }: Pick<Lead, 'campaign_id' | 'phone_number'>): string =>
  `/calls${writeQuery({ phone_number, campaign_id })}`;

const state: ReadonlyArray<ListColumn<Lead>> = [
  { title: 'Customer', text: ({ phone_number }) => phone_number },
  { title: 'Status', text: (lead) => leadState(lead).label, bare: true },
  { title: 'Why', text: ({ reason }) => leadReason(reason) ?? '' },
];

const campaign: ListColumn<Lead> = { title: 'Campaign', text: ({ campaign: { name } }) => name };

const variables: ListColumn<Lead> = { title: 'Variables', text: ({ variables: of }) => variablesInLine(of) };

const changed: ListColumn<Lead> = {
  title: 'Changed',
  csvTitle: 'Changed (UTC)',
  text: ({ updated_at }) => updated_at,
  end: true,
};

/** The columns of the list, without its buttons. */
export const leadColumns = ({ hasCampaign }: { hasCampaign: boolean }): ReadonlyArray<ListColumn<Lead>> => [
  ...state,
  ...(hasCampaign ? [campaign] : []),
  variables,
  changed,
];

/** The columns of a file: everything that the list shows, and a column for each variable. */
export function leadFileColumns(leads: readonly Lead[]): ReadonlyArray<ListColumn<Lead>> {
  const names = [...new Set(leads.flatMap(({ variables: of }) => Object.keys(of)))];
  const each = names.map((name) => ({ title: name, text: (lead: Lead) => valueText(lead.variables[name]) }));
  return [...state, campaign, ...each, changed, { title: 'Id', text: ({ id }) => String(id) }];
}

const valueText = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
