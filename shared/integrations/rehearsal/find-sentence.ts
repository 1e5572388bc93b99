import { conceptsOf } from '#shared/integrations/rehearsal/languages/concepts.ts';
import type { Kind, RehearsalLanguage } from '#shared/integrations/rehearsal/languages/rehearsal-language.ts';
import { kinds } from '#shared/integrations/rehearsal/languages/rehearsal-language.ts';
import { patternOf, plain, similarity, wordSet, wordsOf } from '#shared/integrations/rehearsal/plain-words.ts';
import type { Condition, Fact } from '#shared/integrations/rehearsal/read-prompt.ts';
import { daysIn } from '#shared/integrations/rehearsal/weekdays.ts';

export interface Tongue {
  iso2: string;
  language: RehearsalLanguage;
}

/** What an answer of each kind has. */
const ANSWERS: Record<Kind, RegExp> = {
  price:
    /\d\s*(?:[€$£¥₹]|円|zł|euros?\b|eur\b|dollars?\b|usd\b|pounds?\b|gbp\b|chf\b|cents?\b|reais\b|złotych\b|pesos?\b|francs?\b)|[€$£¥₹]\s*\d/iu,
  time: /\b(?:from|until|till|at|von|bis|ab|um|de|à|a|las?|dalle|alle|às|das|van|tot|od|do|między|godz)\s+\d{1,2}\b(?!\s*(?:€|euro|dollar|zł|%))|\d\s*(?:am|pm|uhr|uur|h|o'clock|時)\b|\d{1,2}[:.]\d{2}|\b\d{1,2}(?:st|nd|rd|th|er|º|°)?\.?\s+(?:de\s+)?\p{L}{3,}|\b(?:noon|midnight|midday|days?|tage?|jours?|d[ií]as?|giorni|dias?|dagen|dni|hours?|stunden|heures|horas?|ore|godzin\w*|months?|monate?n?|mois|mes(?:es)?|mesi|maand\w*|miesi\w+)\b|時|曜日|午前|午後|日/iu,
  place:
    /\b(?:estamos|siamo|we are|we're|wir sind|nous sommes|wij zitten|jesteśmy|ficamos|find us)\s+(?:en|in|at|on|a|à|na|no|im|am|w|przy|em)\s+\p{L}+|\d+\s+(?:\p{Lu}\p{L}+\s+)+(?:street|st|road|rd|avenue|lane|square|drive)\b|\b(?:street|road|avenue|lane|square|floor|opposite|next to|behind|near|address|adresse|anschrift|dirección|indirizzo|endereço|morada|adres|neben|gegenüber|hinter|\p{L}*straße|\p{L}*str|\p{L}*allee|\p{L}*weg|\p{L}*platz|\p{L}*gasse|rue|quai|avenue|boulevard|place|calle|avenida|plaza|via|viale|piazza|rua|praça|\p{L}*straat|\p{L}*laan|\p{L}*plein|\p{L}*gracht|ul|ulicy?|al|aleja|obok)\b|丁目|番地|区|裏|隣/iu,
  phone: /\+?\d[\d\s/()-]{5,}\d/u,
  duration:
    /\b(?:\d+|\p{L}+)\s+(?:minutes?|hours?|days?|weeks?|months?|years?|minuten?|stunden?|tage?n?|wochen?|monate?n?|jahre?n?|heures?|jours?|semaines?|mois|ans?|minutos?|horas?|d[ií]as?|semanas?|mes(?:es)?|años?|minut[oi]|or[ae]|giorn[oi]|settiman[ae]|mes[ei]|ann[oi]|anos?|uur|dag(?:en)?|we(?:ek|ken)|maand(?:en)?|jaar|minut\w*|godzin\w*|dni|dzień|tygodni\w*|miesi\w+|lat)\b|\d+(?:分|時間)/iu,
  count: /\d/u,
  identity: /(?!)/u,
};

/** No amount, but an answer to a question about one. */
const FREE =
  /\b(?:free|kostenlos|gratuite?s?|gratis|gratuit[oa]s?|bezpłatn\w+|included|inklusive|comprise?|incluid[oa]|incluso|inclus[ao]|inbegrepen)\b/iu;

interface Word {
  text: string;
  concepts: readonly number[];
}

interface Indexed {
  fact: Fact;
  words: Word[];
  context: Word[];
  kinds: ReadonlySet<Kind>;
  isFree: boolean;
  days: ReadonlySet<number>;
}

export interface Match {
  text: string;
  /** The part of the question that it covers, from 0 to 1, and a little more for an exact one. */
  score: number;
  /** It has what the question asks for: an amount, a time. */
  isOfKind: boolean;
}

/** A word in the heading counts less than one in the sentence. */
const IN_CONTEXT = 0.7;
const BY_CONCEPT = 0.85;
/** The first row of the concepts: an amount needs no word such as `price` beside it. */
const PRICE = 0;
/** «Do you deliver to Japan?» is about Japan, if the prompt is not. */
const NAME_WEIGHT = 1.6;
const KIND_WEIGHT = 0.9;
const UNKNOWN_WORD = 0.8;

export type Finder = ReturnType<typeof createFinder>;

/** The sentences that can answer questions. @param tongues of the prompt and of the call */
export function createFinder(facts: readonly Fact[], tongues: readonly Tongue[]) {
  const isos = tongues.map(({ iso2 }) => iso2);
  const idle = new Set(tongues.flatMap(({ language }) => [...wordSet(language.idle)]));
  const toWords = (text: string): Word[] =>
    [...new Set(wordsOf(text))]
      .filter((word) => !idle.has(word))
      .map((word) => ({ text: word, concepts: conceptsOf(word, isos) }));
  const indexed = facts.map((fact): Indexed => {
    const words = toWords(fact.text);
    const has = kinds.filter((kind) => ANSWERS[kind].test(fact.text));
    return {
      fact,
      words,
      context: toWords(fact.context),
      kinds: new Set(has),
      isFree: FREE.test(fact.text),
      days: daysIn(fact.text, isos),
    };
  });
  const rarity = (word: Word) => {
    const count = indexed.filter((one) => likeness(word, one) >= 0.6).length;
    return count === 0
      ? UNKNOWN_WORD * Math.log(1 + Math.max(4, indexed.length))
      : Math.log(1 + Math.max(4, indexed.length) / count);
  };

  function find(question: string): Match | undefined {
    const wanted = kindsOf(question, tongues);
    const asked = daysIn(question, isos);
    // «Are you open on Sunday?» is answered by the hours, even if they leave Sunday out.
    const days = indexed.some((one) => [...asked].some((day) => one.days.has(day))) ? asked : new Set<number>();
    const words = toWords(question).filter(
      (word) =>
        (!wanted.includes('price') || !word.concepts.includes(PRICE)) &&
        (asked.size === 0 || daysIn(word.text, isos).size === 0),
    );
    const named = namesIn(question, tongues);
    const weights = words.map((word) => ({ word, weight: rarity(word) * (named.has(word.text) ? NAME_WEIGHT : 1) }));
    const known = indexed.map((one) => ({
      text: one.fact.text,
      score: scoreOf(one, { weights, wanted, days }),
      isOfKind: wanted.some((kind) => one.kinds.has(kind)),
    }));
    return known.reduce<Match | undefined>((best, one) => (one.score > (best?.score ?? 0) ? one : best), undefined);
  }
  /** Whether it asks for more than attention. */
  const isAbout = (question: string) =>
    kindsOf(question, tongues).length > 0 || (toWords(question).length > 0 && wordsOf(question).length > 1);
  const covers = (condition: Condition, said: string) => coverage(toWords(condition.when), toWords(said));
  return { find, isAbout, covers };
}

/** Words with a capital inside of the question; German writes all nouns so. */
function namesIn(question: string, tongues: readonly Tongue[]): ReadonlySet<string> {
  if (tongues[0]?.iso2 === 'de') return new Set();
  const found = [...question.matchAll(/(?<=\p{L}[^.?!]*[\s’'])\p{Lu}\p{Ll}{2,}/gu)];
  return new Set(found.flatMap(([word]) => wordsOf(word)));
}

interface Wanted {
  weights: ReadonlyArray<{ word: Word; weight: number }>;
  wanted: readonly Kind[];
  days: ReadonlySet<number>;
}

function scoreOf(one: Indexed, { weights, wanted, days }: Wanted): number {
  const kindWeight = wanted.length > 0 ? KIND_WEIGHT : 0;
  const dayWeight = days.size > 0 ? 1.5 : 0;
  const hits = weights.map(({ word, weight }) => ({ weight, hit: likeness(word, one) }));
  const isOnTopic = weights.length === 0 || hits.some(({ hit }) => hit >= 0.5) || dayWeight > 0;
  if (!isOnTopic || (weights.length === 0 && kindWeight === 0 && dayWeight === 0)) return 0;
  const total = weights.reduce((sum, { weight }) => sum + weight, kindWeight + dayWeight);
  const byWords = hits.reduce((sum, { weight, hit }) => sum + weight * hit, 0);
  const byKind = wanted.some((kind) => one.kinds.has(kind))
    ? kindWeight
    : one.isFree && wanted.includes('price')
      ? kindWeight / 2
      : 0;
  const byDay = [...days].some((day) => one.days.has(day)) ? dayWeight : 0;
  const covered = (byWords + byKind + byDay) / total;
  // Of two sentences that cover the same, the one that says less beside it.
  return covered + 0.08 / (1 + one.words.length / 6);
}

function likeness(word: Word, { words, context, fact }: Indexed): number {
  const inContext = fact.isAnswer ? 0.95 : IN_CONTEXT;
  return Math.max(closest(word, words), closest(word, context) * inContext);
}

function closest(word: Word, others: readonly Word[]): number {
  let best = 0;
  for (const other of others) {
    const byConcept = word.concepts.some((concept) => other.concepts.includes(concept)) ? BY_CONCEPT : 0;
    best = Math.max(best, byConcept, similarity(word.text, other.text));
    if (best === 1) break;
  }
  return best;
}

/** The part of the words of a condition that the customer says. */
function coverage(condition: readonly Word[], said: readonly Word[]): number {
  if (condition.length === 0) return 0;
  return condition.reduce((sum, word) => sum + closest(word, said), 0) / condition.length;
}

export function kindsOf(question: string, tongues: readonly Tongue[]): Kind[] {
  const asked = plain(question);
  return kinds.filter((kind) => tongues.some(({ language }) => patternOf(language.kinds[kind], 'u').test(asked)));
}
