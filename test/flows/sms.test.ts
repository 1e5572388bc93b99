import { beforeAll, describe, expect, it } from 'vitest';
import { sumOf } from '#shared/accounts/account.ts';
import { queue, smsMessages, wallets } from '#shared/container.ts';
import { useLocalStack, waitFor } from '#test/support/local-stack.ts';
import { faults } from '#test/support/patience.ts';

interface SmsRecord {
  id: number;
  to: string;
  status: string;
  sms_sid: string;
  total_cost: number;
}

interface Answer {
  message: string;
  data?: SmsRecord;
  error?: string;
}

interface SimulatedMessages {
  messages: Array<{ sid: string; to: string; body: string; finished: boolean }>;
}

const running = useLocalStack();
const SAME_NUMBER = '+12025550120';
const PRICE = 10_000;
/** A worker that a fault kills between its claim and its request has sent nothing: that SMS waits, and is refunded. */
const outcomes = faults === undefined ? ['sent'] : ['sent', 'queued'];
/** Of 40, at a fault rate of 5 %. */
const MOST_REFUNDED = faults === undefined ? 0 : 8;
const final = faults === undefined ? ['delivered'] : ['delivered', 'failed'];

function send(userId: number, to: string, body: string) {
  const { as, users } = running();
  const from = users.find(({ id }) => id === userId)!.phone_numbers[0]!.id;
  return as(userId)<Answer>('POST', '/user/sms', { from, to, body });
}

/** Messages of this user that the carrier has taken. */
async function taken(userId: number, query = ''): Promise<SimulatedMessages['messages']> {
  const { users, simulator } = running();
  const from = encodeURIComponent(users.find(({ id }) => id === userId)!.phone_numbers[0]!.phone_number);
  return (await simulator<SimulatedMessages>(`/messages?from=${from}${query}`)).messages;
}

const storedOf = (userId: number) => smsMessages().listBetween(userId, 0, Date.now() + 60_000);

describe('64 SMS at once on a wallet with money for 40', () => {
  const userId = 3;
  let answers: Awaited<ReturnType<typeof send>>[];

  beforeAll(async () => {
    const entry = { id: 1, userId, amount: 40 * PRICE, kind: 'top_up', reference: 'test', createdAt: 1 } as const;
    await wallets().book(entry);
    // Half of them to one number with one text, so that only their ids tell them apart.
    const requests = Array.from({ length: 64 }, (_, index) => ({
      to: index % 2 === 0 ? SAME_NUMBER : `+120255501${String(index % 50).padStart(2, '0')}`,
      body: index % 2 === 0 ? 'The same text' : `Text ${index}`,
    }));
    answers = await Promise.all(requests.map(({ to, body }) => send(userId, to, body)));
  });

  it('sends exactly 40, and answers `Insufficient balance` to 24', () => {
    const sent = answers.filter(({ status, body }) => status === 200 && outcomes.includes(body.data?.status ?? ''));
    const refused = answers.filter(({ status, body }) => status === 400 && body.message === 'Insufficient balance');
    expect({ sent: sent.length, refused: refused.length }).toEqual({ sent: 40, refused: 24 });
  });

  it('leaves the balance and the ledger exact', async () => {
    expect(await wallets().get(userId)).toEqual({ balance: 0, available: 0 });
    const ledger = await wallets().ledger(userId);
    expect(sumOf(ledger)).toBe(0);
    expect(ledger.filter(({ kind }) => kind === 'sms')).toHaveLength(40);
  });

  it('is one message at the carrier for each', async () => {
    const sids = answers.flatMap(({ body }) => body.data?.sms_sid || []);
    const waiting = answers.filter(({ body }) => body.data?.status === 'queued').length;
    expect(new Set(sids).size).toBe(40 - waiting);
    const atCarrier = new Set((await taken(userId)).map(({ sid }) => sid));
    expect(sids.filter((sid) => !atCarrier.has(sid))).toEqual([]);
    expect(atCarrier.size).toBeLessThanOrEqual(40);
  });

  it('sends nothing again, however often the queue delivers', async () => {
    const stored = await storedOf(userId);
    for (const { id: smsId } of [...stored, ...stored]) await queue().send('send-sms', { userId, smsId });
    // The watches of all 64 requests are on it too.
    await waitFor('the queue to be empty', () => running().stack.queues.count('send-sms') === 0);
    const settled = await waitFor('every message to have an outcome', async () => {
      const all = await storedOf(userId);
      return all.every(({ status }) => status !== 'queued') && all;
    });
    const refunded = settled.filter(({ status }) => status === 'failed').length;
    expect(refunded).toBeLessThanOrEqual(MOST_REFUNDED);
    expect(await taken(userId)).toHaveLength(40 - refunded);
    expect(sumOf(await wallets().ledger(userId))).toBe(refunded * PRICE);
  });

  it('receives every delivery', async () => {
    const over = await waitFor('every message to be delivered, or refunded', async () => {
      const stored = await storedOf(userId);
      return stored.every(({ status }) => final.includes(status)) && stored;
    });
    expect(over).toHaveLength(40);
  });
});

describe('the simulated recipients', () => {
  const userId = 2;
  const before = 100_000_000;

  it.each([
    { to: '+12025550100', does: 'gets it', ends: 'delivered' },
    { to: '+12025550158', does: 'has doubled and reordered callbacks', ends: 'delivered' },
    { to: '+12025550161', does: 'gets it after a 429', ends: 'delivered' },
    { to: '+12025550163', does: 'cannot be reached', ends: 'undelivered' },
    { to: '+12025550164', does: 'is not sent to after all', ends: 'undelivered' },
  ])('answers 200 `sent` for a recipient who $does ($to), and ends as $ends', async ({ to, ends }) => {
    const { status, body } = await send(userId, to, 'Hello');
    expect({ status, body }).toMatchObject({ status: 200, body: { data: { to, status: 'sent', total_cost: 0.01 } } });
    await waitFor(`${to} to end as ${ends}`, async () => {
      const sms = await smsMessages().get({ userId, smsId: body.data!.id });
      return sms?.status === ends;
    });
    expect(await taken(userId, `&to=${encodeURIComponent(to)}`)).toHaveLength(1);
  });

  it('adds the money up', async () => {
    const left = (await taken(userId)).length;
    expect(await wallets().get(userId)).toEqual({ balance: before - left * PRICE, available: before - left * PRICE });
    expect(sumOf(await wallets().ledger(userId))).toBe(before - left * PRICE);
  });

  it('sends nothing that the carrier warns about', async () => {
    expect(await running().violations()).toEqual([]);
  });
});
