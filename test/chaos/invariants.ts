import { finalLeadStatuses } from '#shared/campaigns/lead.ts';
import { isWithCarrier } from '#shared/sms/sms.ts';
import type { Lateness } from '#test/chaos/lateness.ts';
import { isSpecial, type Answered } from '#test/chaos/load.ts';
import type { CarrierCall, ListedCall, Observed, UserState } from '#test/chaos/observe.ts';

export interface Invariant {
  name: string;
  /** How many cases it was checked on. */
  count: number;
  broken: string[];
}

export interface Evidence {
  observed: Observed;
  answered: readonly Answered[];
  /** The webhook ids that the receiver has accepted, by call. */
  webhooks: ReadonlyMap<number, ReadonlySet<string>>;
  lateness?: Pick<Lateness, 'shareOf'>;
  /** How many calls the stage may have at once. */
  conversationsAtOnce?: number;
}

/** Broken for good: no request is repeated any more once everything settles. */
export const ANSWERED = 'no request stays without an answer';

const openStatuses = new Set(['initiated', 'ringing', 'in-progress', 'ended']);
const SMS_PRICE = 10_000;
/**
 * A customer who hangs up sooner after a sentence did not wait for an answer. In real time, like the patience of the customers,
 * who hang up after 15 s: as long as a sentence may wait whose function is killed.
 */
const PATIENCE_MS = 19_500;
/** Customers of the load that nobody calls but one request. */
const isOwn = ({ to }: { to: string }) => !isSpecial(to);

/** A lead whose model failed is called again. */
const isToRepeat = ({ end_reason }: Pick<ListedCall, 'end_reason'>) => end_reason === 'model_failed';

/** An inbound call has an event of its own beside that of every call. */
const eventsOf = ({ type }: { type: string }) => (type === 'inbound' ? 2 : 1);

/** What must hold after everything has settled, whatever went wrong before. */
export function checkInvariants({
  observed,
  answered,
  webhooks,
  lateness,
  conversationsAtOnce,
}: Evidence): Invariant[] {
  const { users, carrierCalls, dialAttempts, carrierMessages } = observed;
  const calls = users.flatMap((user) => user.calls);
  const sms = users.flatMap((user) => user.sms);
  const dialled = dialAttempts.filter(({ httpStatus }) => httpStatus === 201);
  const ids = new Set(calls.map(({ id }) => id));
  const withCarrier = sms.filter(({ status }) => isWithCarrier(status)).map(({ carrierMessageId }) => carrierMessageId);
  const carrierCallIds = users.flatMap((user) => [...user.carrierCallIds.values()]);
  const sids = new Set(carrierMessages.map(({ sid }) => sid));
  const promised = answered.flatMap((one) => one.calls);
  const sentences = carrierCalls.flatMap((call) => call.dialogue.filter(({ who }) => who === 'customer'));
  const sentPromised = answered.flatMap((one) => [...one.sms]);
  const statusOfSms = new Map(sms.map(({ id, status }) => [id, status]));
  return [
    invariant('no call is dialled twice', dialled, twice(dialled.map(({ url }) => url))),
    invariant(
      'nobody is called twice for one request',
      dialled.filter(isOwn),
      beyond(
        dialled.filter(isOwn).map(({ to }) => to),
        calls.filter(isToRepeat).map(({ client_phone_number: to }) => to),
      ),
    ),
    invariant(
      'nobody gets an SMS twice for one request',
      carrierMessages,
      twice(carrierMessages.map(({ body }) => body)),
    ),
    invariant('no id of the carrier belongs to two calls', carrierCallIds, twice(carrierCallIds)),
    invariant('no id of the carrier belongs to two SMS', withCarrier, twice(withCarrier.map(String))),
    ...(conversationsAtOnce === undefined ? [] : [neverMoreThan(conversationsAtOnce, carrierCalls)]),
    invariant('every answered call exists', promised, promised.filter((id) => !ids.has(id)).map(String)),
    invariant(
      'every call is in a final status',
      calls,
      calls.filter(({ status }) => openStatuses.has(status)).map(({ id, status }) => `${id} ${status}`),
    ),
    invariant(
      'every SMS has an outcome',
      sms,
      sms.filter(({ status }) => status === 'queued').map(({ id }) => String(id)),
    ),
    invariant(
      'every SMS that was answered as sent is with the carrier',
      sentPromised,
      sentPromised
        .filter(([id, status]) => status === 'sent' && !isWithCarrier(statusOfSms.get(id) ?? 'queued'))
        .map(([id]) => String(id)),
    ),
    invariant(
      'the carrier has each SMS that is recorded as sent, and no other',
      withCarrier,
      [
        ...withCarrier.filter((sid) => !sids.has(sid ?? '')),
        ...[...sids].filter((sid) => !withCarrier.includes(sid)),
      ].map(String),
    ),
    invariant(
      'every call of the carrier is over',
      carrierCalls,
      carrierCalls.filter(({ finished }) => !finished).map(({ sid }) => sid),
    ),
    invariant(
      'every sentence is answered, or cut by a newer one',
      sentences,
      carrierCalls.flatMap((call) => unanswered(call, lateness)),
    ),
    invariant(
      'every call has sent its webhooks, each under one id',
      calls,
      calls

        .filter((call) => webhooks.get(call.id)?.size !== eventsOf(call))
        .map(({ id, status, type }) => `${id} ${type} ${status}: ${webhooks.get(id)?.size ?? 0}`),
    ),
    invariant(
      'balance and ledger are equal, and nothing is held',
      users,
      users
        .filter(({ balance, available, ledger }) => balance !== ledger || balance !== available)
        .map((user) => `user ${user.userId}: ${user.balance}, ${user.available}, ${user.ledger}`),
    ),
    invariant('the balance is what calls and SMS have left', users, users.flatMap(moneyOff)),
    invariant(
      'the list of calls states its total',
      users,
      users
        .filter(({ total, calls: listed }) => total !== listed.length)
        .map(({ userId, total, calls: listed }) => `user ${userId}: ${total}, ${listed.length}`),
    ),
    invariant(
      'every lead is done',
      users.flatMap(({ leads }) => leads),
      users.flatMap(({ leads }) =>
        leads.filter(({ status }) => !finalLeadStatuses.some((final) => final === status)).map(({ status }) => status),
      ),
    ),
    invariant(
      ANSWERED,
      promised,
      answered.flatMap((one) => [...one.unanswered, ...one.refused]),
    ),
    invariant(
      'no message is on a dead-letter queue',
      calls,
      Object.entries(observed.deadLetters).map(([queue, count]) => `${queue}: ${count}`),
    ),
  ];
}

