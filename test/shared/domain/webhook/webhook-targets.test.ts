import { describe, expect, it } from 'vitest';
import { callStatuses, isFinal } from '#shared/domain/call/call-status.ts';
import { webhookTargets } from '#shared/domain/webhook/webhook-targets.ts';
import { buildAssistant } from '#test/support/builders.ts';

const webhookUrl = 'https://example.com/post-call';
const inboundWebhookUrl = 'https://example.com/inbound';
const postCall = { event: 'call.completed', url: webhookUrl };
const inbound = { event: 'inbound_call.completed', url: inboundWebhookUrl };
const talked = new Set(['completed', 'ended_by_customer', 'ended_by_assistant']);

describe('webhook targets', () => {
  it.each(callStatuses.filter(isFinal))('tells of a call that is %s as the assistant wants', (status) => {
    const targets = (sendWebhookOnlyOnCompleted: boolean) =>
      webhookTargets(
        { type: 'outbound', status },
        buildAssistant({ isWebhookActive: true, webhookUrl, sendWebhookOnlyOnCompleted }),
      );
    expect(targets(true)).toEqual(talked.has(status) ? [postCall] : []);
    expect(targets(false)).toEqual([postCall]);
  });

  it.each([
    { name: 'a webhook that is switched off', assistant: { isWebhookActive: false, webhookUrl } },
    { name: 'a webhook without address', assistant: { isWebhookActive: true, webhookUrl: null } },
    { name: 'the inbound webhook of an outbound call', assistant: { inboundWebhookUrl } },
  ])('leaves out $name', ({ assistant }) => {
    expect(webhookTargets({ type: 'outbound', status: 'completed' }, buildAssistant(assistant))).toEqual([]);
  });

  it('tells both webhooks of an inbound call', () => {
    const assistant = buildAssistant({ type: 'inbound', isWebhookActive: true, webhookUrl, inboundWebhookUrl });
    expect(webhookTargets({ type: 'inbound', status: 'completed' }, assistant)).toEqual([postCall, inbound]);
  });
});
