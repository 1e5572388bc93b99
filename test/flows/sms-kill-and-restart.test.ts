import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConnection } from '#infra/local/connection-file.ts';
import { localCredentials } from '#infra/local/emulators/dynamodb-emulator.ts';
import { createDynamoDbSmsStore } from '#shared/sms/dynamodb-sms-store.ts';
import { createDynamoDbWalletStore } from '#shared/accounts/dynamodb-wallet-store.ts';
import { sumOf } from '#shared/accounts/account.ts';
import { isWithCarrier, type Sms } from '#shared/sms/sms.ts';
import { waitFor } from '#test/support/local-stack.ts';
import { patience } from '#test/support/patience.ts';
import { startStackProcess, type StackProcess } from '#test/support/stack-process.ts';

interface Taken {
  sid: string;
  to: string;
  body: string;
}

/** Milliseconds after the requests at which the stack is killed: before they are stored, on the queue, at the carrier, after. */
const killMoments = [30, 60, 100, 150, 220, 320, 500];
const PER_ROUND = 24;
const userId = 1;

let dataDir: string;
let stack: StackProcess;
let messages: Sms[] = [];
let taken: Taken[] = [];
/** What was answered before the stack was killed. */
const answered: Array<{ id: number; status: string }> = [];

/** The table of the stack that runs now. */
async function stores() {
  const connection = await readConnection(dataDir);
  const endpoint = connection!.endpoints.dynamodb;
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint, ...localCredentials }));
  const table = { client, tableName: connection!.tableName };
  return { sms: createDynamoDbSmsStore(table), wallets: createDynamoDbWalletStore(table) };
}

/** Half of them with one text to one number, so that only our records tell them apart. */
function burst(round: number): Promise<void>[] {
  return Array.from({ length: PER_ROUND }, (_, index) =>
    index % 2 === 0 ? send('+12025550100', 'The same text') : send(`+120255501${10 + index}`, `Text ${round}`),
  );
}

async function send(to: string, text: string): Promise<void> {
  const { base_url: baseUrl, users } = stack.address;
  const body = { from: 1, to, body: text };
  try {
    const response = await fetch(`${baseUrl}/user/sms`, {
      method: 'POST',
      headers: { authorization: `Bearer ${users[0]!.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const { data } = (await response.json()) as { data?: { id: number; status: string } };
    if (data) answered.push(data);
  } catch {
    // The stack was killed before it answered.
  }
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ringback-sms-'));
  stack = await startStackProcess(dataDir);
  for (const [round, moment] of killMoments.entries()) {
    // The first request of a process waits for the functions to be loaded.
    await send('+12025550140', `Round ${round}`);
    const requests = burst(round);
    await sleep(moment);
    await stack.kill();
    await Promise.all(requests);
    stack = await startStackProcess(dataDir);
  }
  const { sms } = await stores();
  messages = await waitFor(
    'every message to be sent or refunded',
    async () => {
      const all = await sms.listBetween(userId, 0, Date.now() + 60_000);
      return all.every(({ status }) => status !== 'queued') && all;
    },
    patience(90_000),
  );
  const response = await fetch(`${stack.address.simulator_url}/_simulator/messages`);
  taken = ((await response.json()) as { messages: Taken[] }).messages;
}, patience(180_000));

afterAll(async () => {
  await stack.stop();
  await rm(dataDir, { recursive: true, force: true });
});

describe('a stack that is killed while it sends', () => {
  it('keeps every message that it answered', () => {
    const stored = new Map(messages.map(({ id, status }) => [id, status]));
    const sent = answered.filter(({ status }) => status === 'sent').map(({ id }) => stored.get(id));
    expect(sent.filter((status) => status === undefined || !isWithCarrier(status))).toEqual([]);
  });

  it('sends no message twice, and takes none for sent that the carrier does not have', () => {
    const left = messages.filter(({ status }) => isWithCarrier(status));
    expect(left.length).toBeGreaterThan(0);
    expect(left).toHaveLength(taken.length);
    expect(new Set(left.map(({ carrierMessageId }) => carrierMessageId))).toEqual(new Set(taken.map(({ sid }) => sid)));
  });

  it('charges what was sent, and nothing else', async () => {
    const { wallets } = await stores();
    const balance = 100_000_000 - taken.length * 10_000;
    expect(await wallets.get(userId)).toEqual({ balance, available: balance });
    const ledger = await wallets.ledger(userId);
    expect(sumOf(ledger)).toBe(balance);
    expect(ledger.filter(({ kind }) => kind === 'sms')).toHaveLength(messages.length);
  });
});
