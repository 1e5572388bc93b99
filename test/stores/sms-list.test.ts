import { describe, expect, it } from 'vitest';
import { createRecordId, recordIdTime } from '#shared/platform/ids.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { ItemKey, query } from '#shared/platform/table/table.ts';
import { putAll, removeAll } from '#shared/platform/table/write.ts';
import { removeSms } from '#shared/sms/dynamodb-sms-index.ts';
import { createDynamoDbSmsList } from '#shared/sms/dynamodb-sms-list.ts';
import { createDynamoDbSmsStore } from '#shared/sms/dynamodb-sms-store.ts';
import type { SmsFilter } from '#shared/sms/sms-deps.ts';
import {
  listStatusOf,
  otherSideOf,
  SmsItem,
  smsDirections,
  smsListStatuses,
  smsStatusesBefore,
  type Sms,
} from '#shared/sms/sms.ts';
import { createMeter } from '#test/bench/meter.ts';
import { createMortalClient } from '#test/stores/call-history.ts';
import { fundUser } from '#test/stores/stored-sms.ts';
import { buildLedgerEntry, buildSms } from '#test/support/builders.ts';
import { createRandom } from '#test/support/fakes.ts';
import { useTable } from '#test/support/table.ts';

const table = useTable();
const small = { block: 4, blocksAtOnce: 2, notes: 3 };
const START = Date.UTC(2026, 5, 30, 18);
const DAY_MS = 86_400_000;
const MINUTE = 60_000;
const customers = ['+12025550100', '+12025550101', 'AMAZON'];

type Random = ReturnType<typeof createRandom>;

/** What the filter says, by brute force. */
function isWanted(sms: Sms, { status, direction, phoneNumber, from, before }: SmsFilter): boolean {
  return (
    (status === undefined || listStatusOf(sms) === status) &&
    (direction === undefined || (sms.direction ?? 'outbound') === direction) &&
    (phoneNumber === undefined || otherSideOf(sms) === phoneNumber) &&
    (from === undefined || recordIdTime(sms.id) >= from) &&
    (before === undefined || recordIdTime(sms.id) < before)
  );
}

function anyFilter(random: Random, now: number): SmsFilter {
  const day = Math.floor(now / DAY_MS) * DAY_MS - random.below(2) * DAY_MS;
  return {
    ...(random.chance(0.4) && { status: random.pick(smsListStatuses) }),
    ...(random.chance(0.3) && { direction: random.pick(smsDirections) }),
    ...(random.chance(0.3) && { phoneNumber: random.pick(customers) }),
    ...(random.chance(0.3) && { from: day }),
    ...(random.chance(0.3) && { before: day + DAY_MS }),
  };
}

async function setup(seed: number) {
  const real = table.real();
  const mortal = createMortalClient(real.client);
  const random = createRandom(seed);
  const { userId, messages, spent } = await fundUser(table, 100_000_000);
  let now = START;
  const doomed = { ...real, client: mortal.client };
  const options = { sizes: small, now: () => now };
  const lists = { sure: createDynamoDbSmsList(real, options), doomed: createDynamoDbSmsList(doomed, options) };
  const stores = { sure: messages, doomed: createDynamoDbSmsStore(doomed) };
  let sid = 0;

  async function mayDie(run: (who: 'sure' | 'doomed') => Promise<unknown>): Promise<void> {
    const isKilled = random.chance(0.15);
    if (isKilled) mortal.kill(1 + random.below(6), random.pick(['before', 'after']));
    await run(isKilled ? 'doomed' : 'sure').catch((error: unknown) => {
      if (!isKilled) throw error;
    });
    mortal.revive();
  }

  const stored = () => query(real, { partition: keys.sms.partition(userId) }, SmsItem);

  /** Some ids were drawn hours before, by a request that died and was repeated. */
  const idAt = () =>
    createRecordId(now - (random.chance(0.2) ? random.below(300) * MINUTE : 0), () => random.below(4096) / 4096);

  async function send(): Promise<void> {
    const sms = buildSms({ userId, id: idAt(), to: random.pick(customers), createdAt: now, totalCost: 1 });
    const entry = buildLedgerEntry({ id: createRecordId(now, () => random.below(4096) / 4096), userId, amount: -1 });
    await mayDie((who) => stores[who].createWithCharge(sms, entry));
  }

  async function receive(): Promise<void> {
    sid += 1;
    const id = createRecordId(now, () => random.below(4096) / 4096);
    const carrierMessageId = `SM${sid}`;
    const sms = buildSms({ userId, id, from: random.pick(customers), status: 'delivered' });
    await mayDie((who) => stores[who].receive({ ...sms, direction: 'inbound', carrierMessageId }));
  }

  async function moveOn(): Promise<void> {
    const all = await stored();
    if (all.length === 0) return;
    const { id: smsId } = random.pick(all);
    const status = random.pick(['sent', 'delivered', 'undelivered'] as const);
    await mayDie((who) => stores[who].change({ userId, smsId }, { status }, now, smsStatusesBefore(status)));
  }

  async function erase(): Promise<void> {
    const all = await stored();
    if (all.length === 0) return;
    await removeSms(real, { userId, id: random.pick(all).id });
  }

  async function look() {
    const filter = anyFilter(random, now);
    const perPage = random.pick([1, 3, 15]);
    const page = 1 + random.below(4);
    const anchor = random.chance(0.4) ? random.pick([...(await stored()), { id: idAt() }]) : undefined;
    const asked = { page, perPage, beforeId: anchor && anchor.id + random.below(2) };
    await mayDie((who) => lists[who].list(userId, filter, asked));
    const isBefore = ({ id }: Sms) => id < (asked.beforeId ?? Infinity);
    const expected = (await stored()).filter((sms) => isWanted(sms, filter) && isBefore(sms)).toReversed();
    const { rows, total } = await lists.sure.list(userId, filter, asked);
    return {
      shown: { filter, asked, total, rows },
      expected: { filter, asked, total: expected.length, rows: expected.slice((page - 1) * perPage, page * perPage) },
    };
  }

  const wait = () => {
    now += random.pick([1, 1, 5, 20, 45, 90]) * MINUTE;
  };
  return { real, userId, random, send, receive, moveOn, erase, look, wait, spent };
}

