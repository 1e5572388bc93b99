import { createHmac } from 'node:crypto';
import * as v from 'valibot';
import { endOpenCall, unless } from '#infra/admin/erase/end-calls.ts';
import type { ErasureDeps } from '#infra/admin/erase/erasure-deps.ts';
import { numberTraces, type NumberTraces } from '#infra/admin/erase/number-traces.ts';
import { scanUntilClean } from '#infra/admin/erase/scan-table.ts';
import { collectionOf, isKept, ownerOf, type StoredItem } from '#infra/admin/erase/stored-item.ts';
import type { ProgressBar } from '#infra/admin/terminal/progress-bar.ts';
import { deleteCall } from '#shared/call-life/read-calls.ts';
import { isSettled } from '#shared/calls/call.ts';
import { deleteLead } from '#shared/campaigns/update-lead.ts';
import { AppError, OperatorError } from '#shared/platform/errors.ts';
import type { Secrets } from '#shared/platform/secrets.ts';
import { allOf, attribute, expr, present } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { read } from '#shared/platform/table/table.ts';
import { removeAll, update } from '#shared/platform/table/write.ts';
import { recordingObjectKey } from '#shared/recordings/s3-recording-links.ts';
import { removeSms } from '#shared/sms/dynamodb-sms-index.ts';

interface EraseNumberInput {
  /** E.164. */
  phoneNumber: string;
  /** Undefined: of every user. */
  userId: number | undefined;
  /** How long to wait for calls, leads and messages that are still open. */
  waitSeconds: number;
}

interface EraseNumberReport {
  calls: number;
  leads: number;
  messages: number;
  do_not_call: number;
  other_items: number;
  /** What users wrote into assistants, campaigns and numbers of their own: it is theirs to change. Keys of the items. */
  left: string[];
}

/** What users have made for themselves: a prompt may name the number of a shop. */
const OWN_WORK =
  /^(?:ASSISTANT|ASSISTANT_VERSION|ASSISTANT_DIRECTORY|ASSISTANT_UUID|CAMPAIGN|CAMPAIGN_TOTAL|NUMBER|VOICE)$/;
