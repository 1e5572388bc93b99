import {
  MOST_SEEN,
  nameOfWaiter,
  type CalledNumber,
  type NumberClaim,
  type NumberLines,
  type Waiter,
} from '#shared/calls/number-line.ts';
import { isSameCall, type MemoryLine } from '#test/support/memory/dial-queue.ts';

/** The numbers that were called, and the waiters of each by name. */
export interface MemoryNumbers {
  called: Map<string, CalledNumber>;
  waiters: Map<string, Map<string, Waiter>>;
}

export const createMemoryNumbers = (): MemoryNumbers => ({ called: new Map(), waiters: new Map() });

const nameOf = (userId: number, phoneNumber: string) => `${userId} ${phoneNumber}`;

export const calledNumber = ({ called }: MemoryNumbers, userId: number, phoneNumber: string): CalledNumber =>
  structuredClone(
    called.get(nameOf(userId, phoneNumber)) ?? { version: 0, calls: [], attempts: new Set(), nextUntil: 0 },
  );

/** False: the number has another version. */
export function claimMemoryNumber(numbers: MemoryNumbers, userId: number, claim: NumberClaim): boolean {
  const { phoneNumber, version, calls, attempts } = claim;
  const { day, ...known } = calledNumber(numbers, userId, phoneNumber);
  if (known.version !== version) return false;
  const counted = attempts ? { day: attempts.day, attempts: new Set(attempts.calls) } : day !== undefined && { day };
  const next = { ...known, version: version + 1, calls: [...calls], nextUntil: 0, ...counted };
  numbers.called.set(nameOf(userId, phoneNumber), next);
  return true;
}

export function createMemoryNumberLines(line: MemoryLine): NumberLines {
  const { numbers } = line;
  const waitersOf = (userId: number, phoneNumber: string) => {
    const known = numbers.waiters.get(nameOf(userId, phoneNumber)) ?? new Map<string, Waiter>();
    numbers.waiters.set(nameOf(userId, phoneNumber), known);
    return known;
  };
  return {
    read: async (userId, phoneNumber) => calledNumber(numbers, userId, phoneNumber),
    async look(userId, phoneNumber) {
      const inOrder = [...waitersOf(userId, phoneNumber)].toSorted(([one], [other]) => (one < other ? -1 : 1));
      const waiting = inOrder.slice(0, MOST_SEEN).map(([, waiter]) => structuredClone(waiter));
      return { number: calledNumber(numbers, userId, phoneNumber), waiting };
    },
    async enter(userId, phoneNumber, waiter) {
      const { entry } = waiter;
      if (entry) {
        if (!line.entries.some((other) => isSameCall(entry, other))) return;
        line.entries = line.entries.filter((other) => !isSameCall(entry, other));
      }
      waitersOf(userId, phoneNumber).set(nameOfWaiter(waiter), structuredClone(waiter));
    },
    async admit(userId, phoneNumber, waiter, nextUntil) {
      if (!waitersOf(userId, phoneNumber).delete(nameOfWaiter(waiter))) return false;
      const known = calledNumber(numbers, userId, phoneNumber);
      numbers.called.set(nameOf(userId, phoneNumber), { ...known, nextUntil, next: nameOfWaiter(waiter) });
      if (waiter.entry) line.entries.push(structuredClone(waiter.entry));
      return true;
    },
    leave: async (userId, phoneNumber, waiter) => void waitersOf(userId, phoneNumber).delete(nameOfWaiter(waiter)),
    async uncount({ userId, id, clientPhoneNumber }) {
      const number = calledNumber(numbers, userId, clientPhoneNumber);
      const attempts = new Set(number.attempts);
      if (!attempts.delete(id)) return;
      const version = number.version + 1;
      numbers.called.set(nameOf(userId, clientPhoneNumber), { ...number, version, attempts });
    },
  };
}
