import { expect, it } from 'vitest';
import { createDemoApi } from '#infra/local/rehearsal/demo-api.ts';
import { newLead } from '#shared/campaigns/create-lead.ts';
import { finalLeadStatuses, type Lead } from '#shared/campaigns/lead.ts';
import { leads, users, wallets } from '#shared/container.ts';
import { createRecordId } from '#shared/platform/ids.ts';
import { assistantRequest } from '#test/support/assistant-request.ts';
import { useLocalStack, waitFor } from '#test/support/local-stack.ts';
import { behaviours, useOpenAiServer } from '#test/support/openai-server.ts';
import { patience } from '#test/support/patience.ts';

/** `LEADS=200 npm run test:slow -- model-outage`: as many as a campaign has. */
const LEADS = Number(process.env['LEADS'] ?? 8);
/** A slower clock leaves the breaker more calls in the five minutes that it looks at. Few leads do not trip it anyway. */
const SPEED = LEADS < 40 ? 100 : 60;
/** Retries come after the outage, which lasts for one call of each lead. */
const RETRY_MINUTES = Math.max(10, Math.ceil((LEADS * 0.4 * SPEED) / 60));
const LINES = 40;
const USER = 1;
const LIMIT_MS = patience(180_000);
/** Often enough for a user who starts a campaign again that the service has suspended. */
const LOOK_AGAIN_MS = 250;

const provider = useOpenAiServer();
const running = useLocalStack(async () => ({
  simulatorSpeed: SPEED,
  developer: { OPENAI_BASE_URL: provider.baseUrl(), CARRIER_CALLS_PER_SECOND: '50' },
}));
const user = () => createDemoApi(running().baseUrl, running().token(USER));

async function createCampaign(): Promise<{ campaignId: number; ids: number[] }> {
  await users().setCallsAllowed(USER, LINES);
  const idOf = (index: number) => createRecordId(Date.now(), () => index / 4096);
  const money = { id: idOf(LEADS), userId: USER, amount: 1e9, createdAt: Date.now() };
  await wallets().book({ ...money, kind: 'top_up', reference: 'outage' });
  const assistant = assistantRequest({ llm_model: 'gpt-6-luna', post_call_evaluation: false });
  const campaignId = await user().createCampaign({
    name: 'Outage',
    assistant_id: await user().createAssistant(assistant),
    timezone: 'America/New_York',
    max_calls_in_parallel: LINES,
    max_retries: 5,
    retry_interval: RETRY_MINUTES,
  });
  const create = async (index: number) => {
    const phoneNumber = `+1202555${2000 + index}`;
    const request = { campaignId, phoneNumber, secondaryContacts: [], variables: {}, allowDuplicate: false };
    const { lead } = newLead(request, { userId: USER, id: idOf(index), contactIds: [] });
    await leads().create(lead, []);
    return lead.id;
  };
  return { campaignId, ids: await Promise.all(Array.from({ length: LEADS }, (_, index) => create(index))) };
}

/** Also one that is gone. */
const isClosed = (lead: Lead | undefined) => !lead || finalLeadStatuses.some((status) => status === lead.status);
const read = (ids: number[]) => Promise.all(ids.map((id) => leads().get(USER, id)));

/** Starts the campaign, and again whenever the service has suspended it, as a busy machine lets it do or not. */
async function run(campaignId: number, isOver: () => Promise<boolean>): Promise<void> {
  await waitFor(
    'the leads',
    async () => {
      if (await isOver()) return true;
      if ((await user().campaignStatus(campaignId)) !== 'in-progress') await user().startCampaign(campaignId);
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
      return false;
    },
    LIMIT_MS,
  );
}

/** How often the carrier has taken a call to each number. */
async function dialled(): Promise<number[]> {
  type Log = { attempts: Array<{ to: string; httpStatus: number }> };
  const { attempts } = await running().simulator<Log>('/dial-attempts');
  const taken = attempts.filter(({ httpStatus }) => httpStatus === 201);
  return [...Map.groupBy(taken, ({ to }) => to).values()].map(({ length }) => length);
}

it(
  `a campaign of ${LEADS} leads loses none and reaches none in an outage of the model provider, and calls all again after it`,
  async () => {
    const { campaignId, ids } = await createCampaign();
    const closed: unknown[] = [];
    provider.behave(behaviours.refuses(503));
    await run(campaignId, async () => {
      const now = await read(ids);
      for (const lead of now) if (isClosed(lead)) closed.push(lead);
      // Each has been called by an assistant without a model, which counts as a missed attempt.
      return closed.length > 0 || now.every((lead) => (lead?.dialing.attempts ?? 0) > 0);
    });
    expect(closed).toEqual([]);
    // Null: it is called again already.
    const reasons = new Set((await read(ids)).map((lead) => lead?.dialing.reason));
    expect([...reasons].filter((reason) => reason !== null && reason !== 'campaign_stopped')).toEqual(['model_failed']);

    provider.behave(behaviours.callsTool('end_call', 'Thank you. Goodbye.'));
    await run(campaignId, async () => (await read(ids)).every((lead) => lead?.status === 'completed'));
    const calls = await dialled();
    expect(calls).toHaveLength(LEADS);
    // A missed call in the outage, and another one by which the lead was reached.
    expect(Math.min(...calls)).toBeGreaterThanOrEqual(2);
  },
  LIMIT_MS * 2,
);
