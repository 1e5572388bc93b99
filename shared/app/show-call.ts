import type { Call, CallBody, CallKey } from '#shared/domain/call/call.ts';
import { OpsRefusal } from '#shared/domain/errors/ops-refusal.ts';
import type { WebhookDelivery } from '#shared/domain/webhook/webhook-delivery.ts';
import type { CallStore } from '#shared/ports/call-store.ts';
import type { WebhookDeliveryStore } from '#shared/ports/webhook-delivery-store.ts';

export interface ShowCallDeps {
  calls: CallStore;
  deliveries: WebhookDeliveryStore;
}

export interface CallFile {
  call: Call;
  /** Undefined until the call has ended. */
  body: CallBody | undefined;
  deliveries: WebhookDelivery[];
}

/** Everything that is stored about a call. @throws OpsRefusal when the user has no such call */
export async function showCall(key: CallKey, deps: ShowCallDeps): Promise<CallFile> {
  const [call, body, deliveries] = await Promise.all([
    deps.calls.get(key),
    deps.calls.getBody(key),
    deps.deliveries.listOfCall(key.userId, key.callId),
  ]);
  if (!call) throw new OpsRefusal(`user ${key.userId} has no call ${key.callId}`);
  return { call, body, deliveries };
}
