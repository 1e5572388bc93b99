import { describe, expect, it } from 'vitest';
import { announceCall } from '#shared/app/announce-call.ts';
import { createMemoryQueue } from '#test/support/memory/platform.ts';
import { createMemoryWebhookDeliveryStore } from '#test/support/memory/webhooks.ts';
import { buildAssistant, buildCall } from '#test/support/builders.ts';
import { createFixedClock } from '#test/support/fakes.ts';

const urls = { webhookUrl: 'https://example.com/post-call', inboundWebhookUrl: 'https://example.com/inbound' };

function setup() {
  return { deliveries: createMemoryWebhookDeliveryStore(), queue: createMemoryQueue(), clock: createFixedClock() };
}

describe('announce call', () => {
  it('puts both events of an inbound call on their way', async () => {
    const deps = setup();
    const call = buildCall({ id: 42, type: 'inbound', status: 'completed', hold: 0 });
    await announceCall(call, buildAssistant({ type: 'inbound', isWebhookActive: true, ...urls }), deps);
    await expect(deps.deliveries.listOfCall(7, 42)).resolves.toMatchObject([
      { id: 'evt_42_call.completed', url: urls.webhookUrl },
      { id: 'evt_42_inbound_call.completed', url: urls.inboundWebhookUrl },
    ]);
    expect(deps.queue.sent.map((sent) => sent.message)).toEqual([
      { userId: 7, deliveryId: 'evt_42_call.completed', attempt: 1 },
      { userId: 7, deliveryId: 'evt_42_inbound_call.completed', attempt: 1 },
    ]);
  });

  it('tells nobody when no webhook is on', async () => {
    const deps = setup();
    await announceCall(buildCall({ status: 'completed' }), buildAssistant({ isWebhookActive: false }), deps);
    expect(deps.queue.sent).toEqual([]);
  });

  it('queues a delivery again that was stored but never tried', async () => {
    const deps = setup();
    const call = buildCall({ id: 42, status: 'completed', hold: 0 });
    const assistant = buildAssistant({ isWebhookActive: true, ...urls });
    await announceCall(call, assistant, deps);
    await announceCall(call, assistant, deps);
    expect(deps.queue.sent).toHaveLength(2);
    await expect(deps.deliveries.listOfCall(7, 42)).resolves.toHaveLength(1);
  });
});
