import type { ListedSms } from '@ringback/client';
import { filters } from '@ringback/client/filters';
import type { StateTone } from '../format/state-tone.ts';

export type SmsStatus = ListedSms['status'];

const statuses: Record<SmsStatus, { label: string; tone: StateTone }> = {
  queued: { label: 'On its way', tone: 'live' },
  sent: { label: 'Sent', tone: 'good' },
  delivered: { label: 'Delivered', tone: 'good' },
  undelivered: { label: 'Not delivered', tone: 'bad' },
  failed: { label: 'Failed', tone: 'bad' },
  received: { label: 'Received', tone: 'good' },
};

export const smsStatus = (status: SmsStatus): { label: string; tone: StateTone } => statuses[status];

export const smsStatuses: ReadonlyArray<[SmsStatus, string]> = filters.listSms.status.map((status) => [
  status,
  statuses[status].label,
]);

const directions: Record<ListedSms['direction'], string> = { inbound: 'Received', outbound: 'Sent by you' };
export const smsDirections: ReadonlyArray<[ListedSms['direction'], string]> = filters.listSms.direction.map((one) => [
  one,
  directions[one],
]);

/** The number of the customer. */
export const otherSide = ({ direction, from, to }: Pick<ListedSms, 'direction' | 'from' | 'to'>): string =>
  direction === 'inbound' ? from : to;

/** What is to be said about an SMS beside its status. */
export function smsNote({ error, opt_out: optOut }: Pick<ListedSms, 'error' | 'opt_out'>): string {
  if (optOut === 'stop') return 'On the do-not-call list since.';
  if (optOut === 'start') return 'Off the do-not-call list since.';
  return error === null ? '' : `Reason: ${error}`;
}

/** A status of an SMS that still changes by itself. */
export const isOnItsWay = (status: SmsStatus): boolean => status === 'queued';
