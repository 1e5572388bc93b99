import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAuditLog } from '#infra/admin/audit/audit-log.ts';
import { connectErasure } from '#infra/admin/connect.ts';
import type { AdminDeps } from '#infra/admin/deps/admin-deps.ts';
import { createRecordingObjects } from '#infra/admin/erase/recording-objects.ts';
import { everyItem } from '#infra/admin/erase/scan-table.ts';
import { runAdmin } from '#infra/admin/run-admin.ts';
import { sumOf } from '#shared/accounts/account.ts';
import { authenticate } from '#shared/accounts/authenticate.ts';
import type { CallDetailRecord } from '#shared/call-life/read-calls.ts';
import { leads, queue, table, tokens, users, wallets } from '#shared/container.ts';
import { clock } from '#shared/platform/clock.ts';
import { environment } from '#shared/platform/environment.ts';
import { queueMessages } from '#shared/platform/queue/messages.ts';
import { secrets } from '#shared/platform/secrets.ts';
import { useLocalStack, waitFor, type ApiClient } from '#test/support/local-stack.ts';
import { createAssistant, isAnnounced, isOpen, listCalls, makeCall, settledCall } from '#test/support/over-http.ts';

const running = useLocalStack();
const ADA = '+12025550100';
const BOB = '+12025550101';
const NAME = 'Zebulon Quagmire';
/** As people and programs write the number: no copy of the rules of the service. */
const SPELLINGS = ['12025550100', '2025550100', '202-555-0100', '202) 555-0100', '202 555 0100', '202.555.0100'];
const objects = () => createRecordingObjects(new S3Client({ forcePathStyle: true }), environment.recordingsBucket);

/** Everything that is stored but the ledger, as text: items, objects of the bucket, bodies of the queues, by their place. */
async function everythingStored(): Promise<Map<string, string>> {
  const stored = new Map<string, string>();
  for await (const item of everyItem(table())) {
    if (!item.pk.endsWith('#LEDGER'))
      stored.set(
        `${item.pk} ${item.sk}`,
        JSON.stringify(item, (_, value: unknown) => (value instanceof Set ? [...value] : value)),
      );
  }
  for await (const { key } of objects().list('')) stored.set(`bucket ${key}`, key);
  for (const name of Object.keys(queueMessages)) {
    for (const one of [name, `${name}-dead-letters`]) {
      for (const [index, body] of running().stack.queues.bodies(one).entries())
        stored.set(`queue ${one} ${index}`, body);
    }
  }
  return stored;
}

async function placesOf(traces: readonly string[]): Promise<string[]> {
  return [...(await everythingStored())].flatMap(([place, text]) =>
    traces.some((trace) => text.includes(trace)) ? [place] : [],
  );
}

async function admin(...args: string[]) {
  const deps: Partial<AdminDeps> = {
    users: users(),
    erasure: () => connectErasure(queue()),
    audit: createAuditLog(table()),
    secrets: secrets(),
    written: () => ({ written: [], unknown: [] }),
    operator: async () => 'os:tester',
    clock: clock(),
  };
  const printed = { out: '', error: '' };
  const exitCode = await runAdmin(args, {
    connect: async () => deps as AdminDeps,
    out: (text) => (printed.out += text),
    error: (text) => (printed.error += text),
    env: {},
  });
  return { exitCode, ...printed };
}

const assistantOf = (api: ApiClient, changes: object = {}) => {
  const webhook = { is_webhook_active: true, webhook_url: `${running().stack.address.webhook_sink_url}/erasure` };
  return createAssistant(api, { ...webhook, record_call: true, ...changes });
};

const recordedCall = (api: ApiClient, id: number) =>
  settledCall(api, id, async (call) => {
    if (!isAnnounced(call) || call.recording_url === undefined) return false;
    return (await fetch(call.recording_url, { redirect: 'manual' })).status === 302;
  });

/** Calls until one was talked. The functions are cold, and time runs 60 times faster: the first customer may have hung up before. */
async function talkedCalls(api: ApiClient, start: () => Promise<number>): Promise<CallDetailRecord[]> {
  const calls: CallDetailRecord[] = [];
  while (!calls.some(({ transcript }) => transcript.includes(NAME)) && calls.length < 5) {
    calls.push(await recordedCall(api, await start()));
  }
  return calls;
}

