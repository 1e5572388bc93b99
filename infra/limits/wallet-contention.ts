/** A transaction holds its part for 25 ms. */
const HELD_SECONDS = 0.025;
const FIRST_DELAY = 0.01;
const LONGEST_DELAY = 0.64;
const GIVE_UP = 6;

interface Attempt {
  at: number;
  since: number;
  tries: number;
}

/**
 * Transactions on a wallet of some parts, by the policy of `withRetries`: one that meets another one on its part waits a random time, then
 * takes a part at random again.
 */
export function contendForParts(times: readonly number[], parts: number, random: () => number) {
  const busyUntil = new Float64Array(parts);
  const waiting: Attempt[] = times
    .map((at) => ({ at, since: at, tries: 1 }))
    .toSorted((one, other) => one.at - other.at);
  let failures = 0;
  // Repeats are inserted behind the place that is read, in the order of time.
  for (let next = 0; next < waiting.length; next += 1) {
    const { at, since, tries } = waiting[next] ?? { at: 0, since: 0, tries: 0 };
    const part = Math.floor(random() * parts);
    if (at >= (busyUntil[part] ?? 0)) busyUntil[part] = at + HELD_SECONDS;
    else if (at - since > GIVE_UP) failures += 1;
    else {
      const delay = random() * Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** (tries - 1));
      const later = indexAfter(waiting, next, at + delay);
      waiting.splice(later, 0, { at: at + delay, since, tries: tries + 1 });
    }
  }
  return { attempts: waiting.length, transactions: times.length, failures };
}

function indexAfter(attempts: readonly Attempt[], from: number, at: number): number {
  let index = from + 1;
  while (index < attempts.length && (attempts[index]?.at ?? 0) <= at) index += 1;
  return index;
}
