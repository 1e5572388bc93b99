import type { Delivery, Ringback } from '@ringback/client';
import { idArgument } from './arguments.ts';
import { UsageError } from './session.ts';

interface Named {
  id: number;
  name: string;
}

/** The id of a record that a user names by id or by name. @throws UsageError when no record, or several, have the name */
export function findByName(kind: string, records: readonly Named[], wanted: string): number {
  if (/^\d+$/.test(wanted)) return idArgument(wanted);
  const sameName = records.filter(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  if (sameName.length > 1) {
    throw new UsageError(
      `several have the name ${wanted}: name one by its id, ${sameName.map(({ id }) => id).join(', ')}`,
    );
  }
  const [found] = sameName;
  if (found) return found.id;
  const names = records.slice(0, 10).map(({ name }) => name);
  throw new UsageError(`there is no ${kind} ${wanted}${names.length === 0 ? '' : `; there are: ${names.join(', ')}`}`);
}

export async function findAssistant(client: Ringback, wanted: string): Promise<number> {
  if (/^\d+$/.test(wanted)) return idArgument(wanted);
  const assistants: Named[] = [];
  for await (const { id, name } of client.assistants.list({ per_page: 100 })) assistants.push({ id, name });
  return findByName('assistant', assistants, wanted);
}

export async function findTool(client: Ringback, wanted: string): Promise<number> {
  if (/^\d+$/.test(wanted)) return idArgument(wanted);
  return findByName('tool', await client.tools.list(), wanted);
}

/** The id of a call, or of the latest one. @throws UsageError when it does not exist */
export async function findCall(client: Ringback, wanted: string): Promise<number> {
  if (wanted !== 'latest') return idArgument(wanted);
  const [latest] = (await client.calls.list({ per_page: 1 })).data;
  if (latest === undefined) throw new UsageError('there is no call yet');
  return latest.id;
}

/** The id of an SMS, or of the latest one. @throws UsageError when it does not exist */
export async function findSms(client: Ringback, wanted: string): Promise<number> {
  if (wanted !== 'latest') return idArgument(wanted);
  const [latest] = (await client.sms.list({ per_page: 1 })).data;
  if (latest === undefined) throw new UsageError('there is no SMS yet');
  return latest.id;
}

interface Subject {
  /** The record is an SMS. */
  sms?: true | undefined;
}

/** Of a call or an SMS by its id, or of the latest one. @throws UsageError when it does not exist */
export async function findDeliveries(client: Ringback, wanted: string, { sms }: Subject): Promise<Delivery[]> {
  return sms
    ? client.sms.deliveries(await findSms(client, wanted))
    : client.webhooks.deliveries(await findCall(client, wanted));
}

/** A delivery by its id; of a call or an SMS its last delivery. @throws UsageError when it does not exist */
export async function findDelivery(client: Ringback, wanted: string, subject: Subject): Promise<string> {
  if (wanted.startsWith('evt_')) return wanted;
  const delivery = (await findDeliveries(client, wanted, subject)).at(-1);
  if (delivery !== undefined) return delivery.id;
  throw new UsageError(
    subject.sms ? 'no event of the SMS was posted' : 'the call has no webhook, or is not finished yet',
  );
}

export async function findCampaign(client: Ringback, wanted: string): Promise<number> {
  if (/^\d+$/.test(wanted)) return idArgument(wanted);
  return findByName('campaign', await client.campaigns.list(), wanted);
}

/** For `take`: all records, or the number that is wanted. */
export function wantedOf({ all, limit }: { all?: true | undefined; limit: number }) {
  return { limit: all ? Number.POSITIVE_INFINITY : limit, perPage: all ? 100 : Math.min(limit, 100) };
}

/** The first records of a list. */
export async function take<Record>(records: AsyncIterable<Record>, limit: number): Promise<Record[]> {
  const taken: Record[] = [];
  for await (const record of records) {
    taken.push(record);
    if (taken.length >= limit) break;
  }
  return taken;
}
