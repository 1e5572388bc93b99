import {
  isSameEntry,
  LedgerEntryItem,
  type LedgerEntry,
  type Wallet,
  type WalletStore,
} from '#shared/accounts/account.ts';
import {
  MAX_PARTS,
  WalletPartItem,
  addUpParts,
  planChange,
  planGrowth,
  planUsage,
  type PartChange,
  type WalletChange,
  type WalletPart,
} from '#shared/accounts/wallet-parts.ts';
import type { DayUsage } from '#shared/accounts/usage.ts';
import { absent, allOf, expr, present, type Condition } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import {
  ContentionError,
  type Table,
  isConflictAt,
  isContention,
  query,
  read,
  withRetries,
} from '#shared/platform/table/table.ts';
import { transactOnce, update, type Write } from '#shared/platform/table/write.ts';

/** The position of the wallet in `transactWithWallet`; the other writes follow. */
export const WALLET = 0;
/** One conflict is chance. */
const GROW_AFTER_CONFLICTS = 2;
/** The attributes of a part that count its day. */
const USED = 'used_';

interface BookedChange extends WalletChange {
  userId: number;
  /** The id of a new call, which must not be below the watermark of closed segments. */
  newCallId?: number | undefined;
  /** What is charged, if it counts as usage. */
  usage?: DayUsage | undefined;
}

/** How many parts the wallets had when this process last saw them. Too few is no error: the first parts stay in use. */
const seenParts = new WeakMap<Table['client'], Map<string, number>>();
const REMEMBERED_USERS = 1_000;

/** Reads a wallet in one query. `callsSealedTo`: the highest watermark of its parts. Undefined if it does not exist. */
export async function readWallet(
  table: Table,
  userId: number,
): Promise<(Wallet & { callsSealedTo: number }) | undefined> {
  const parts = await readParts(table, userId);
  if (parts.length === 0) return undefined;
  return { ...addUpParts(parts), callsSealedTo: Math.max(...parts.map((part) => part.callsSealedTo)) };
}

/** The parts of a wallet, part 0 first; empty if it does not exist. */
export async function readParts(table: Table, userId: number): Promise<WalletPart[]> {
  const { partition, all } = keys.walletPart;
  const where = expr`begins_with(sk, ${all})`;
  const parts = await query(table, { partition: partition(userId), where }, WalletPartItem);
  const seen = seenBy(table);
  if (seen.size >= REMEMBERED_USERS) seen.clear();
  if (parts.length > 1) seen.set(nameOf(table, userId), parts.length);
  return parts;
}

function seenBy({ client }: Table): Map<string, number> {
  const seen = seenParts.get(client) ?? new Map<string, number>();
  seenParts.set(client, seen);
  return seen;
}

const nameOf = ({ tableName }: Table, userId: number) => `${tableName} ${userId}`;

/**
 * Makes the writes in one transaction with a change of the user's wallet. Returns the positions of the writes whose condition failed, as
 * `transact` does; the wallet is position 0. It fails when the wallet does not exist, its money does not suffice, or the new call is below the
 * watermark.
 *
 * Usage is counted in the part, so that it costs no write of its own. The first charge of a day moves the day before to an item.
 *
 * A part that other transactions are changing makes the next attempt take another part. A wallet that stays in contention gets more of them.
 */
export function transactWithWallet(table: Table, change: BookedChange, writes: readonly Write[]): Promise<number[]> {
  const { userId } = change;
  let conflicts = 0;
  return withRetries(async () => {
    const preferred = Math.floor(Math.random() * (seenBy(table).get(nameOf(table, userId)) ?? 1));
    try {
      return await attempt(table, { ...change, preferred }, writes);
    } catch (error) {
      if (isConflictAt(WALLET, error)) await relieve(table, userId, (conflicts += 1));
      throw error;
    }
  });
}

/** One request if the preferred part has the money; else the parts are read and the money is lent in the same transaction. */
async function attempt(
  table: Table,
  { preferred, ...change }: BookedChange & { preferred: number },
  writes: readonly Write[],
): Promise<number[]> {
  const { userId, newCallId } = change;
  const direct = { part: preferred, balance: change.balance, available: change.available, leased: 0 };
  const failed = await transactOnce(table, [booking(change, direct), ...writes]);
  if (!failed.includes(WALLET) || failed.length > 1) return failed;
  const parts = await readParts(table, userId);
  const isBelow = newCallId !== undefined && parts.some((part) => part.callsSealedTo > newCallId);
  if (parts.length === 0 || isBelow) return [WALLET];
  const plan = planChange(parts, preferred, change, Math.random);
  if (plan) return bookPlanned(table, parts, plan, change, writes);
  // Parts read on both sides of a loan: neither shows the money, but their sum does.
  if (addUpParts(parts).available >= -change.available) throw new ContentionError('money moved while it was read');
  return [WALLET];
}

/** @param plan the booking, and the loans that it needs */
async function bookPlanned(
  table: Table,
  parts: readonly WalletPart[],
  [first, ...loans]: readonly PartChange[],
  change: BookedChange,
  writes: readonly Write[],
): Promise<number[]> {
  const paying = first && parts[first.part];
  if (!paying) return [WALLET];
  const lenders = loans.map((loan) => changePart(change.userId, loan));
  const [booked, ...days] = bookingOn(paying, change, first);
  const failed = await transactOnce(table, [booked, ...writes, ...lenders, ...days]);
  const own = failed.filter((position) => position !== WALLET && position <= writes.length);
  if (failed.length > 0 && own.length === 0) throw new ContentionError('other requests spent the money first');
  return own;
}