describe('the list of SMS against brute force', () => {
  it.each([1, 2, 3, 4, 5, 6])(
    'is exact for any mix of filters, also when processes die on the way (seed %i)',
    async (seed) => {
      const { random, send, receive, moveOn, erase, look, wait } = await setup(seed);
      for (let step = 0; step < 150; step += 1) {
        const act = random.pick([send, send, receive, moveOn, moveOn, look, look]);
        const looked = await act();
        expect(looked?.shown).toEqual(looked?.expected);
        if (random.chance(0.3)) wait();
        if (random.chance(0.02)) await erase();
      }
      const { shown, expected } = await look();
      expect(shown).toEqual(expected);
    },
  );

  it('is exact for requests at once, which pack the same messages', async () => {
    const { userId, real } = await setup(7);
    const messages = Array.from({ length: 50 }, (_, index) =>
      buildSms({ userId, id: createRecordId(START + index, () => 0) }),
    );
    await putAll(
      real,
      messages.map((sms) => ({ ...keys.sms.key(userId, sms.id), ...sms })),
    );
    const later = createDynamoDbSmsList(real, { sizes: small, now: () => START + DAY_MS });
    const pages = await Promise.all(
      Array.from({ length: 8 }, async (_, index) => later.list(userId, {}, { page: 1 + (index % 4), perPage: 15 })),
    );
    const newest = messages.toReversed();
    for (const [index, { rows, total }] of pages.entries()) {
      expect(total).toBe(50);
      expect(rows).toEqual(newest.slice((index % 4) * 15, (index % 4) * 15 + 15));
    }
    const where = keys.smsIndex.partition(userId);
    const blocks = (await query(real, { partition: where }, ItemKey)).filter(({ sk }) => sk.startsWith('BLOCK#'));
    expect(blocks).toHaveLength(12);
  });

  it('finds the messages of earlier releases, which removed and changed them without their blocks', async () => {
    const { userId, real } = await setup(8);
    const messages = Array.from({ length: 20 }, (_, index) =>
      buildSms({ userId, id: createRecordId(START + index, () => 0), status: 'sent' }),
    );
    const store = (sms: Sms) => ({ ...keys.sms.key(userId, sms.id), ...sms });
    await putAll(real, messages.map(store));
    const later = createDynamoDbSmsList(real, { sizes: small, now: () => START + DAY_MS });
    await later.list(userId, {}, { page: 1, perPage: 5 });
    await removeAll(real, [keys.sms.key(userId, messages[19]!.id)]);
    await putAll(real, [store({ ...messages[18]!, status: 'delivered' })]);
    expect(await later.list(userId, {}, { page: 1, perPage: 5 })).toMatchObject({ total: 19 });
    expect(await later.list(userId, { status: 'sent' }, { page: 1, perPage: 5 })).toMatchObject({ total: 18 });
    expect(await later.list(userId, { status: 'delivered' }, { page: 1, perPage: 5 })).toMatchObject({ total: 1 });
  });
});

it('adds no write unit to a message that is stored or changes in its first half hour, and 2 or 3 later', async () => {
  const { userId, real } = await setup(9);
  const meter = createMeter(real.client);
  const store = createDynamoDbSmsStore({ ...real, client: meter.client });
  const units = async (run: () => Promise<unknown>) => {
    meter.read();
    await run();
    return meter.read().writeUnits;
  };
  const create = (id: number) => {
    const sms = buildSms({ userId, id, createdAt: START });
    return store.createWithCharge(sms, buildLedgerEntry({ id, userId, amount: -1, createdAt: START }));
  };
  const [first, second] = [createRecordId(START, () => 0), createRecordId(START, () => 0.5)];
  await create(first);
  expect(await units(() => create(second))).toBe(6);
  expect(await units(() => create(createRecordId(START - 29 * MINUTE, () => 0)))).toBe(6);
  expect(await units(() => create(createRecordId(START - 30 * MINUTE, () => 0)))).toBe(8);
  const key = { userId, smsId: first };
  expect(await units(() => store.change(key, { status: 'sent' }, START + 29 * MINUTE, ['queued']))).toBe(1);
  expect(await units(() => store.change(key, { status: 'delivered' }, START + 30 * MINUTE, ['sent']))).toBe(4);
});
