/** Scripts without spaces between words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}ー]+/gu;

/** Lower case without accents; marks become spaces. */
export function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .replaceAll(/[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]+/gu, (word) =>
      word.normalize('NFD').replaceAll(/\p{M}/gu, ''),
    )
    .replaceAll(/(?<=\d)[.,:](?=\d)/g, '.')
    .replaceAll(/[^\p{L}\p{M}\p{N}ー.]+|(?<!\d)\.|\.(?!\d)/gu, ' ')
    .trim();
}

const segmenter = new Intl.Segmenter('ja', { granularity: 'word' });

export function wordsOf(text: string): string[] {
  const spaced = plain(text).replaceAll(UNSPACED, (run) => ` ${segmentsOf(run).join(' ')} `);
  return spaced.split(/\s+/u).filter((word) => word !== '');
}

/** Words between which there are no spaces. In Japanese, those in hiragana alone are endings and particles. */
function segmentsOf(run: string): string[] {
  const words = [...segmenter.segment(run)].map(({ segment }) => segment);
  return words.filter((word) => !/^\p{sc=Hiragana}+$/u.test(word));
}

/** 1 for the same word, less for another form, a part of a compound or a typing error, 0 for another word. */
export function similarity(one: string, other: string): number {
  if (one === other) return 1;
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (/[\p{sc=Han}\p{sc=Katakana}]/u.test(short)) return short.length > 1 && long.includes(short) ? 0.8 : 0;
  if (short.length < 3 || /\d/.test(short)) return 0;
  const shared = sharedBeginning(short, long);
  if (shared >= 3 && shared >= short.length - 2 && long.length - shared <= 3) {
    const isOtherEnding = short.length > shared && long.length - shared >= 3;
    return shared < 4 ? 0.6 : isOtherEnding ? 0.8 : 0.9;
  }
  if (shared >= 5 && shared >= short.length - 3 && long.length - shared <= 5) return 0.75;
  if (short.length >= 4 && long.includes(short)) return 0.7;
  if (short.length >= 6 && shared >= 5) return 0.6;
  if (short.length >= 5 && isTypo(short, long)) return 0.8;
  return partOfCompound(short, long);
}

function sharedBeginning(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

/** `wechseln` in `reifenwechsel`: the compound ends with another form of the word. */
function partOfCompound(short: string, long: string): number {
  const stem = short.slice(0, Math.max(5, short.length - 2));
  return stem.length >= 5 && long.length > short.length + 2 && long.includes(stem) ? 0.6 : 0;
}

/** One letter more, less, or another one, or two that have changed places; two of them in long words. */
function isTypo(one: string, other: string): boolean {
  const allowed = one.length >= 8 ? 2 : 1;
  if (other.length - one.length > allowed || one[0] !== other[0]) return false;
  return distance(one, other) <= allowed;
}

function distance(one: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      const swap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (isSame ? 0 : 1),
        swap ? (before[j - 2] ?? 0) + 1 : Infinity,
      );
    }
    before = row;
    row = next;
  }
  return row[other.length] ?? Infinity;
}

const sets = new Map<string, ReadonlySet<string>>();

/** Of a list of the data: kept, as every turn needs it. */
export function wordSet(words: string): ReadonlySet<string> {
  const known = sets.get(words) ?? new Set(words.split(' ').map((word) => plain(word)));
  sets.set(words, known);
  return known;
}

const patterns = new Map<string, RegExp>();

/** A regular expression of the data, compiled once. Without the flag `g`, as it has no state then. */
export function patternOf(source: string, flags = 'u'): RegExp {
  const key = `${flags} ${source}`;
  const known = patterns.get(key) ?? new RegExp(source, flags);
  patterns.set(key, known);
  return known;
}