/** The booking on a part whose day is that of the usage. */
function booking({ userId, newCallId: id, usage }: BookedChange, change: PartChange): PartWrite {
  const isAbove = expr`attribute_not_exists(callsSealedTo) OR callsSealedTo <= ${id}`;
  const isDay = usage && expr`usageDate = ${usage.date}`;
  const booked = changePart(userId, change, [id === undefined ? undefined : isAbove, isDay]);
  return usage === undefined ? booked : { ...booked, add: { ...booked.add, ...counted(usage, USED) } };
}

/** The booking on a part that was read, and the item of a day if that of the part is another one. Usage comes with no new call. */
function bookingOn(part: WalletPart, change: BookedChange, planned: PartChange): [PartWrite, ...Write[]] {
  const { userId, usage } = change;
  const plan = usage === undefined ? 'count' : planUsage(part, usage);
  if (usage === undefined || plan === 'count') return [booking(change, planned)];
  if (plan === 'late') return [changePart(userId, planned), addToDay(userId, usage)];
  const { usage: before } = part;
  // What is moved to the item must be all that is there: a charge in between would be lost.
  const isSame = before
    ? [{ usageDate: before.date, ...counted(before, USED) }]
    : [expr`attribute_not_exists(usageDate)`];
  const begun = { ...changePart(userId, planned, isSame), set: { usageDate: usage.date, ...counted(usage, USED) } };
  return [begun, ...(before ? [addToDay(userId, before)] : [])];
}

function addToDay(userId: number, usage: DayUsage): Write {
  return { update: keys.usage.day(userId, usage.date), add: counted(usage) };
}

/** The counters as what to add, under a path. */
function counted(usage: DayUsage, path = ''): Record<string, number> {
  const { date: _, ...counters } = usage;
  return Object.fromEntries(Object.entries(counters).map(([name, count]) => [path + name, count]));
}

type PartWrite = Extract<Write, { update: unknown }>;

function changePart(
  userId: number,
  { part, balance, available, leased }: PartChange,
  conditions: ReadonlyArray<Condition | undefined> = [],
): PartWrite {
  const isCovered = available < 0 ? expr`available >= ${-available}` : undefined;
  return {
    update: keys.walletPart.key(userId, part),
    add: { available, ...(balance !== 0 && { balance }), ...(leased !== 0 && { leased }) },
    condition: allOf([present, isCovered, ...conditions]),
  };
}

/** After a conflict: learns how many parts there are by now, and adds some if this wallet conflicts again and again. */
async function relieve(table: Table, userId: number, conflicts: number): Promise<void> {
  const known = seenBy(table).get(nameOf(table, userId)) ?? 1;
  if (known >= MAX_PARTS) return;
  try {
    const parts = await readParts(table, userId);
    if (parts.length > known || conflicts < GROW_AFTER_CONFLICTS) return;
    const growth = planGrowth(parts);
    if (growth) await transactOnce(table, growthWrites(userId, parts, growth));
  } catch (error) {
    // The booking itself is retried in any case, and another request may add the parts.
    if (!isContention(error)) throw error;
  }
}

/** New parts get the watermark of part 0, under the condition that it has not been raised in between. */
function growthWrites(
  userId: number,
  [first]: readonly WalletPart[],
  { from, added }: { from: PartChange; added: PartChange[] },
): Write[] {
  const callsSealedTo = first?.callsSealedTo ?? 0;
  const isSame =
    callsSealedTo === 0 ? expr`attribute_not_exists(callsSealedTo)` : expr`callsSealedTo = ${callsSealedTo}`;
  return [
    changePart(userId, from, [isSame]),
    ...added.map(({ part, ...amounts }) => ({
      put: { ...keys.walletPart.key(userId, part), userId, ...amounts, callsSealedTo },
      condition: absent,
    })),
  ];
}

/**
 * Raises the watermark of all parts but the first, whose watermark must have been raised before: parts that are added later
 * copy it. Returns false if a part is busy.
 */
export async function raiseWatermarkOfParts(table: Table, userId: number, watermark: number): Promise<boolean> {
  const parts = await readParts(table, userId);
  const behind = parts.flatMap(({ callsSealedTo }, part) => (part > 0 && callsSealedTo < watermark ? [part] : []));
  try {
    for (const part of behind) {
      const condition = expr`attribute_exists(pk) AND callsSealedTo < ${watermark}`;
      await update(table, keys.walletPart.key(userId, part), { set: { callsSealedTo: watermark }, condition });
    }
    return true;
  } catch (error) {
    if (isContention(error)) return false;
    throw error;
  }
}

/** The write of an entry, in the transaction that changes the wallet. */
export function putEntry(entry: LedgerEntry): Write {
  return { put: { ...keys.ledger.key(entry.userId, entry.id), ...entry }, condition: absent };
}

export function createDynamoDbWalletStore(table: Table): WalletStore {
  return {
    async get(userId) {
      const wallet = await readWallet(table, userId);
      return wallet && { balance: wallet.balance, available: wallet.available };
    },

    async book(entry) {
      const { userId, id, amount } = entry;
      const change = { userId, balance: amount, available: amount };
      const failed = await transactWithWallet(table, change, [putEntry(entry)]);
      if (failed.length === 0) return 'booked';
      const stored = await read(table, keys.ledger.key(userId, id), LedgerEntryItem);
      if (!stored) return 'refused';
      return isSameEntry(stored, entry) ? 'booked' : 'id_taken';
    },

    ledger: (userId) => query(table, { partition: keys.ledger.partition(userId) }, LedgerEntryItem),
  };
}
