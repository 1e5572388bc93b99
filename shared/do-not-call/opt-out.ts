import words from '#shared/do-not-call/opt-out-words.json' with { type: 'json' };

type Normal = (text: string) => string[];

/** Without case and invisible characters. Upper case first: it makes one letter of the two i's of Turkish. */
const accented: Normal = (text) =>
  text
    .normalize('NFKC')
    .replaceAll(/[\p{Cf}'’`´]/gu, '')
    .toUpperCase()
    .toLowerCase()
    .match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
const unaccented: Normal = (text) => accented(text.normalize('NFKD').replaceAll(/\p{Mn}/gu, ''));

interface Lexicon {
  normal: Normal;
  wholes: ReadonlySet<string>;
  firsts: ReadonlySet<string>;
  phrases: readonly string[];
}

function lexicon(languages: Array<Record<'whole' | 'first' | 'phrases', string>>, normal: Normal): Lexicon {
  const listOf = (kind: 'whole' | 'first' | 'phrases') =>
    languages.flatMap((lists) => lists[kind].split('|').map((one) => normal(one).join(' ')));
  const firsts = listOf('first');
  return {
    normal,
    wholes: new Set([...listOf('whole'), ...firsts]),
    firsts: new Set(firsts),
    phrases: listOf('phrases'),
  };
}

const { comment: _, vi, ...others } = words;
/** Accents are often left out, but in Vietnamese they make other words. */
const lexicons = [lexicon(Object.values(others), unaccented), lexicon([vi], accented)];
const starts = new Set(['start', 'unstop', 'yes']);

/** What people put around a wish. */
const COURTESIES =
  'please pls plz thanks thank you thx ty ok okay hi hello hey now immediately asap bitte danke hallo merci svp stp bonjour gracias hola ' +
  'obrigado obrigada grazie ciao bedankt alstublieft tack tak takk kiitos proszę dziękuję prosím děkuji пожалуйста спасибо спс будь ласка ' +
  'дякую lütfen कृपया धन्यवाद شكرا בבקשה תודה 请 請 謝謝 谢谢 부탁드립니다 감사합니다 お願いします ください';
const POLITE_PHRASES = ['por favor', 'per favore', 'bitte schön', "s'il vous plaît", 's il vous plaît', 'من فضلك'];

/** A wish is short. Longer messages are read by people. */
const MOST_WORDS = 15;
const MOST_WORDS_BEHIND_FIRST = 4;
/** Of scripts without spaces between words. */
const MOST_CHARACTERS = 40;
/** "Stop by at ten" and "do not call before noon" are wishes of another kind. */
const NOT_BEHIND_STOP =
  'by at in over off for when until till if before after the a and worrying laughing smoking light sign';
const NOT_BEHIND_PHRASE =
  'before after until till at on between during today tonight tomorrow now unless while when if yet back vor nach bis am heute morgen jetzt um ' +
  'avant après aujourdhui demain maintenant antes después hoy mañana ahora prima dopo oggi domani adesso depois hoje amanhã voor na vandaag nu';
const NEGATIONS = 'dont not didnt never cant wont nicht nie no não non не';

/**
 * What the sender of an SMS wants, in all languages of the catalogue: a word that says nothing else, a word that begins the message,
 * or a phrase in a short one. Signatures and quoted lines do not count.
 */
export function parseOptOut(text: string): 'stop' | 'start' | undefined {
  const lines = ownLines(text);
  if (starts.has(withoutCourtesy(lines.join('\n'), unaccented).join(' '))) return 'start';
  return lexicons.some((one) => saysStop(lines, one)) ? 'stop' : undefined;
}

function saysStop(lines: readonly string[], { normal, wholes, firsts, phrases }: Lexicon): boolean {
  const text = lines.join('\n');
  const all = withoutCourtesy(text, normal);
  return (
    isWhole(all, wholes) ||
    isWhole(withoutCourtesy(lines[0] ?? '', normal), firsts) ||
    beginsWith(all, firsts) ||
    hasPhrase(normal(text), phrases)
  );
}

const SIGNATURE =
  /^\s*(?:--+|__+|sent from|sent via|get outlook|gesendet von|von meinem|envoy[ée] |enviado |inviato |verzonden |wysłano|отправлено|发自|iphoneから)/iu;

/** Without what a phone writes under a message, or quotes from the one before. */
function ownLines(text: string): string[] {
  const lines = text.split(/\r\n|\r|\n/);
  const end = lines.findIndex((line, index) => index > 0 && SIGNATURE.test(line));
  const own = end === -1 ? lines : lines.slice(0, end);
  return own.filter((line) => line.trim() !== '' && !line.trimStart().startsWith('>'));
}

function withoutCourtesy(text: string, normal: Normal): string[] {
  const courtesies = new Set(normal(COURTESIES));
  const polite = POLITE_PHRASES.map((words) => ` ${normal(words).join(' ')} `);
  const joined = polite.reduce((rest, words) => rest.replaceAll(words, ' '), ` ${normal(text).join(' ')} `);
  const all = joined.split(' ').filter((word) => word !== '');
  const spare = all.filter((word) => !courtesies.has(word));
  return spare.length > 0 ? spare : all;
}

/** `S T O P` is one word, and so is `STOP STOP`. */
function isWhole(all: readonly string[], known: ReadonlySet<string>): boolean {
  const isSpelled = all.length > 2 && all.every((word) => word.length === 1);
  const said = [all.join(' '), [...new Set(all)].join(' '), ...(isSpelled ? [all.join('')] : [])];
  return said.some((words) => known.has(words));
}

function beginsWith(all: readonly string[], firsts: ReadonlySet<string>): boolean {
  const [first = '', second = ''] = all;
  if (first === 'stop') return all.length <= MOST_WORDS && !NOT_BEHIND_STOP.split(' ').includes(second);
  return all.length <= MOST_WORDS_BEHIND_FIRST && (firsts.has(first) || firsts.has(`${first} ${second}`));
}

function hasPhrase(all: readonly string[], phrases: readonly string[]): boolean {
  if (all.length > MOST_WORDS) return false;
  const text = ` ${all.join(' ')} `;
  if (phrases.some((phrase) => text.includes(` ${phrase} `) && !isOtherWish(text, phrase))) return true;
  const dense = all.join('');
  const isIn = (phrase: string) => isDense(phrase) && dense.includes(phrase.replaceAll(' ', ''));
  return dense.length <= MOST_CHARACTERS && phrases.some(isIn);
}

/** "Please don't stop calling", "do not call me before noon". */
function isOtherWish(text: string, phrase: string): boolean {
  const [before = '', behind = ''] = text.split(` ${phrase} `);
  const next = behind.split(' ').find((word) => !['', 'me', 'us'].includes(word)) ?? '';
  return NEGATIONS.split(' ').includes(before.split(' ').at(-1) ?? '') || unaccented(NOT_BEHIND_PHRASE).includes(next);
}

const isDense = (text: string): boolean =>
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Hangul}]/u.test(text);
