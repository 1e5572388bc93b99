import type { Delivery } from '@ringback/client';
import * as operations from '@ringback/client/operations';
import { z } from 'zod';
import { about, answer, CHANGES, id, READS, type Tools } from '../tool.ts';

const delivery = { id: z.string(), event: z.string(), url: z.string(), status: z.string(), attempts: z.number() };

const deliveryOf = ({ attempts, ...record }: Delivery) => ({
  id: record.id,
  event: record.event,
  url: record.url,
  status: record.status,
  attempts: attempts.length,
});

export function webhookTools({ register, ringback }: Tools): void {
  register(
    'list_webhook_deliveries',
    {
      ...about(operations.listDeliveries),
      inputSchema: { call_id: id('a call').optional(), sms_id: id('an SMS').optional() },
      outputSchema: { deliveries: z.array(z.object(delivery)) },
      annotations: READS,
    },
    ({ call_id, sms_id }) =>
      answer(async () => {
        if (sms_id !== undefined && call_id === undefined)
          return { deliveries: (await ringback.sms.deliveries(sms_id)).map(deliveryOf) };
        if (call_id === undefined || sms_id !== undefined) throw new Error('Name a call_id or an sms_id.');
        return { deliveries: (await ringback.webhooks.deliveries(call_id)).map(deliveryOf) };
      }),
  );
  register(
    'replay_webhook_delivery',
    {
      ...about(operations.replayDelivery),
      inputSchema: { delivery_id: z.string().describe('Id of list_webhook_deliveries.') },
      outputSchema: delivery,
      annotations: CHANGES,
    },
    ({ delivery_id }) => answer(async () => deliveryOf(await ringback.webhooks.replay(delivery_id))),
  );
}
