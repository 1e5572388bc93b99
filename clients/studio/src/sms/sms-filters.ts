import type { ListedSms } from '@ringback/client';
import { smsDirections, smsStatuses, type SmsStatus } from './sms-words.ts';
import { day, given, type Given, laterPage } from '../format/query.ts';

/** The filters of the list of SMS, as the API has them; each stands in the URL of the page. */
export type SmsFilters = Given<{
  status: SmsStatus;
  direction: ListedSms['direction'];
  phone_number: string;
  date_from: string;
  date_to: string;
  page: number;
}>;

/** The names of those that stand in the URL, without the page. */
export const smsFilterNames = ['status', 'direction', 'phone_number', 'date_from', 'date_to'] as const;

/** Reads the filters of a URL. Values that the API would refuse are left out, so that an old link still opens a list. */
export function readSmsFilters(search: string): SmsFilters {
  const query = new URLSearchParams(search);
  return given({
    status: smsStatuses.find(([value]) => value === query.get('status'))?.[0],
    direction: smsDirections.find(([value]) => value === query.get('direction'))?.[0],
    phone_number: query.get('phone_number')?.trim(),
    date_from: day(query.get('date_from')),
    date_to: day(query.get('date_to')),
    page: laterPage(query.get('page')),
  });
}
