import { findLanguage } from '#shared/catalog/languages.ts';
import data from '#shared/conversations/listening-words.json' with { type: 'json' };

/** By ISO 639-1: words of agreement; phrases that ask to wait; a minute; 2, 3, 5 and 10; one; a moment. */
const wordsByLanguage: Readonly<Record<string, string>> = data;

/** In every language, without hyphens: «mm-hmm», «uh-huh», «aha». */
const SOUNDS = String.raw`m+h*m*|hm+|mm?hm+|uhhuh|a+h*|ahah?|oh|ok(?:ay|ey|e)?|ye(?:ah|p)`;
const REFUSALS = /\bmm-mm\b|\bu[hn]-u[hn]\b/iu;
const SPACELESS = new Set(['ja', 'zh', 'th', 'ko']);

interface Listening {
  acknowledgement: RegExp;
  /** Before what a customer asks for: «Yes, one moment.» */
  agreement: RegExp;
  wait: RegExp;
  minutes: RegExp;
  minute: RegExp;
  numbers: readonly string[];
}

const known = new Map<string, Listening>();

/** Whether these are only the sounds of a listener. @param wasAsked then «yes» is an answer */
export function isAcknowledgement(text: string, languageId: number, wasAsked: boolean): boolean {
  if (wasAsked || /[?？؟]/u.test(text) || REFUSALS.test(text)) return false;
  const words = plain(text);
  return words !== '' && listeningIn(languageId).acknowledgement.test(words);
}

const MOMENT_SECONDS = 20;
const MINUTE_SECONDS = 60;
const LONGEST_WAIT_SECONDS = 300;
const VALUES = [2, 3, 5, 10];

/** The seconds for which a customer asks to wait. Undefined if they ask for something else. */
export function asksToWait(text: string, languageId: number): number | undefined {
  const { agreement, wait, minutes, minute, numbers } = listeningIn(languageId);
  const clauses = text.split(/(?<=[.,!?;:。，、！？…])/u).filter((clause) => plain(clause) !== '');
  const index = clauses.findIndex((clause) => wait.test(plain(clause).replace(agreement, '')));
  const clause = clauses[index];
  if (clause === undefined) return undefined;
  // «Wait, what?» asks for an answer.
  if (clauses.slice(index + 1).some((one) => /[?？؟]\s*$/u.test(one))) return undefined;
  const words = plain(clause);
  const count = minutes.exec(words)?.[1];
  if (count === undefined) return minute.test(words) ? MINUTE_SECONDS : secondsIn(words);
  const value = /\d/u.test(count) ? Number(count) : (VALUES[numbers.indexOf(count)] ?? 1);
  return Math.min(LONGEST_WAIT_SECONDS, value * MINUTE_SECONDS);
}

function secondsIn(words: string): number {
  const [count] = /\d{2,3}/u.exec(words) ?? [];
  return count === undefined ? MOMENT_SECONDS : Math.min(LONGEST_WAIT_SECONDS, Math.max(MOMENT_SECONDS, Number(count)));
}

/** Hyphens and apostrophes join: «mm-hmm» is one word, and so is «d’accord». */
function plain(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[-’'ʼ]/gu, '')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

function listeningIn(languageId: number): Listening {
  const iso2 = findLanguage(languageId)?.iso2 ?? 'en';
  const ready = known.get(iso2) ?? readWords(iso2);
  known.set(iso2, ready);
  return ready;
}

function readWords(iso2: string): Listening {
  const lists = (wordsByLanguage[iso2] ?? '').split(';').map((list) => list.split(',').filter((one) => one !== ''));
  const [agreements = [], waits = [], [minute = 'minute'] = [], numbers = [], ones = [], moments = []] = lists;
  const end = SPACELESS.has(iso2) ? String.raw`\s*` : String.raw`(?:\s+|$)`;
  const agreed = `(?:${[...agreements, SOUNDS].join('|')})${end}`;
  const some = [...ones, ...numbers, String.raw`\d{1,3}`].join('|');
  const short = [...moments, minute, 's[eé][ck]'].join('|');
  const begin = SPACELESS.has(iso2) ? '' : String.raw`(?![\p{L}\p{M}])`;
  return {
    acknowledgement: new RegExp(`^(?:${agreed})+$`, 'u'),
    agreement: new RegExp(`^(?:${agreed})+`, 'u'),
    wait: new RegExp(
      `^(?:(?:${waits.join('|') || '(?!)'})${begin}|(?:(?:${some})\\s*)+(?:\\p{L}+\\s)?(?:${short})|(?:${moments.join('|') || minute})\\p{L}*(?:\\s\\p{L}+)?$)`,
      'u',
    ),
    minutes: new RegExp(`(\\d{1,2}${numbers.length > 0 ? `|${numbers.join('|')}` : ''})\\s*(?:${minute})`, 'u'),
    minute: new RegExp(`(?<!\\p{L})(?:${minute})`, 'u'),
    numbers,
  };
}
