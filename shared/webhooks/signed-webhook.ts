import type { User, UserStore } from '#shared/accounts/account.ts';
import { signatureHeaders } from '#shared/accounts/webhook-secrets.ts';
import type { CallStore } from '#shared/calls/call-store.ts';
import type { Call } from '#shared/calls/call.ts';
import type { Secrets } from '#shared/platform/secrets.ts';
import { recordingUrl, type RecordingPolicy } from '#shared/recordings/recording.ts';
import type { SmsStore } from '#shared/sms/sms-deps.ts';
import type { Sms } from '#shared/sms/sms.ts';
import { callCompletedPayload } from '#shared/webhooks/call-completed.ts';
import { smsChangedPayload } from '#shared/webhooks/sms-changed.ts';
import { isSmsEvent, type WebhookDelivery } from '#shared/webhooks/webhook.ts';

export interface BuildWebhookDeps {
  calls: CallStore;
  users: UserStore;
  secrets: Secrets;
  recordingPolicy: RecordingPolicy;
}

export interface SignedWebhook {
  body: string;
  headers: Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>;
}

/** The same bytes for every attempt. `at`: epoch milliseconds. Undefined if the call was deleted. */
export async function buildWebhook(
  delivery: WebhookDelivery,
  at: number,
  deps: BuildWebhookDeps & { messages: Pick<SmsStore, 'get'> },
): Promise<SignedWebhook | undefined> {
  const { userId, callId } = delivery;
  if (isSmsEvent(delivery.event)) {
    const [sms, user] = await Promise.all([deps.messages.get({ userId, smsId: callId }), deps.users.get(userId)]);
    return sms && user && buildSmsWebhook({ sms, user, delivery, at }, deps);
  }
  const call = await deps.calls.get({ userId, callId });
  return call && buildWebhookOf(call, delivery, at, deps);
}

export async function buildWebhookOf(
  call: Call,
  { id, userId, callId, event }: WebhookDelivery,
  at: number,
  deps: BuildWebhookDeps,
): Promise<SignedWebhook | undefined> {
  if (isSmsEvent(event)) return undefined;
  const [callBody, user] = await Promise.all([deps.calls.getBody({ userId, callId }), deps.users.get(userId)]);
  if (!callBody) return undefined;
  if (!user) throw new Error(`webhook ${id} belongs to a user that does not exist`);
  const about = await readAbout(call, deps);
  const body = JSON.stringify(callCompletedPayload({ event, call, body: callBody, ...about }));
  return signWebhook({ id, at, body }, user, deps);
}

/** Its status and error are those of the event. */
export async function buildSmsWebhook(
  { sms, user, delivery, at }: { sms: Sms; user: User; delivery: WebhookDelivery; at: number },
  deps: Pick<BuildWebhookDeps, 'secrets'>,
): Promise<SignedWebhook | undefined> {
  const { id, event, createdAt } = delivery;
  if (!isSmsEvent(event)) return undefined;
  const body = JSON.stringify(smsChangedPayload(event, sms, createdAt));
  return signWebhook({ id, at, body }, user, deps);
}

export async function signWebhook(
  { id, at, body }: { id: string; at: number; body: string },
  user: User,
  deps: Pick<BuildWebhookDeps, 'secrets'>,
): Promise<SignedWebhook> {
  return { body, headers: await signatureHeaders({ id, at, body }, user, deps) };
}

/** Only recorded calls and campaign calls need more than the call. */
async function readAbout(call: Call, { calls, recordingPolicy }: BuildWebhookDeps) {
  const link = recordingUrl(call, recordingPolicy);
  if (link === null && call.leadId === undefined) return { recordingUrl: null };
  const configuration = await calls.getConfiguration({ userId: call.userId, callId: call.id });
  return {
    recordingUrl: configuration?.assistant.includeRecordingInWebhook === true ? link : null,
    lead: configuration?.lead,
  };
}
