import { hasEnded } from '#shared/calls/call-status.ts';
import type { CallStore } from '#shared/calls/call-store.ts';
import type { Call, CallKey } from '#shared/calls/call.ts';
import { findCarrierCall } from '#shared/calls/track-call.ts';
import { isOpen, withChange, type Transfer, type TransferStatus } from '#shared/calls/transfer.ts';
import { findLanguage } from '#shared/catalog/languages.ts';
import { returnToAssistant, type ReturnDeps } from '#shared/conversations/return-to-assistant.ts';
import announcements from '#shared/conversations/transfer-announcements.json' with { type: 'json' };

export interface TransferLegDeps extends ReturnDeps {
  calls: CallStore;
}

export interface TransferLeg {
  /** The carrier's id of the customer's call. */
  carrierCallId: string;
  legId: string;
  /** Undefined: the human has answered. Empty: they have pressed nothing. */
  keys: string | undefined;
}

const ACCEPTS = '1';
const MOST_TRIES = 5;

/** What the human hears who was dialled for the customer. Only a key bridges: a mailbox presses none. */
export async function followLeg(key: CallKey, leg: TransferLeg, deps: TransferLegDeps): Promise<string> {
  const { instructions } = deps;
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const call = await findCarrierCall(key, leg.carrierCallId, deps);
    const transfer = openTransfer(call, leg.legId);
    if (!transfer || hasEnded(call.status) || call.endedBy !== null) return instructions.hangUp();
    // The callback has come twice.
    if (transfer.status === 'bridged') return instructions.bridge();
    const change = changeOf(call, leg, deps);
    const { transfers: before = [] } = call;
    const after = withChange(before, transfer.id, change);
    const isKnown = change.status === undefined && transfer.legId === leg.legId;
    if (isKnown || (await deps.calls.changeTransfers(key, { before, after }, deps.clock.now()))) {
      if (change.status === 'bridged') return instructions.bridge();
      return change.status === undefined ? announce(key, deps) : instructions.hangUp();
    }
  }
  throw new Error('the transfers of the call change all the time');
}

function changeOf({ answeredAt }: Call, { legId, keys }: TransferLeg, { clock }: TransferLegDeps): Partial<Transfer> {
  if (keys === undefined) return { legId };
  const now = clock.now();
  if (keys === ACCEPTS) {
    const bridgedAfter = answeredAt === null ? 0 : Math.ceil((now - answeredAt) / clock.callMs(1));
    return { legId, status: 'bridged', bridgedAt: now, bridgedAfter };
  }
  return { legId, status: keys === '' ? 'no_answer' : 'declined' };
}

async function announce(key: CallKey, { calls, instructions }: TransferLegDeps): Promise<string> {
  const configuration = await calls.getConfiguration(key);
  const language = configuration && findLanguage(configuration.assistant.languageId);
  const known = language && instructions.canSay(language.locale) ? language.locale : 'en-US';
  const { text, locale } = announcementFor(known);
  return instructions.announceToHuman({ key, text, locale });
}

const announcementIn = new Map(Object.entries(announcements));

/** What a human hears before a customer is passed on to them. @param locale BCP 47 */
function announcementFor(locale: string): { text: string; locale: string } {
  const [language = ''] = locale.split('-');
  const text = announcementIn.get(language);
  return text === undefined ? { text: announcements.en, locale: 'en-US' } : { text, locale };
}

/** The one that is under way: the leg may have been dialled for no other. */
function openTransfer({ transfers = [] }: Call, legId: string): Transfer | undefined {
  const known = transfers.find((one) => one.legId === legId);
  const open = known ?? transfers.find((one) => one.legId === undefined && isOpen(one));
  return open && isOpen(open) ? open : undefined;
}

/** `unbridged`: what the carrier says about a human who was not bridged. */
export interface TransferEnd {
  carrierCallId: string;
  legId: string;
  unbridged: Extract<TransferStatus, 'no_answer' | 'busy' | 'declined' | 'failed'>;
  isBridged: boolean;
  isCallUp: boolean;
}

/** The human is off the line: after a talk the call ends, otherwise the customer is back with the assistant. */
export async function endTransfer(key: CallKey, end: TransferEnd, deps: TransferLegDeps): Promise<string> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const call = await findCarrierCall(key, end.carrierCallId, deps);
    const { transfers: before = [] } = call;
    const transfer =
      before.find(({ legId }) => legId === end.legId) ?? before.find((one) => one.legId === undefined && isOpen(one));
    if (!transfer) return end.isCallUp ? returnToAssistant(call, deps) : deps.instructions.hangUp();
    const changed = transfer.endedAt === undefined ? await close(call, transfer, end, deps) : call;
    if (!changed && !hasEnded(call.status)) continue;
    const wasBridged = transfer.bridgedAt !== undefined && (end.isBridged || !end.isCallUp);
    if (!end.isCallUp && !wasBridged) await deps.calls.recordEndedBy(key, 'customer');
    if (!end.isCallUp || wasBridged || call.endedBy !== null || !changed) return deps.instructions.hangUp();
    return returnToAssistant(changed, deps);
  }
  throw new Error('the transfers of the call change all the time');
}

async function close(call: Call, transfer: Transfer, end: TransferEnd, { calls, clock }: TransferLegDeps) {
  const now = clock.now();
  const { transfers: before = [] } = call;
  const { bridgedAt, bridgedAfter: _, ...rest } = transfer;
  const wasBridged = bridgedAt !== undefined && (end.isBridged || !end.isCallUp);
  const known = transfer.status === 'ringing' || transfer.status === 'bridged' ? end.unbridged : transfer.status;
  const closed: Transfer = wasBridged
    ? { ...transfer, legId: end.legId, endedAt: now }
    : { ...rest, status: known, legId: end.legId, endedAt: now };
  const after = before.map((one) => (one.id === transfer.id ? closed : one));
  return calls.changeTransfers({ userId: call.userId, callId: call.id }, { before, after }, now);
}
