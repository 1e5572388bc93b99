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
  const first = times.toSorted((one, other) => one - other);
  // Few at a time, in the order of time: inserting them among all transactions would move these.
  const repeats: Attempt[] = [];
  let begun = 0;
  const takeNext = (): Attempt | undefined => {
    const at = first[begun];
    if (at === undefined || (repeats[0]?.at ?? Infinity) < at) return repeats.shift();
    begun += 1;
    return { at, since: at, tries: 1 };
  };
  let failures = 0;
  let attempts = 0;
  for (let one = takeNext(); one; one = takeNext()) {
    attempts += 1;
    const { at, since, tries } = one;
    const part = Math.floor(random() * parts);
    if (at >= (busyUntil[part] ?? 0)) busyUntil[part] = at + HELD_SECONDS;
    else if (at - since > GIVE_UP) failures += 1;
    else {
      const delay = random() * Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** (tries - 1));
      const later = repeats.findIndex((repeat) => repeat.at > at + delay);
      repeats.splice(later < 0 ? repeats.length : later, 0, { at: at + delay, since, tries: tries + 1 });
    }
  }
  return { attempts, transactions: times.length, failures };
}