/** A customer of whom everything is stored that can be. Returns sentences of the transcript. */
async function fill(
  api: ApiClient,
  userId: number,
): Promise<{ sentences: string[]; bobs: CallDetailRecord; assistantId: number; adasCalls: number }> {
  const { users: seeded, simulator } = running();
  const user = seeded.find(({ id }) => id === userId)!;
  const campaign_id = user.campaigns[0]!.id;
  const from = user.phone_numbers[0]!.id;
  const variables = { customer_name: NAME, note: 'Moved to Elm Street.' };
  const assistantId = await assistantOf(api);
  await assistantOf(api, { calls_direction: 'receive', phone_number_id: from });
  const adas = await talkedCalls(api, () => makeCall(api, ADA, assistantId, { variables }));
  const bobs = await recordedCall(
    api,
    await makeCall(api, BOB, assistantId, {
      variables: { customer_name: 'Bob', note: 'His sister is at (202) 555-0100.' },
    }),
  );
  await simulator('/inbound-calls', {
    method: 'POST',
    body: JSON.stringify({ from: ADA, to: user.phone_numbers[0]!.phone_number }),
  });
  await waitFor(
    'the inbound call',
    async () => (await listCalls(api)).data.filter(({ status }) => !isOpen({ status })).length === adas.length + 2,
  );
  const once = { 'idempotency-key': `erasure-${userId}` };
  await api('POST', '/user/sms', { from, to: ADA, body: `Dear ${NAME}, see you on Tuesday.` }, once);
  const contact = { phone_number: ADA, variables };
  await api('POST', '/user/leads', { campaign_id, ...contact }, once);
  const twice = { campaign_id, phone_number: BOB, secondary_contacts: [contact], allow_dupplicate: true };
  await api('POST', '/user/leads', twice);
  await api('POST', '/user/do-not-call', { phone_number: ADA, reason: `${NAME} asked.` });
  const sentences = adas.flatMap(({ transcript }) => transcript.split('\n')).map((line) => line.replace(/^\w+: /, ''));
  // Live and waiting calls, at the moment of the erasure.
  await Promise.all(Array.from({ length: 4 }, () => makeCall(api, ADA, assistantId, { variables })));
  const adasCalls = adas.length + 1 + 4;
  return { sentences: sentences.filter((line) => line.includes(NAME)), bobs, assistantId, adasCalls };
}

const moneyOf = async (userId: number) => {
  const [wallet, ledger] = await Promise.all([wallets().get(userId), wallets().ledger(userId)]);
  return { ...wallet, ledger: sumOf(ledger), entries: ledger.length };
};

describe('a number that is erased', () => {
  const traces = [...SPELLINGS, NAME, 'Zebulon', 'Elm Street'];
  let filled: Awaited<ReturnType<typeof fill>>;

  beforeAll(async () => {
    filled = await fill(running().api, 1);
  });

  it('is in the table and the bucket before, with name and transcript', async () => {
    expect(filled.sentences).not.toEqual([]);
    const places = (await placesOf([...traces, ...filled.sentences])).join('\n');
    for (const kind of ['CALL', 'CALL_BODY', 'CALL_CONFIGURATION', 'SMS', 'LEAD', 'LEAD_CONTACT', 'DO_NOT_CALL']) {
      expect(places).toMatch(new RegExp(`USER#1#${kind} `));
    }
    expect(places).toMatch(/IDEMPOTENCY/);
    expect([...(await everythingStored()).keys()].filter((key) => key.startsWith('bucket 1/')).length).toBeGreaterThan(
      1,
    );
  });

  it('asks to be confirmed', async () => {
    expect(await admin('erase', 'number', ADA, '--user', '1')).toMatchObject({ exitCode: 1, error: /add --yes/ });
  });

  it('leaves no trace but in the ledger, and nothing of others goes', async () => {
    const { exitCode, out, error } = await admin('erase', 'number', ADA, '--user', '1', '--yes', '--json');
    expect({ exitCode, error }).toEqual({ exitCode: 0, error: '' });
    expect(JSON.parse(out)).toMatchObject({ calls: filled.adasCalls, leads: 1, messages: 1, do_not_call: 1, left: [] });
    expect(await placesOf([...traces, ...filled.sentences])).toEqual([]);
    const { data, total } = await listCalls(running().api);
    expect({ ids: data.map(({ id }) => id), total }).toEqual({ ids: [filled.bobs.id], total: 1 });
    expect(data[0]!.transcript).toBe(filled.bobs.transcript);
    const kept = [...(await everythingStored()).keys()].filter((key) => key.startsWith('bucket 1/'));
    expect(kept).toEqual([`bucket 1/${filled.bobs.id}.wav`]);
    const { ledger, balance, entries } = await moneyOf(1);
    expect(ledger).toBe(balance);
    expect(entries).toBeGreaterThanOrEqual(5);
    await expect(leads().listIds(1, 1, 'created')).resolves.toHaveLength(1);
  });

  it('is not there for a second run to find', async () => {
    const { out } = await admin('erase', 'number', ADA, '--all-users', '--yes', '--json');
    expect(JSON.parse(out)).toMatchObject({ calls: 0, leads: 0, messages: 0, do_not_call: 0, other_items: 0 });
  });

  it('is refused still by its do-not-call entry, which no list shows', async () => {
    const { api, users: seeded } = running();
    const list = await api<{ total: number }>('GET', '/user/do-not-call');
    expect(list.body.total).toBe(0);
    const sms = await api('POST', '/user/sms', { from: seeded[0]!.phone_numbers[0]!.id, to: ADA, body: 'Hello' });
    expect(sms).toMatchObject({ status: 500, body: { error: 'The recipient is on the do-not-call list.' } });
  });
});

