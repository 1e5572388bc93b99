import type { DeliveryAttempt, WebhookDelivery, WebhookEvent } from '#shared/domain/webhook/webhook-delivery.ts';

export interface WebhookDeliveryStore {
  /** `exists`: this event was announced before; nothing is changed. */
  create(delivery: WebhookDelivery): Promise<'created' | 'exists'>;
  get(userId: number, callId: number, event: WebhookEvent): Promise<WebhookDelivery | undefined>;
  /** The deliveries of one call. */
  listOfCall(userId: number, callId: number): Promise<WebhookDelivery[]>;
  /**
   * Takes the right to make the next attempt until the epoch millisecond `until`, so that messages delivered twice do not
   * post twice. `taken`: somebody has it at `at`, or the attempt was made already.
   */
  claimAttempt(delivery: WebhookDelivery, at: number, until: number): Promise<'claimed' | 'taken'>;
  /** Appends attempt number `attempts.length + 1` and sets the status, if nobody else has recorded that attempt. */
  recordAttempt(
    delivery: WebhookDelivery,
    attempt: DeliveryAttempt,
    status: WebhookDelivery['status'],
  ): Promise<'recorded' | 'conflict'>;
  /** Makes the delivery pending again, its log kept, for a replay by ops. */
  reopen(delivery: WebhookDelivery): Promise<void>;
}
