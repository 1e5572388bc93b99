import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConnection } from '#infra/local/address/connection-file.ts';
import { localCredentials } from '#infra/local/address/names.ts';
import { sumOf } from '#shared/accounts/account.ts';
import { createDynamoDbWalletStore } from '#shared/accounts/dynamodb-wallet.ts';
import type { CallDetailRecord } from '#shared/call-life/read-calls.ts';
import { createDynamoDbSmsStore } from '#shared/sms/dynamodb-sms-store.ts';
import { isWithCarrier, type Sms } from '#shared/sms/sms.ts';
import { startWebhookReceiver } from '#test/flows/webhook-receiver.ts';
import { type ApiClient, clientFor } from '#test/support/api-client.ts';
import { waitFor } from '#test/support/local-stack.ts';
import { numberLike } from '#test/support/many-numbers.ts';
import { createAssistant, isOpen, listCalls, makeCall } from '#test/support/over-http.ts';
import { patience } from '#test/support/patience.ts';
import { startStackProcess, type StackProcess } from '#test/support/stack-process.ts';

interface Created {
  id: number;
  status: string;
}

/**
 * Milliseconds before each kill at which the calls of a round were answered and its messages requested.
 * Calls: before the dialling, on the line, after the end, in the webhooks.
 * Messages: before they are stored, on the queue, at the carrier, after.
 */
const rounds = [
  { calls: 0, messages: 500 },
  { calls: 60, messages: 320 },
  { calls: 120, messages: 220 },
  { calls: 250, messages: 30 },
  { calls: 700, messages: 60 },
  { calls: 1500, messages: 100 },
  { calls: 2600, messages: 150 },
];
const MESSAGES_PER_ROUND = 24;
const customers = ['+12025550100', '+12025550150', '+12025550153', '+12025550154', '+12025550159'];
const userId = 1;
const webhooks = await startWebhookReceiver();

let dataDir: string;
let stack: StackProcess;
let calls: CallDetailRecord[] = [];
let messages: Sms[] = [];
let carrierMessages: Array<{ sid: string }> = [];
const startedCalls: number[] = [];
/** The messages whose request was answered before the kill. */
const answeredMessages: Created[] = [];

const api: ApiClient = (...request) => clientFor(stack.address.base_url, stack.address.users[0]!.token)(...request);

async function askSimulator<Answer>(path: string): Promise<Answer> {
  return (await fetch(`${stack.address.simulator_url}/_simulator/${path}`)).json() as Promise<Answer>;
}

/** The stores on the table of the running stack. */
async function stores() {
  const connection = await readConnection(dataDir);
  const endpoint = connection!.endpoints.dynamodb;
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint, ...localCredentials }));
  const table = { client, tableName: connection!.tableName };
  return { sms: createDynamoDbSmsStore(table), wallets: createDynamoDbWalletStore(table) };
}

async function startCalls(round: number, assistantId: number): Promise<void> {
  const made = customers.map((number) => makeCall(api, numberLike(number, round), assistantId));
  startedCalls.push(...(await Promise.all(made)));
}

/** Half of them with one text to one number, so that only the stored records tell them apart. */
function requestMessages(round: number): Promise<void>[] {
  return Array.from({ length: MESSAGES_PER_ROUND }, (_, index) =>
    index % 2 === 0
      ? requestMessage('+12025550100', 'The same text')
      : requestMessage(`+120255501${10 + index}`, `Text ${round}`),
  );
}

async function requestMessage(to: string, body: string): Promise<void> {
  try {
    const sent = await api<{ data?: Created }>('POST', '/user/sms', { from: 1, to, body });
    if (sent.body.data) answeredMessages.push(sent.body.data);
  } catch {
    // The stack was killed before it answered.
  }
}

/** Starts calls and messages, and kills the stack while they are under way. */
async function runRound(round: number, assistantId: number): Promise<void> {
  const before = rounds[round]!;
  // The first request of a process waits for the functions to be loaded.
  await requestMessage('+12025550140', `Round ${round}`);
  let requests: Promise<void>[] = [];
  const steps = [
    { at: before.messages, run: () => void (requests = requestMessages(round)) },
    { at: before.calls, run: () => startCalls(round, assistantId) },
  ].toSorted((one, other) => other.at - one.at);
  for (const [index, { at, run }] of steps.entries()) {
    await run();
    await sleep(at - (steps[index + 1]?.at ?? 0));
  }
  await stack.kill();
  await Promise.all(requests);
  // After the last kill there is nothing left to hit: what is still open may end sooner.
  const environment: Record<string, string> = before === rounds.at(-1) ? { SIMULATOR_SPEED: '100' } : {};
  stack = await startStackProcess(dataDir, environment);
}