describe('a user', () => {
  const userId = 2;
  let folder: string;
  let filled: Awaited<ReturnType<typeof fill>>;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'export-'));
    await users().update(userId, { email: 'ops@riverside.example' });
    filled = await fill(running().as(userId), userId);
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('is exported with every record and recording', async () => {
    const { exitCode, out } = await admin('user', 'export', '--user', String(userId), '--to', folder, '--json');
    expect(exitCode).toBe(0);
    const lines = (await readFile(join(folder, 'records.ndjson'), 'utf8')).trimEnd().split('\n');
    const records = lines.map((line) => JSON.parse(line) as { kind: string });
    const kinds = new Set(records.map(({ kind }) => kind));
    for (const kind of [
      'user',
      'wallet',
      'ledger',
      'token',
      'token-use',
      'assistant',
      'call',
      'call-body',
      'sms',
      'lead',
      'do-not-call',
      'number',
    ]) {
      expect(kinds).toContain(kind);
    }
    expect(lines.join('\n')).toContain(filled.sentences[0]);
    expect(lines.join('\n')).not.toMatch(/"hash"|USER#/);
    const recordings = await readdir(join(folder, 'recordings'));
    expect(recordings).toContain(`${filled.bobs.id}.wav`);
    expect((JSON.parse(out) as { recordings: number }).recordings).toBe(recordings.length);
  });

  it('that is deleted leaves nothing but wallet, ledger and usage', async () => {
    const before = await moneyOf(userId);
    const args = ['user', 'delete', '--user', String(userId), '--yes', '--grace', '0', '--json'];
    const { exitCode, error } = await admin(...args);
    expect({ exitCode, error }).toEqual({ exitCode: 0, error: '' });
    const stored = await everythingStored();
    const places = [...stored.keys()].filter((place) =>
      new RegExp(`USER#${userId}(#| )|^bucket ${userId}/`).test(place),
    );
    expect(places.filter((place) => !/#USAGE | WALLET/.test(place))).toEqual([]);
    const named = [...stored].filter(([, text]) => text.includes(`"userId":${userId}`)).map(([place]) => place);
    expect(named.filter((place) => !/ WALLET|^queue|^AUDIT/.test(place))).toEqual([]);
    const texts = ['Riverside', 'ops@riverside', NAME, 'Elm Street', ...SPELLINGS, BOB, ...filled.sentences];
    const found = await placesOf(texts);
    // The customer of user 1 is another one with the same number.
    const isOfOther = (place: string) => place.includes('USER#1#') || /"userId":1[,}]/.test(stored.get(place) ?? '');
    expect(found.filter((place) => !isOfOther(place))).toEqual([]);
    const after = await moneyOf(userId);
    expect(after.ledger).toBe(after.balance);
    expect(after.entries).toBeGreaterThanOrEqual(before.entries);
  });

  it('that is deleted has no token that works, and no id that another user gets', async () => {
    // Asked of the authorizer's operation: its answer is cached for a minute.
    const authorization = `Bearer ${running().token(userId)}`;
    await expect(authenticate({ authorization }, { tokens: tokens(), clock: clock() })).resolves.toBeUndefined();
    await expect(users().get(userId)).resolves.toMatchObject({ name: '', email: null });
    expect(await admin('user', 'delete', '--user', String(userId), '--yes', '--grace', '0')).toMatchObject({
      exitCode: 0,
    });
  });
});
