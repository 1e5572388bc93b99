import { dayWords, monthWords } from '#shared/integrations/rehearsal/languages/calendar.ts';
import { rehearsalLanguage, rehearsalLanguages } from '#shared/integrations/rehearsal/languages/known-languages.ts';
import type { Slot } from '#shared/integrations/rehearsal/languages/rehearsal-language.ts';
import { plain } from '#shared/integrations/rehearsal/plain-words.ts';
import { findNumber } from '#shared/integrations/rehearsal/spoken-number.ts';

const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/u;
const PHONE = /\+?\d(?:[\s().-]*\d){5,}/u;
const NAME_INTRODUCED = new RegExp(
  String.raw`(?<!\p{L})(?:${rehearsalLanguages.map((iso2) => rehearsalLanguage(iso2).myNameIs).join('|')})\s*:?\s+((?:(?:(?:de|da|do|dos|van|von|der|den|di|la|le|du|el)\s+)*\p{Lu}[\p{L}'’.-]*\s*){1,4})`,
  'u',
);
const NAME_ALONE =
  /^(?:(?:yes|sure|ja|oui|sí|si|sim|tak|hai|hello|hi)[,.]?\s+)?((?:(?:de|da|van|von|der|den|di|la|le|du)\s+)*\p{Lu}[\p{L}'’.-]*(?:\s+(?:(?:de|da|van|von|der|den|di|la|le|du)\s+)*\p{Lu}[\p{L}'’.-]*){0,3})(?:,? (?:please|bitte|por favor|per favore))?[.!]?$/u;
const NAME_UNSPACED =
  /^(?:私は|名前は)?([\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー]{1,8}?)(?:です|と申します|といいます)/u;

/** What the customer has said for something that was asked for; undefined if it is not among the words. */
export function valueOf(slot: Slot, said: string, wasAsked: boolean): string | undefined {
  if (slot === 'email') return EMAIL.exec(said)?.[0];
  if (slot === 'phone') return PHONE.exec(said)?.[0].trim();
  if (slot === 'date') return dateIn(said);
  if (slot === 'name') return nameIn(said, wasAsked);
  if (!wasAsked) return undefined;
  if (slot === 'people') return findNumber(said)?.toString();
  if (slot === 'number') return /[\p{L}\d-]*\d[\p{L}\d-]*/u.exec(said)?.[0];
  if (slot === 'address') return /\d/u.test(said) ? said.replace(/[.!]+$/u, '').trim() : undefined;
  return undefined;
}

export function nameIn(said: string, wasAsked: boolean): string | undefined {
  const introduced = NAME_INTRODUCED.exec(said) ?? NAME_INTRODUCED.exec(said.charAt(0).toLowerCase() + said.slice(1));
  if (introduced) return introduced[1]?.trim().replace(/[.,]+$/u, '');
  if (!wasAsked) return undefined;
  const alone = NAME_ALONE.exec(said.trim())?.[1] ?? NAME_UNSPACED.exec(said.trim())?.[1];
  return alone?.replace(/\.$/u, '');
}

const DAYS = new Set(
  'today tomorrow tonight heute ubermorgen demain apres-demain domani dopodomani amanha overmorgen jutro pojutrze noon midday midnight'.split(
    ' ',
  ),
);
/** Only beside the name of a day, or a time. */
const PARTS_OF_DAY = new Set(
  'morning afternoon evening morgen mittag vormittag nachmittag vormittags nachmittags abends mittags midi matin soir manana mediodia tarde noche mezzogiorno mattina pomeriggio sera manha noite meio-dia middag ochtend avond poludnie rano wieczorem am pm h uhr uur oclock heures horas ore hours'.split(
    ' ',
  ),
);

const CALENDAR = namesPattern([...dayWords(), ...monthWords()]);
const MONTHS = namesPattern(monthWords());

/** Without their endings. */
function namesPattern(names: readonly string[]): RegExp {
  const stems = names.map((name) => (name.length > 5 ? name.slice(0, -1) : name));
  return new RegExp(`^(?:${stems.join('|')})[a-z]{0,3}$`, 'u');
}

const TIME =
  /^\d{1,2}(?:[.:h]\d{2})?(?:am|pm|h|uhr)?$|^\d{1,2}(?:st|nd|rd|th|º|°)?$|^\d{1,2}[./-]\d{1,2}(?:[./-]\d{2,4})?$/u;
const JAPANESE = /(?:(?:\d+月)?\d+日|[日月火水木金土]曜日|今日|明日|明後日|午前|午後|\d+時(?:半|\d+分)?)+/u;
/** «March» alone is a name in another language: it needs a day. */
function hasNumberBeside(words: readonly string[], index: number): boolean {
  return words.slice(Math.max(0, index - 2), index + 3).some((word) => /\d/u.test(word));
}

/** The words between «Tuesday» and «ten». */
const MOST_BETWEEN = 2;

/** «Tuesday, March 3rd, at 10 am» of «Tuesday, March 3rd, at 10 am would be good.» Needs the name of a day, or a time of day. */
export function dateIn(said: string): string | undefined {
  const japanese = JAPANESE.exec(said)?.[0];
  if (japanese) return japanese;
  const words = [...said.matchAll(/\S+/gu)].map((found) => ({
    at: found.index,
    text: found[0],
    plain: plain(found[0]),
  }));
  const isNamed = (word: string) => CALENDAR.test(word) || DAYS.has(word);
  const isPart = (word: string) =>
    isNamed(word) || PARTS_OF_DAY.has(word) || TIME.test(word) || (findNumber(word) !== undefined && word.length > 1);
  const first = words.findIndex(
    (word, index) =>
      (isNamed(word.plain) &&
        (!MONTHS.test(word.plain) ||
          hasNumberBeside(
            words.map((one) => one.plain),
            index,
          ))) ||
      /\d[.:]\d{2}|\d(?:am|pm|h)$/u.test(word.plain),
  );
  if (first < 0) return undefined;
  let [start, end] = [first, first];
  for (let next = first - 1; next >= 0 && next >= start - 2; next -= 1)
    if (isPart(words[next]?.plain ?? '')) start = next;
  for (let next = first + 1; next < words.length && next <= end + MOST_BETWEEN; next += 1) {
    if (isPart(words[next]?.plain ?? '')) end = next;
  }
  const [from, to] = [words[start], words[end]];
  return from && to && said.slice(from.at, to.at + to.text.length).replace(/[.,;:!?]+$/u, '');
}