async function settledCalls() {
  const { data } = await listCalls(api);
  const announced = new Set(webhooks.events.map(({ body }) => body.id));
  return data.length === startedCalls.length && !data.some(isOpen) && announced.size === startedCalls.length && data;
}

async function settledMessages(): Promise<Sms[] | false> {
  const { sms } = await stores();
  const all = await sms.listBetween(userId, 0, Date.now() + 60_000);
  return all.every(({ status }) => status !== 'queued') && all;
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ringback-kill-'));
  stack = await startStackProcess(dataDir);
  const webhook = { is_webhook_active: true, webhook_url: webhooks.url, send_webhook_only_on_completed: false };
  const assistantId = await createAssistant(api, webhook);
  for (const round of rounds.keys()) await runRound(round, assistantId);
  calls = await waitFor('every call to end and every webhook to arrive', settledCalls, patience(90_000));
  messages = await waitFor('every message to be sent or refunded', settledMessages, patience(90_000));
  ({ messages: carrierMessages } = await askSimulator<{ messages: Array<{ sid: string }> }>('messages'));
}, patience(240_000));

afterAll(async () => {
  await stack.stop();
  await webhooks.stop();
  await rm(dataDir, { recursive: true, force: true });
});

describe('a stack that is killed again and again', () => {
  it('keeps every call that it answered, and ends each in a final status', () => {
    expect(new Set(calls.map(({ id }) => id))).toEqual(new Set(startedCalls));
    expect(calls.filter(isOpen)).toEqual([]);
  });

  it('dials no call twice', async () => {
    const { attempts } = await askSimulator<{ attempts: Array<{ url: string; httpStatus: number }> }>('dial-attempts');
    const accepted = attempts.filter(({ httpStatus }) => httpStatus === 201).map(({ url }) => url);
    expect(accepted.length).toBeGreaterThan(0);
    expect(new Set(accepted).size).toBe(accepted.length);
  });

  it('loses no webhook, and sends the same body on every attempt', () => {
    const bodies = new Map<string, string>();
    for (const { id, body } of webhooks.events) {
      const text = JSON.stringify(body);
      expect(bodies.get(id) ?? text).toBe(text);
      bodies.set(id, text);
    }
    const statuses = new Map(webhooks.events.map(({ body }) => [body.id, body.status]));
    expect(Object.fromEntries(statuses)).toEqual(Object.fromEntries(calls.map(({ id, status }) => [id, status])));
  });

  it('keeps every message that it answered', () => {
    const stored = new Map(messages.map(({ id, status }) => [id, status]));
    const sent = answeredMessages.filter(({ status }) => status === 'sent').map(({ id }) => stored.get(id));
    expect(sent.filter((status) => status === undefined || !isWithCarrier(status))).toEqual([]);
  });

  it('sends no message twice, and records none as sent that the carrier does not have', () => {
    const sent = messages.filter(({ status }) => isWithCarrier(status)).map(({ carrierMessageId }) => carrierMessageId);
    expect(sent.length).toBeGreaterThan(0);
    expect(sent.filter((id, index) => sent.indexOf(id) !== index)).toEqual([]);
    expect(sent).toHaveLength(carrierMessages.length);
    expect(new Set(sent)).toEqual(new Set(carrierMessages.map(({ sid }) => sid)));
  });

  it('charges what was called and sent, and nothing else', async () => {
    const { wallets } = await stores();
    const callCost = calls.reduce((sum, { total_cost: total }) => sum + Math.round(total * 1e6), 0);
    const balance = 100_000_000 - callCost - carrierMessages.length * 10_000;
    expect(await wallets.get(userId)).toEqual({ balance, available: balance });
    const ledger = await wallets.ledger(userId);
    expect(sumOf(ledger)).toBe(balance);
    expect(ledger.filter(({ kind }) => kind === 'sms')).toHaveLength(messages.length);
  });
});
