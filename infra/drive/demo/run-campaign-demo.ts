import { setTimeout as sleep } from 'node:timers/promises';
import { styleText } from 'node:util';
import * as v from 'valibot';
import { campaignLeads, campaignSummary, createStatusTable } from '#infra/drive/demo/campaign-leads.ts';
import { demoAssistant } from '#infra/drive/demo/demo-assistants.ts';
import type { Screen } from '#infra/drive/demo/screen.ts';
import type { LocalStack } from '#infra/local/compose/local-stack.ts';
import { createDemoApi, type DemoApi } from '#infra/local/rehearsal/demo-api.ts';

const POLL_MS = 200;
const PATIENCE_MS = 90_000;
/** The shortest interval that a campaign may have, in simulated time. */
const RETRY_MINUTES = 10;

const DialAttempts = v.object({
  attempts: v.array(v.object({ at: v.number(), to: v.string(), httpStatus: v.number() })),
});

/** A campaign calls thirty leads. Prints their statuses. Returns what is missing; empty when all went well. */
export async function runCampaignDemo(stack: LocalStack, { print }: Screen): Promise<string[]> {
  const { address } = stack;
  const [user] = address.users;
  if (!user) throw new Error('the stack has no user');
  const api = createDemoApi(address.base_url, user.token);
  const campaignId = await prepare(api, `${address.webhook_sink_url}/demo`);
  print(`${campaignLeads.length} leads, 10 calls at once; missed calls are repeated after 10 simulated minutes`);
  const startedAt = Date.now();
  await api.startCampaign(campaignId);
  await watch(api, campaignId, startedAt);
  const status = await waitForEnd(api, campaignId);
  const dialled = await dialledCalls(address.simulator_url);
  const [first] = dialled;
  const statuses = await api.leadStatuses(campaignId);
  print(
    `\n${styleText('bold', 'Outcome')}\n${campaignSummary(statuses.values(), await api.findCampaignCalls(campaignId))}`,
  );
  print(`  first call ${first ? ((first.at - startedAt) / 1000).toFixed(2) : '?'} s after the start of the campaign`);
  return [
    ...missingParts(
      statuses,
      dialled.map(({ to }) => to),
    ),
    ...(status === 'completed' ? [] : [`the end of the campaign (it is ${status})`]),
    ...(first && first.at - startedAt < 2000 ? [] : ['a first call within two seconds']),
  ];
}

async function prepare(api: DemoApi, webhookUrl: string): Promise<number> {
  const assistantId = await api.createAssistant(demoAssistant(webhookUrl));
  const campaignId = await api.createCampaign({
    name: 'Check-ups in spring',
    assistant_id: assistantId,
    timezone: 'America/New_York',
    max_calls_in_parallel: 10,
    max_retries: 1,
    retry_interval: RETRY_MINUTES,
    retry_on_voicemail: true,
  });
  for (const { phoneNumber, secondaryContacts } of campaignLeads) {
    await api.createLead({
      campaign_id: campaignId,
      phone_number: phoneNumber,
      variables: { family_name: 'Morgan' },
      secondary_contacts: secondaryContacts.map((contact) => ({ phone_number: contact })),
    });
  }
  // After the lead was added: the dialler checks the do-not-call list before each call.
  for (const { phoneNumber, dialled } of campaignLeads)
    if (dialled.length === 0) await api.addDoNotCallNumber(phoneNumber);
  return campaignId;
}

async function watch(api: DemoApi, campaignId: number, startedAt: number): Promise<void> {
  const { stdout } = process;
  const table = createStatusTable(campaignLeads, {
    write: (text) => stdout.write(text),
    isTerminal: stdout.isTTY,
  });
  while (Date.now() - startedAt < PATIENCE_MS) {
    if (table.show(await api.leadStatuses(campaignId), (Date.now() - startedAt) / 1000)) return;
    await sleep(POLL_MS);
  }
}

async function waitForEnd(api: DemoApi, campaignId: number): Promise<string | undefined> {
  const giveUpAt = Date.now() + 5000;
  for (;;) {
    const status = await api.campaignStatus(campaignId);
    if (status === 'completed' || Date.now() > giveUpAt) return status;
    await sleep(POLL_MS);
  }
}

/** The dial requests that the carrier accepted, from its log. */
async function dialledCalls(simulatorUrl: string) {
  const response = await fetch(`${simulatorUrl}/_simulator/dial-attempts`);
  const { attempts } = v.parse(DialAttempts, await response.json());
  return attempts.filter(({ httpStatus }) => httpStatus === 201);
}

function missingParts(statuses: ReadonlyMap<string, string>, dialled: string[]): string[] {
  return campaignLeads.flatMap((lead) => {
    const { phoneNumber, secondaryContacts, status } = lead;
    const numbers = new Set([phoneNumber, ...secondaryContacts]);
    const calls = dialled.filter((number) => numbers.has(number));
    const missing: string[] = [];
    if (statuses.get(phoneNumber) !== status) missing.push(`${phoneNumber} as ${status}`);
    if (calls.join() !== lead.dialled.join()) missing.push(`${lead.dialled.length} calls for ${phoneNumber}`);
    return missing;
  });
}
