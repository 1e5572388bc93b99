import * as v from 'valibot';
import { calls, recordingPolicy, smsMessages, users, webhookDeliveries } from '#shared/container.ts';
import { clock } from '#shared/platform/clock.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { ok } from '#shared/platform/http/http.ts';
import { secrets } from '#shared/platform/secrets.ts';
import { DeliveryPayload, readPayload, type ReadPayloadDeps } from '#shared/webhooks/deliveries.ts';

export const handler = defineEndpoint({
  id: 'webhooks/get-delivery-payload',
  scope: 'read',
  summary: 'Get the payload of a webhook',
  answers: { status: 200, body: v.strictObject({ data: DeliveryPayload }) },
  refusals: ['delivery_not_found'],
  pathDelivery: true,
  deps: (): ReadPayloadDeps => ({
    calls: calls(),
    messages: smsMessages(),
    users: users(),
    deliveries: webhookDeliveries(),
    secrets: secrets(),
    recordingPolicy: recordingPolicy(),
    clock: clock(),
  }),
  handle: async ({ userId, deliveryId }, deps) => ok({ data: await readPayload({ userId, deliveryId }, deps) }),
});
