import { isSameEntry, LedgerEntryItem, type LedgerEntry, type WalletStore } from '#shared/accounts/account.ts';
import {
  bookOn,
  bookOnKnown,
  changePart,
  growthWrites,
  knownParts,
  raisePart,
  readParts,
  type WalletChange,
} from '#shared/accounts/wallet-items.ts';
import { addUpParts, MAX_PARTS, planChange, planGrowth } from '#shared/accounts/wallet-parts.ts';
import { absent } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import {
  ContentionError,
  isConflictAt,
  isContention,
  query,
  read,
  withRetries,
  type Table,
} from '#shared/platform/table/table.ts';
import { transactOnce, type Write } from '#shared/platform/table/write.ts';

const WALLET = 0;
/** One conflict is chance. */
const GROW_AFTER_CONFLICTS = 2;

export interface Booking extends WalletChange {
  entry?: LedgerEntry | null;
}

export interface Booked {
  isBooked: boolean;
  /** `money`: it does not suffice, or the wallet does not exist. */
  refusal?: 'money' | 'below_watermark';
  /** Positions of writes whose condition failed. That of the ledger entry follows the last one. */
  failed: number[];
}

/** A conflict makes the next attempt take another part, more add parts: docs/decisions/0041-wallet-in-parts.md */
export function bookInWallet(table: Table, booking: Booking, writes: readonly Write[] = []): Promise<Booked> {
  const { userId, entry } = booking;
  const all = [...writes, ...(entry ? [putEntry(entry)] : [])];
  let conflicts = 0;
  return withRetries(async () => {
    const preferred = Math.floor(Math.random() * knownParts(table, userId));
    try {
      return await attempt(table, booking, preferred, all);
    } catch (error) {
      if (isConflictAt(WALLET, error)) await relieve(table, userId, (conflicts += 1));
      throw error;
    }
  });
}

function putEntry(entry: LedgerEntry): Write {
  return { put: { ...keys.ledger.key(entry.userId, entry.id), ...entry }, condition: absent };
}

/** One request if the preferred part has the money; else money is lent in the same transaction. */
async function attempt(
  table: Table,
  change: WalletChange,
  preferred: number,
  writes: readonly Write[],
): Promise<Booked> {
  const { userId, balance, available, aboveWatermark = Number.POSITIVE_INFINITY } = change;
  const direct = bookOn(change, { part: preferred, balance, available, leased: 0 });
  const booked = bookedOf(await transactOnce(table, [direct, ...writes]));
  if (!booked.refusal || booked.failed.length > 0) return booked;
  const parts = await readParts(table, userId);
  if (parts.length === 0) return booked;
  if (parts.some(({ watermark }) => watermark > aboveWatermark)) return { ...booked, refusal: 'below_watermark' };
  const [first, ...loans] = planChange(parts, preferred, change, Math.random) ?? [];
  const paying = first && parts[first.part];
  // Parts read on both sides of a loan: neither shows the money, but their sum does.
  const isMoving = !paying && addUpParts(parts).available >= -available;
  if (isMoving) throw new ContentionError('money moved while it was read');
  if (!paying) return booked;
  const [own, ...days] = bookOnKnown(paying, change, first);
  const lenders = loans.map((loan) => changePart(userId, loan));
  const planned = bookedOf(await transactOnce(table, [own, ...writes, ...lenders, ...days]));
  const failed = planned.failed.filter((position) => position < writes.length);
  if (!planned.isBooked && failed.length === 0) throw new ContentionError('other requests spent the money first');
  return { isBooked: planned.isBooked, failed };
}

function bookedOf(failed: readonly number[]): Booked {
  return {
    isBooked: failed.length === 0,
    ...(failed.includes(WALLET) && { refusal: 'money' }),
    failed: failed.flatMap((position) => (position > WALLET ? [position - 1] : [])),
  };
}

async function relieve(table: Table, userId: number, conflicts: number): Promise<void> {
  const known = knownParts(table, userId);
  if (known >= MAX_PARTS) return;
  try {
    const parts = await readParts(table, userId);
    const [first] = parts;
    if (!first || parts.length > known || conflicts < GROW_AFTER_CONFLICTS) return;
    const growth = planGrowth(parts);
    if (growth) await transactOnce(table, growthWrites(userId, first, growth));
  } catch (error) {
    // The booking is retried in any case, and another request may add the parts.
    if (!isContention(error)) throw error;
  }
}

/** Changes that name a lower number are refused from now on. False: the wallet is busy or missing, try again. */
export async function raiseWatermark(table: Table, userId: number, watermark: number): Promise<boolean> {
  try {
    // Part 0 first: parts that are added later copy its watermark.
    await raisePart(table, userId, 0, watermark);
    const parts = await readParts(table, userId);
    const [first] = parts;
    // A transaction that has added parts becomes visible item by item.
    if (!first || first.watermark < watermark || first.parts > parts.length) return false;
    for (const [part, one] of parts.entries()) {
      if (one.watermark < watermark) await raisePart(table, userId, part, watermark);
    }
    return true;
  } catch (error) {
    if (isContention(error)) return false;
    throw error;
  }
}

export function createDynamoDbWalletStore(table: Table): WalletStore {
  return {
    async get(userId) {
      const parts = await readParts(table, userId);
      return parts.length > 0 ? addUpParts(parts) : undefined;
    },

    async book(entry) {
      const { userId, id, amount } = entry;
      const { isBooked } = await bookInWallet(table, { userId, balance: amount, available: amount, entry });
      if (isBooked) return 'booked';
      const stored = await read(table, keys.ledger.key(userId, id), LedgerEntryItem);
      if (!stored) return 'refused';
      return isSameEntry(stored, entry) ? 'booked' : 'id_taken';
    },

    ledger: (userId) => query(table, { partition: keys.ledger.partition(userId) }, LedgerEntryItem),
  };
}