/** Items that go with the call, lead or do-not-call entry that they belong to; on their own they go only when that is gone. */
const DEPENDENT = /^(?:OPT_OUT|CALL_OF#.*|CALLED#.*|LEAD_OF#.*|LEAD_ROW|CAMPAIGN#\d+#(?:LEAD|LEAD_ROW|NUMBER))$/;
const REMOVED = /^(?:IDEMPOTENCY#.*|LEAD_CONTACT)$/;

/**
 * Erases a customer by the phone number: calls with it, their transcripts, recordings and webhooks, leads, messages, requests; and
 * the number wherever else it is named. A do-not-call entry stays as a keyed hash. Every step may be repeated.
 * @throws OperatorError if calls, leads or messages are still open after the wait
 */
export async function eraseNumber(
  { phoneNumber, userId, waitSeconds }: EraseNumberInput,
  deps: ErasureDeps,
  bar: ProgressBar,
): Promise<EraseNumberReport> {
  const until = deps.clock.now() + waitSeconds * 1000;
  const report: EraseNumberReport = { calls: 0, leads: 0, messages: 0, do_not_call: 0, other_items: 0, left: [] };
  const hash = await hashOfErased(phoneNumber, deps.secrets);
  for (;;) {
    const eraser = new NumberEraser({ phoneNumber, userId }, deps, report);
    const { isClean } = await scanUntilClean(deps.table, {
      name: `number ${hash}${userId === undefined ? '' : ` of user ${userId}`}`,
      visit: (items, pass) => eraser.visit(items, pass),
      bar,
    });
    if (eraser.open.size === 0 && isClean) return report;
    if (deps.clock.now() >= until) {
      const why =
        eraser.open.size === 0 ? 'the number is still being written' : `${eraser.open.size} items are still in use`;
      throw new OperatorError(`${why}: run the same command again in a minute`);
    }
    await deps.pause(1000);
  }
}

/** Names a number where it must not be: in the progress of the run, and in the audit log. */
export async function hashOfErased(phoneNumber: string, secrets: Pick<Secrets, 'get'>): Promise<string> {
  return createHmac('sha256', await secrets.get('erasure-key'))
    .update(phoneNumber)
    .digest('base64url');
}

/** More of them say nothing more. */
const MOST_LEFT = 100;
const WithId = v.object({ userId: v.number(), id: v.number() });
const Message = v.object({ to: v.string(), from: v.string(), status: v.string() });
const Head = v.object({ clientPhoneNumber: v.string(), assistantPhoneNumber: v.string() });
const ConversationOwner = v.object({ call: v.object({ userId: v.number() }) });
const Entry = v.object({ userId: v.number(), phoneNumber: v.string() });

class NumberEraser {
  /** Calls, leads and messages that workers still write to, by the keys of their items. */
  readonly open = new Set<string>();
  private readonly traces: NumberTraces;
  private readonly phoneNumber: string;
  private readonly userId: number | undefined;
  /** By connection. */
  private readonly conversationOwners = new Map<string, number>();
  private readonly deps: ErasureDeps;
  private readonly report: EraseNumberReport;

  constructor(
    { phoneNumber, userId }: Pick<EraseNumberInput, 'phoneNumber' | 'userId'>,
    deps: ErasureDeps,
    report: EraseNumberReport,
  ) {
    this.traces = numberTraces(phoneNumber);
    this.phoneNumber = phoneNumber;
    this.userId = userId;
    this.deps = deps;
    this.report = report;
  }

  async visit(items: readonly StoredItem[], pass: number): Promise<number> {
    let changed = 0;
    for (const item of items) {
      if (isKept(item) || !this.traces.isIn(item) || !(await this.isWanted(item))) continue;
      changed += Number(await this.erase(item, pass));
    }
    return changed;
  }

  /** Whether the item is the user's. One that names no user may be, but for those of a conversation. */
  private async isWanted(item: StoredItem): Promise<boolean> {
    if (this.userId === undefined) return true;
    const connectionId = /^CONVERSATION#(.+)$/.exec(item.pk)?.[1];
    const owner = ownerOf(item);
    if (connectionId === undefined) return owner === undefined || owner === this.userId;
    return (owner ?? (await this.ownerOfConversation(connectionId))) === this.userId;
  }

  /** Only the state of a conversation names its user. Items without it expire within a week. */
  private async ownerOfConversation(connectionId: string): Promise<number | undefined> {
    const known = this.conversationOwners.get(connectionId);
    if (known !== undefined) return known;
    const state = await read(this.deps.table, keys.conversation.state(connectionId), ConversationOwner);
    if (state) this.conversationOwners.set(connectionId, state.call.userId);
    return state?.call.userId;
  }

  /** Returns whether the item was changed or removed. */
  private async erase(item: StoredItem, pass: number): Promise<boolean> {
    const collection = collectionOf(item)?.collection;
    if (collection === 'CALL') return this.eraseCall(item);
    if (collection === 'LEAD') return this.eraseLead(item);
    if (collection === 'SMS') return this.eraseMessage(item);
    if (collection === 'DO_NOT_CALL') return this.eraseEntry(item);
    if (collection === 'DO_NOT_CALL_ROW') return this.eraseRow(item);
    if (OWN_WORK.test(collection ?? '') || item.pk.startsWith('NUMBER#')) return this.leave(item);
    if (DEPENDENT.test(collection ?? '')) return pass === 1 || (this.open.size === 0 && this.remove(item));
    return REMOVED.test(collection ?? '') ? this.remove(item) : this.redact(item);
  }

  private async eraseCall(item: StoredItem): Promise<boolean> {
    const { userId, id: callId } = v.parse(WithId, item);
    const key = { userId, callId };
    const call = await this.deps.calls.get(key);
    if (!call) return true;
    // A user's own number: the other party of the call is the customer.
    const { clientPhoneNumber, assistantPhoneNumber } = v.parse(Head, item);
    if (clientPhoneNumber !== this.phoneNumber) {
      return assistantPhoneNumber === this.phoneNumber ? this.leave(item) : this.redact(item);
    }
    if (!isSettled(call)) {
      this.open.add(nameOf(item));
      await endOpenCall(call, this.deps);
      return false;
    }
    this.open.delete(nameOf(item));
    await deleteCall(key, this.deps).catch(unless('call_not_found'));
    await this.deps.objects.removeAll(recordingObjectKey(key));
    this.report.calls += 1;
    return true;
  }

  private async eraseLead(item: StoredItem): Promise<boolean> {
    const { userId, id: leadId } = v.parse(WithId, item);
    if (v.parse(Entry, item).phoneNumber !== this.phoneNumber) return this.redact(item);
    try {
      await deleteLead({ userId, leadId }, this.deps);
    } catch (error) {
      if (error instanceof AppError && error.code === 'lead_not_found') return true;
      if (!(error instanceof AppError && error.code === 'lead_processing')) throw error;
      this.open.add(nameOf(item));
      return false;
    }
    this.open.delete(nameOf(item));
    this.report.leads += 1;
    return true;
  }

  /** A message that waits is sent or refunded within minutes. */
  private async eraseMessage(item: StoredItem): Promise<boolean> {
    const { to, from, status } = v.parse(Message, item);
    if (![to, from].includes(this.phoneNumber)) return this.redact(item);
    if (status === 'queued') {
      this.open.add(nameOf(item));
      return false;
    }
    this.open.delete(nameOf(item));
    this.report.messages += 1;
    await removeSms(this.deps.table, v.parse(WithId, item));
    return true;
  }

  private async eraseEntry(item: StoredItem): Promise<boolean> {
    const { userId, phoneNumber } = v.parse(Entry, item);
    if (phoneNumber !== this.phoneNumber) return this.redact(item);
    await this.deps.doNotCall.erase(userId, phoneNumber);
    this.report.do_not_call += 1;
    return true;
  }

  /** The row of an entry of this number goes with the entry. */
  private async eraseRow(item: StoredItem): Promise<boolean> {
    return v.parse(Entry, item).phoneNumber !== this.phoneNumber && this.redact(item);
  }

  private leave(item: StoredItem): boolean {
    const name = nameOf(item);
    const { left } = this.report;
    if (left.length < MOST_LEFT && !left.includes(name)) left.push(name);
    return false;
  }

  private async remove(item: StoredItem): Promise<boolean> {
    await removeAll(this.deps.table, [item]);
    this.report.other_items += 1;
    return true;
  }

  /** The item without the number. One that has its key from it is removed. */
  private async redact(item: StoredItem): Promise<boolean> {
    const { pk, sk } = item;
    if (this.traces.isIn([pk, sk])) return this.remove(item);
    const redacted = v.parse(v.record(v.string(), v.unknown()), this.traces.redact(item));
    const changed = Object.keys(item).filter((name) => redacted[name] !== item[name]);
    const isWritten = await update(
      this.deps.table,
      { pk, sk },
      {
        set: Object.fromEntries(Object.entries(redacted).filter(([name, value]) => value !== item[name])),
        remove: changed.filter((name) => !(name in redacted)),
        // A worker may have written since the scan: what it wrote stays, and the next pass looks at it.
        condition: allOf([present, ...changed.map((name) => expr`${attribute(name)} = ${item[name]}`)]),
      },
    );
    this.report.other_items += Number(isWritten);
    return true;
  }
}

function nameOf({ pk, sk }: StoredItem): string {
  return `${pk} ${sk}`;
}
