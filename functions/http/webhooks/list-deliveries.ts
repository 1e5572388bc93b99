import * as v from 'valibot';
import { calls, smsMessages, webhookDeliveries, webhookEndpoints } from '#shared/container.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { ok } from '#shared/platform/http/http.ts';
import { recordIdParameter } from '#shared/platform/http/lists.ts';
import { DeliveryRecord, listDeliveries, type ListDeliveriesDeps } from '#shared/webhooks/deliveries.ts';

export const handler = defineEndpoint({
  id: 'webhooks/list-deliveries',
  scope: 'read',
  summary: 'List the webhook deliveries of a call or an SMS',
  answers: { status: 200, body: v.strictObject({ data: v.array(DeliveryRecord) }) },
  refusals: ['call_not_found', 'sms_not_found'],
  query: v.object({ call_id: v.optional(recordIdParameter()), sms_id: v.optional(recordIdParameter()) }),
  deps: (): ListDeliveriesDeps => ({
    calls: calls(),
    messages: smsMessages(),
    deliveries: webhookDeliveries(),
    endpoints: webhookEndpoints(),
  }),
  handle: async ({ userId, query }, deps) =>
    ok({ data: await listDeliveries({ userId, callId: query.call_id, smsId: query.sms_id }, deps) }),
});
