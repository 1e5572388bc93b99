import type { Call } from '#shared/domain/call/call.ts';
import { recordingUrl, type RecordingTerms } from '#shared/domain/call/recording-link.ts';
import type { WebhookDelivery } from '#shared/domain/webhook/webhook-delivery.ts';
import { webhookSecret } from '#shared/domain/webhook/webhook-secret.ts';
import type { CallStore } from '#shared/ports/call-store.ts';
import type { Secrets } from '#shared/ports/secrets.ts';
import type { UserStore } from '#shared/ports/user-store.ts';
import type { WebhookAnswer, WebhookTransport } from '#shared/ports/webhook-transport.ts';
import { callCompletedPayload } from '#shared/webhooks/call-completed.ts';
import { signedHeaders } from '#shared/webhooks/signed-headers.ts';

export interface PostWebhookDeps {
  calls: CallStore;
  users: UserStore;
  secrets: Secrets;
  transport: WebhookTransport;
  recordingTerms: RecordingTerms;
}

/** Builds the payload anew from the call, signs it for this attempt and posts it. Undefined: the call was removed. */
export async function postWebhook(
  delivery: WebhookDelivery,
  at: number,
  deps: PostWebhookDeps,
): Promise<WebhookAnswer | undefined> {
  const { id, userId, callId, event, url } = delivery;
  const key = { userId, callId };
  const [call, callBody, user, signingKey] = await Promise.all([
    deps.calls.get(key),
    deps.calls.getBody(key),
    deps.users.get(userId),
    deps.secrets.get('webhook-signing-key'),
  ]);
  if (!call || !callBody) return undefined;
  if (!user) throw new Error(`webhook ${id} is of a user that is not there`);
  const about = await readAbout(call, deps);
  const body = JSON.stringify(callCompletedPayload({ event, call, body: callBody, ...about }));
  const secrets = user.webhookSecretVersions.map((version) => webhookSecret(signingKey, userId, version));
  return deps.transport.post({ url, headers: signedHeaders({ id, at, body, secrets }), body });
}

/** What the call's configuration adds, which is read for recorded calls and those of campaigns only. */
async function readAbout(call: Call, { calls, recordingTerms }: PostWebhookDeps) {
  const link = recordingUrl(call, recordingTerms);
  if (link === null && call.leadId === undefined) return { recordingUrl: null };
  const configuration = await calls.getConfiguration({ userId: call.userId, callId: call.id });
  return {
    recordingUrl: configuration?.assistant.includeRecordingInWebhook === true ? link : null,
    lead: configuration?.lead,
  };
}
