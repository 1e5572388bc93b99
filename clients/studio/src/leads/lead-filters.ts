import { type LeadStatus, leadStatuses } from './lead-words.ts';
import { day, given, type Given, laterPage, positive } from '../format/query.ts';

/** The filters of the lead list, as the API has them. `phone_number` is a part of a number. */
export type LeadFilters = Given<{
  status: LeadStatus;
  campaign_id: number;
  phone_number: string;
  date_from: string;
  date_to: string;
  page: number;
}>;

/** The names of those that stand in the URL, without the page. */
export const leadFilterNames = ['status', 'campaign_id', 'phone_number', 'date_from', 'date_to'] as const;

/** Reads the filters of a URL; values that the API would refuse are left out. */
export function readLeadFilters(search: string): LeadFilters {
  const query = new URLSearchParams(search);
  return given({
    status: leadStatuses.find((value) => value === query.get('status')),
    campaign_id: positive(query.get('campaign_id')),
    phone_number: query.get('phone_number')?.trim(),
    date_from: day(query.get('date_from')),
    date_to: day(query.get('date_to')),
    page: laterPage(query.get('page')),
  });
}

/** The variables of a lead in one line: `customer_name: Ada, email: ada@example.com`. */
export const variablesInLine = (variables: Record<string, unknown>): string =>
  Object.entries(variables)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');

/** Variables as lines to edit: `name: value`. A text that would not come back the same from its line is written as JSON. */
export const variablesAsText = (variables: Record<string, unknown>): string => linesOf(variables).join('\n');

const linesOf = (variables: Record<string, unknown>): string[] =>
  Object.entries(variables).map(([name, value]) => `${name}: ${isPlain(value) ? value : JSON.stringify(value)}`);

const isPlain = (value: unknown): value is string => typeof value === 'string' && !/^[\s"]|\s$|[\r\n]/.test(value);

/**
 * Lines of `name: value` as variables, and the problem of a line that could not be read. The value ends with its line.
 * @param before the variables of the lead: an unchanged line is left out, and a number or a list does not become text
 */
export function variablesOfText(
  text: string,
  before: Record<string, unknown> = {},
): { variables: Record<string, unknown>; problem?: string } {
  const known = new Set(linesOf(before));
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !known.has(line));
  const wrong = lines.find((line) => !/^\s*[^:=]+[:=]/.test(line));
  if (wrong !== undefined)
    return { variables: {}, problem: `Write “name: value” in each line; “${wrong.trim()}” has no value.` };
  const entries = lines.map((line) => {
    const [, name = '', value = ''] = /^\s*([^:=]+?)\s*[:=]\s*(.*)$/.exec(line) ?? [];
    return [name, valueOf(value.trim(), before[name])];
  });
  return { variables: Object.fromEntries(entries) };
}

/** Read as JSON in quotes, or where the value before was a number, a list or the like; otherwise a text. */
function valueOf(typed: string, before: unknown): unknown {
  const wasText = before === undefined || typeof before === 'string';
  if (wasText && !/^".*"$/.test(typed)) return typed;
  try {
    return JSON.parse(typed);
  } catch {
    return typed;
  }
}
