import { setTimeout as sleep } from 'node:timers/promises';
import { draw } from '@ringback/simulators/line/draw.ts';
import { publicMessages } from '#shared/platform/errors.ts';
import type { ChaosStack } from '#test/chaos/chaos-stack.ts';
import type { Client } from '#test/chaos/client.ts';
import { assistantRequest } from '#test/support/assistant-request.ts';
import { numberLike } from '#test/support/many-numbers.ts';

/** What the customers of the service have been answered. */
export interface Answered {
  /** Ids of calls whose request was answered 200. */
  calls: number[];
  /** Statuses of SMS whose request was answered, by id. */
  sms: Map<number, string>;
  campaigns: number[];
  /** Requests without any answer, although they were repeated for a minute. */
  unanswered: string[];
  refused: string[];
}

/** Numbers of the simulator that do something of their own, and the one that talks longest. */
const special = ['0150', '0151', '0152', '0153', '0154', '0155', '0156', '0157', '0158', '0159', '0156'];
const recipients = ['0160', '0161', '0162', '0163', '0164', '0158', '0159'];
/** Whether the number is one of these. All others are called by one request each. */
export const isSpecial = (number: string) => /^\+1\d{3}555/.test(number);
const LEADS_OF_A_CAMPAIGN = 6;
const LONGEST_CALL_SECONDS = 180;
/** The shortest that a campaign may have. */
const RETRY_MINUTES = 10;

export interface LoadOptions {
  seed: number;
  /** Call seconds per second. */
  speed: number;
  /** The longest call, in call seconds. */
  longestCallSeconds?: number;
}

export function createLoad(
  stack: ChaosStack,
  client: Client,
  { seed, speed, longestCallSeconds = LONGEST_CALL_SECONDS }: LoadOptions,
) {
  const answered: Answered = { calls: [], sms: new Map(), campaigns: [], unanswered: [], refused: [] };
  const running = new Set<Promise<void>>();
  let assistantId = 0;
  let next = 0;
  /** A customer that nobody else calls: to be dialled twice is to be dialled twice for one request. */
  const newNumber = () => `+120255${5 + client.userId}${String((next += 1)).padStart(4, '0')}`;
  const chance = (what: string, n: number) => draw(seed, what, client.userId, n);

  async function create<Body>(what: string, path: string, body: unknown, copies = 1): Promise<Body | undefined> {
    const answer = await client.ask('POST', path, body, copies);
    if (answer === undefined) answered.unanswered.push(what);
    // A request that was not answered in time has started the campaign.
    const isDone =
      answer?.isRepeat && (answer.body as { message?: string }).message === publicMessages.campaign_running;
    // 402: no money; 500: the carrier has refused the SMS, which the service has recorded as failed.
    if (answer && !isDone && answer.status >= 400 && answer.status !== 402 && !(what === 'SMS' && answer.isKept))
      answered.refused.push(`${what}: ${answer.status}`);
    return answer && (isDone || answer.status < 300) ? (answer.body as Body) : undefined;
  }

  function someNumber(n: number): string {
    const at = chance('number', n);
    return at < 0.4 ? numberLike(`+1202555${special[Math.floor((at / 0.4) * special.length)]}`, n) : newNumber();
  }

  async function makeCall(n: number, number = someNumber(n)): Promise<void> {
    const body = { assistant_id: assistantId, phone_number: number, variables: { customer_name: 'Ada' } };
    const made = await create<{ call_id: number }>('call', '/user/make_call', body, chance('copies', n) < 0.2 ? 2 : 1);
    if (made) answered.calls.push(made.call_id);
  }

  async function sendSms(n: number): Promise<void> {
    const at = chance('recipient', n);
    const to = at < 0.2 ? `+1202555${recipients[Math.floor((at / 0.2) * recipients.length)]}` : newNumber();
    const body = { from: ownNumber().id, to, body: `Chaos ${client.userId} ${n}` };
    const sent = await create<{ data: { id: number; status: string } }>('SMS', '/user/sms', body, at > 0.8 ? 2 : 1);
    if (sent) answered.sms.set(sent.data.id, sent.data.status);
  }

  const ownNumber = () => stack.address().users.find(({ id }) => id === client.userId)!.phone_numbers[0]!;

  async function callIn(): Promise<void> {
    const request = { from: newNumber(), to: ownNumber().phone_number };
    const url = `${stack.address().simulator_url}/_simulator/inbound-calls`;
    const headers = { 'content-type': 'application/json' };
    await fetch(url, { method: 'POST', headers, body: JSON.stringify(request) }).catch(() => undefined);
  }

  /** `isLate`: it has no lead that must be called again. The end of the run would wait for nothing else. */
  async function startCampaign(n: number, isLate: boolean): Promise<void> {
    const settings = { max_retries: 1, retry_interval: RETRY_MINUTES, timezone: 'America/New_York' };
    const campaign = { name: `Chaos ${n}`, assistant_id: assistantId, max_calls_in_parallel: 3, ...settings };
    const created = await create<{ data: { id: number } }>('campaign', '/user/campaigns', campaign);
    if (!created) return;
    for (let lead = 0; lead < LEADS_OF_A_CAMPAIGN; lead += 1) {
      const phoneNumber = lead === 0 && !isLate ? numberLike('+12025550150', n) : newNumber();
      await create('lead', '/user/leads', { campaign_id: created.data.id, phone_number: phoneNumber });
    }
    const start = { campaign_id: created.data.id, action: 'start' };
    if (await create('start', '/user/campaigns/update-status', start)) answered.campaigns.push(created.data.id);
  }

  const list = async () => void (await client.ask('GET', '/user/calls?per_page=20'));

  function act(n: number, end: number): Promise<void> {
    const at = chance('act', n);
    if (at < 0.45) return makeCall(n);
    if (at < 0.75) return sendSms(n);
    if (at < 0.87) return callIn();
    if (at >= 0.9) return list();
    return startCampaign(n, end - Date.now() < (RETRY_MINUTES * 60_000) / speed);
  }

  function start(work: Promise<void>): void {
    const done: Promise<void> = work
      .catch((error: unknown) => void answered.refused.push(String(error)))
      .finally(() => running.delete(done));
    running.add(done);
  }

  return {
    answered,
    makeCall,
    sendSms,
    start,
    /** Creates the assistants, one of which answers calls. */
    async prepare(webhookUrl: string) {
      const webhook = { is_webhook_active: true, webhook_url: webhookUrl, send_webhook_only_on_completed: false };
      const common = {
        ...webhook,
        max_call_duration: longestCallSeconds,
        re_engagement_interval: 60,
        max_silence_duration: 120,
      };
      const out = await create<{ data: { id: number } }>('assistant', '/user/assistant', assistantRequest(common));
      const receptionist = {
        ...common,
        calls_direction: 'receive',
        phone_number_id: ownNumber().id,
        assistant_name: 'In',
      };
      const inbound = await create<{ data: { id: number } }>(
        'assistant',
        '/user/assistant',
        assistantRequest(receptionist),
      );
      if (!out || !inbound) throw new Error(`no assistants: ${answered.refused.join()}`);
      const hook = { assistant_id: inbound.data.id, webhook_url: webhookUrl };
      await create('webhook', '/user/assistants/enable-inbound-webhook', hook);
      assistantId = out.data.id;
    },
    async runUntil(end: number, perSecond: number) {
      for (let n = 0; Date.now() < end; n += 1) {
        start(act(n, end));
        await sleep(1000 / perSecond);
      }
    },
    finish: () => Promise.all(running),
    pending: () => running.size,
  };
}
