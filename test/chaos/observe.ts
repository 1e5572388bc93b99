import { sumOf } from '#shared/accounts/account.ts';
import { keys } from '#shared/platform/table/keys.ts';
import type { Table } from '#shared/platform/table/table.ts';
import type { Sms } from '#shared/sms/sms.ts';
import type { ChaosStack } from '#test/chaos/chaos-stack.ts';
import type { Client } from '#test/chaos/client.ts';
import { isSpecial } from '#test/chaos/load.ts';
import { queryAll } from '#test/support/table.ts';

export interface ListedCall {
  id: number;
  type: string;
  status: string;
  client_phone_number: string;
  total_cost: number;
  /** Read for those whose customer was called more than once. */
  end_reason?: string | null;
}

/** What the carrier simulator knows of a call. */
export interface CarrierCall {
  sid: string;
  to: string;
  from: string;
  direction: string;
  createdAt: number;
  endedAt: number | null;
  finished: boolean;
  dialogue: Array<{ at: number; who: 'customer' | 'assistant'; text: string }>;
}

interface Attempt {
  url: string;
  to: string;
  httpStatus: number;
}

export interface UserState {
  userId: number;
  /** All pages of the list. */
  calls: ListedCall[];
  /** The total that the list states. */
  total: number;
  /** By the ids of the calls in the table. */
  carrierCallIds: Map<string, string>;
  sms: Sms[];
  balance: number;
  available: number;
  ledger: number;
  toppedUp: number;
  leads: Array<{ status: string }>;
}

export interface Observed {
  users: UserState[];
  carrierCalls: CarrierCall[];
  dialAttempts: Attempt[];
  carrierMessages: Array<{ sid: string; body: string }>;
  deadLetters: Record<string, number>;
}

const PER_PAGE = 100;

export async function observe(
  stack: ChaosStack,
  clients: readonly Client[],
  campaigns: readonly number[][],
): Promise<Observed> {
  const carrier = async <Answer>(path: string) =>
    (await (await fetch(`${stack.address().simulator_url}/_simulator/${path}`)).json()) as Answer;
  const users = await Promise.all(clients.map((client, index) => observeUser(stack, client, campaigns[index] ?? [])));
  return {
    users,
    carrierCalls: (await carrier<{ calls: CarrierCall[] }>('calls')).calls,
    dialAttempts: (await carrier<{ attempts: Attempt[] }>('dial-attempts')).attempts,
    carrierMessages: (await carrier<{ messages: Observed['carrierMessages'] }>('messages')).messages,
    deadLetters: await stack.deadLetters(),
  };
}

async function observeUser(stack: ChaosStack, client: Client, campaigns: readonly number[]): Promise<UserState> {
  const { userId } = client;
  const { table, sms, wallets } = await stack.stores();
  const { rows, total } = await allPages(client, '/user/calls?');
  const calls = await Promise.all(rows.map((call) => withEndReason(client, call, rows)));
  const leads = await Promise.all(campaigns.map((id) => allPages(client, `/user/leads?campaign_id=${id}&`)));
  const ledger = await wallets.ledger(userId);
  const wallet = await wallets.get(userId);
  const state = {
    userId,
    calls,
    total,
    carrierCallIds: await carrierCallIdsOf(table, userId),
    sms: await sms.listBetween(userId, 0, Date.now() + 60_000),
    balance: wallet?.balance ?? 0,
    available: wallet?.available ?? 0,
    ledger: sumOf(ledger),
    toppedUp: sumOf(ledger.filter(({ kind }) => kind === 'top_up')),
    leads: leads.flatMap(({ rows }) => rows),
  };
  table.client.destroy();
  return state;
}

/** Lists do not show it. */
async function withEndReason(client: Client, call: ListedCall, all: readonly ListedCall[]): Promise<ListedCall> {
  const { id, client_phone_number: number } = call;
  if (isSpecial(number) || all.filter((other) => other.client_phone_number === number).length < 2) return call;
  const answer = await client.ask('GET', `/user/calls/${id}`);
  return { ...call, end_reason: (answer?.body as ListedCall | undefined)?.end_reason ?? null };
}

async function carrierCallIdsOf(table: Table, userId: number): Promise<Map<string, string>> {
  const partitions = [keys.call.partition(userId), keys.callBody.partition(userId)];
  const found = await Promise.all(
    partitions.map((pk) =>
      queryAll(table, {
        KeyConditionExpression: 'pk = :pk',
        FilterExpression: 'attribute_type(carrierCallId, :text)',
        ExpressionAttributeValues: { ':pk': pk, ':text': 'S' },
      }),
    ),
  );
  return new Map(found.flat().map(({ sk, carrierCallId }) => [String(sk), String(carrierCallId)]));
}

/** All rows of a list; of leads only their status is read. */
async function allPages(client: Client, path: string): Promise<{ rows: ListedCall[]; total: number }> {
  const rows: ListedCall[] = [];
  for (let page = 1; ; page += 1) {
    const answer = await client.ask('GET', `${path}per_page=${PER_PAGE}&page=${page}`);
    if (!answer) throw new Error(`no answer to ${path}`);
    const { data, total } = answer.body as { data: ListedCall[]; total: number };
    rows.push(...data);
    if (data.length < PER_PAGE) return { rows, total };
  }
}
