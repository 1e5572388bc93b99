import type { ApiClient } from '#test/support/api-client.ts';
import { assistantRequest } from '#test/support/assistant-request.ts';
import { waitFor } from '#test/support/local-stack.ts';

/** Calls, a campaign with leads and what else the pages of records show. */
export interface RecordsWorld {
  /** A call that was talked, with evaluation, latency and a delivered webhook. */
  callId: number;
  /** A campaign whose leads are partly done. */
  campaignId: number;
  /** An outbound assistant with a webhook. */
  callerId: number;
}

/** A campaign that is still running when the pages are looked at has leads that wait for their next attempt. */
const leads = [
  ['+12025550101', 'Grace'],
  ['+12025550102', 'Edsger'],
  ['+12025550103', 'Barbara'],
  ['+12025550150', 'Alan'],
  ['+12025550151', 'Donald'],
  ['+12025550110', 'Frances'],
] as const;

export async function createRecords(api: ApiClient, sinkUrl: string): Promise<RecordsWorld> {
  const caller = assistantRequest({
    assistant_name: 'Appointment desk',
    initial_message: 'Hello {customer_name}, this is Northwind Dental. Do you have a minute?',
    system_prompt: 'You confirm the appointment of {customer_name} at {practice}.',
    variables: { practice: 'Northwind Dental' },
    is_webhook_active: true,
    webhook_url: `${sinkUrl}/crm`,
    send_webhook_only_on_completed: false,
    record_call: true,
  });
  const { body } = await api<{ data: { id: number } }>('POST', '/user/assistant', caller);
  const callerId = body.data.id;
  const call = { assistant_id: callerId, phone_number: '+12025550100', variables: { customer_name: 'Ada' } };
  const [callId] = await Promise.all([makeCall(api, call), makeCall(api, { ...call, phone_number: '+12025550150' })]);
  const campaignId = await createCampaign(api, callerId);
  await api('POST', '/user/do-not-call', { phone_number: '+12025550140', reason: 'Asked by e-mail' });
  await waitFor('the call and its webhook', async () => {
    const { body: record } = await api<{ webhook_response: { status?: number } }>('GET', `/user/calls/${callId}`);
    return record.webhook_response.status === 200;
  });
  return { callId, campaignId, callerId };
}

async function makeCall(api: ApiClient, call: object): Promise<number> {
  return (await api<{ call_id: number }>('POST', '/user/make_call', call)).body.call_id;
}

async function createCampaign(api: ApiClient, assistantId: number): Promise<number> {
  const campaign = { name: 'Spring reminders', assistant_id: assistantId, timezone: 'UTC', retry_interval: 60 };
  const { body } = await api<{ data: { id: number } }>('POST', '/user/campaigns', campaign);
  for (const [phone_number, customer_name] of leads) {
    await api('POST', '/user/leads', { phone_number, campaign_id: body.data.id, variables: { customer_name } });
  }
  await api('POST', '/user/do-not-call', { phone_number: '+12025550110' });
  await api('POST', '/user/campaigns/update-status', { campaign_id: body.data.id, action: 'start' });
  return body.data.id;
}