const invariant = (name: string, cases: readonly unknown[], broken: readonly string[]): Invariant => ({
  name,
  count: cases.length,
  broken: [...broken],
});

/** Calls that we dialled, from the request until they were over. */
function neverMoreThan(most: number, calls: readonly CarrierCall[]): Invariant {
  const steps = calls
    .filter(({ direction }) => direction !== 'inbound')
    .flatMap(({ sid, createdAt, endedAt }) => [
      { at: createdAt, change: 1, sid },
      ...(endedAt === null ? [] : [{ at: endedAt, change: -1, sid }]),
    ])
    // At one moment, ends come first.
    .toSorted((one, other) => one.at - other.at || one.change - other.change);
  let atOnce = 0;
  const above = steps.filter(({ change }) => (atOnce += change) > most && change > 0);
  return invariant(
    `never more than ${most} calls at once`,
    calls,
    above.map(({ sid, at }) => `${sid} at ${new Date(at).toISOString()}`),
  );
}

function twice(values: readonly string[]): string[] {
  const seen = new Set<string>();
  return values.filter((value) => seen.has(value) || !seen.add(value));
}

/** The values that stand more than once, and once more for each time that they are among the expected repeats. */
function beyond(values: readonly string[], repeats: readonly string[]): string[] {
  const left = [...repeats];
  return twice(values).filter((value) => {
    const at = left.indexOf(value);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** A customer who waited for a machine without a processor for more of the time says nothing about the service. */
const BUSY_SHARE = 0.5;

/** How many sentences without an answer do not count, because the machine had no processor for the service. */
export function excusedSentences({ observed, lateness }: Evidence): number {
  const inVain = (against?: Evidence['lateness']) =>
    observed.carrierCalls.flatMap((call) => unanswered(call, against)).length;
  return inVain() - inVain(lateness);
}

/** The last sentence of a call, if the customer waited in vain for the assistant after it. */
function unanswered({ sid, dialogue, endedAt }: CarrierCall, lateness: Evidence['lateness']): string[] {
  const last = dialogue.toSorted((one, other) => one.at - other.at).at(-1);
  if (last?.who !== 'customer' || endedAt === null) return [];
  const waited = endedAt - last.at;
  if (lateness && lateness.shareOf(last.at, endedAt) > BUSY_SHARE) return [];
  return waited > PATIENCE_MS ? [`${sid} after ${waited} ms: ${last.text}`] : [];
}

function moneyOff({ userId, calls, sms, balance, toppedUp }: UserState): string[] {
  const ofCalls = calls.reduce((sum, { total_cost: total }) => sum + Math.round(total * 1e6), 0);
  const ofSms = sms.filter(({ status }) => isWithCarrier(status)).length * SMS_PRICE;
  const left = toppedUp - ofCalls - ofSms;
  return left === balance ? [] : [`user ${userId}: ${balance} instead of ${left}`];
}
