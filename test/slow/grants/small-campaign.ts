import { waitFor, type ApiClient, type RunningStack } from '#test/support/local-stack.ts';
import { create, createAssistant } from '#test/support/over-http.ts';

/** One lead who talks, and one who is busy and is called again. */
const numbers = ['+12025550141', '+12025550150'];
/** Added while the others are called. */
const LATE = '+12025550142';

export async function runSmallCampaign({ api }: RunningStack): Promise<void> {
  const assistant_id = await createAssistant(api);
  const campaign_id = await create(api, '/user/campaigns', {
    name: 'Check-ups',
    assistant_id,
    timezone: 'America/New_York',
    max_calls_in_parallel: 3,
    max_retries: 1,
    retry_interval: 10,
  });
  for (const phone_number of numbers) await create(api, '/user/leads', { campaign_id, phone_number });
  await renumber(api, campaign_id);
  await api('POST', '/user/campaigns/update-status', { campaign_id, action: 'start' });
  await create(api, '/user/leads', { campaign_id, phone_number: LATE });
  await api('PUT', `/user/campaigns/${campaign_id}`, { max_retries: 1, phone_number_ids: [] });
  await api('GET', `/user/campaigns/${campaign_id}`);
  const stop = await api('POST', '/user/campaigns/update-status', { campaign_id, action: 'stop' });
  if (stop.status !== 200) throw new Error(`stopping a campaign answered ${stop.status}`);
  await api('POST', '/user/campaigns/update-status', { campaign_id, action: 'start' });
  await waitFor('a small campaign to end', async () => {
    const { body } = await api<Array<{ id: number; status: string }>>('GET', '/user/campaigns');
    return body.some(({ id, status }) => id === campaign_id && status === 'completed');
  });
}

/** A lead with a second number gets another first one, and is not called after all. */
async function renumber(api: ApiClient, campaign_id: number): Promise<void> {
  const secondary_contacts = [{ phone_number: '+12025550144' }];
  const id = await create(api, '/user/leads', { campaign_id, phone_number: '+12025550143', secondary_contacts });
  await api('PUT', `/user/leads/${id}`, { phone_number: '+12025550145' });
  await api('GET', `/user/leads/${id}`);
  await api('DELETE', `/user/leads/${id}`);
}
