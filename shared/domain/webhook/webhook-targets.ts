import type { Assistant } from '#shared/domain/assistant/assistant.ts';
import { wasTalked } from '#shared/domain/call/call-status.ts';
import type { Call } from '#shared/domain/call/call.ts';
import type { WebhookEvent } from '#shared/domain/webhook/webhook-delivery.ts';

export interface WebhookTarget {
  event: WebhookEvent;
  url: string;
}

/** Who is told that a call is over, by the assistant as it was when the call started. */
export function webhookTargets(call: Pick<Call, 'type' | 'status'>, assistant: Assistant): WebhookTarget[] {
  const targets: WebhookTarget[] = [];
  const { isWebhookActive, webhookUrl, sendWebhookOnlyOnCompleted, inboundWebhookUrl } = assistant;
  const wanted = isWebhookActive && (!sendWebhookOnlyOnCompleted || wasTalked(call.status));
  if (wanted && webhookUrl !== null) targets.push({ event: 'call.completed', url: webhookUrl });
  if (call.type === 'inbound' && inboundWebhookUrl !== null) {
    targets.push({ event: 'inbound_call.completed', url: inboundWebhookUrl });
  }
  return targets;
}
