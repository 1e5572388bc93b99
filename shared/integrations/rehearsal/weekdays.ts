import { dayNames, shortDays } from '#shared/integrations/rehearsal/languages/calendar.ts';
import { patternOf, plain } from '#shared/integrations/rehearsal/plain-words.ts';

/** 0 is Sunday. */
const ALL = [0, 1, 2, 3, 4, 5, 6] as const;
const EVERY_DAY =
  /\b(every day|daily|taglich|jeden tag|tous les jours|todos los dias|ogni giorno|tutti i giorni|todos os dias|elke dag|dagelijks|codziennie|seven days)\b/u;
const WORKING_DAYS =
  /\b(weekdays?|wochentags|werktags|en semaine|entre semana|giorni feriali|dias uteis|doordeweeks|dni robocze)\b/u;
const WEEKEND = /\b(weekends?|wochenende|week end|fin de semana|fine settimana|fim de semana|weekendy?)\b/u;
const RANGE = /^(?:\s*(?:s|to|till|until|through|thru|bis|a|al|au|ate|tot|en|met|t m|do|di|dal|ao|feira)\b)*\s*$/u;

/** The beginnings of the names: `samstag` is in `samstags`, `srod` in `środę`. */
function stemsOf(iso2: string): string[] {
  return dayNames(iso2).map((name) => stemOf(name, iso2));
}

/** The days that a text names, and those of ranges such as «Monday to Friday». */
export function daysIn(text: string, languages: readonly string[]): ReadonlySet<number> {
  const words = plain(text);
  const days = new Set<number>();
  if (EVERY_DAY.test(words)) for (const day of ALL) days.add(day);
  if (WORKING_DAYS.test(words)) for (const day of [1, 2, 3, 4, 5]) days.add(day);
  if (WEEKEND.test(words)) for (const day of [6, 0]) days.add(day);
  addShort(text.toLowerCase(), days);
  for (const language of languages) addNamed(words, stemsOf(language), /[-–—]/u.test(text), days);
  return days;
}

/** «Mo–Fr 8–12, Sa 9–11» */
function addShort(text: string, days: Set<number>): void {
  for (const [, from = '', to = ''] of text.matchAll(SHORT_RANGE)) {
    const names = shortDays.find((short) => short.includes(from) && short.includes(to));
    if (!names) continue;
    addRange(names.indexOf(from), names.indexOf(to), days);
    for (const [, day = ''] of text.matchAll(SHORT_DAY)) if (names.includes(day)) days.add(names.indexOf(day));
  }
}

function addRange(from: number, to: number, days: Set<number>): void {
  for (let day = from; day !== to; day = (day + 1) % ALL.length) days.add(day);
  days.add(to);
}

const SHORT_RANGE = /(?<!\p{L})(\p{L}{1,3})\.?\s*[-–—]\s*(\p{L}{1,3})(?!\p{L})/gu;
const SHORT_DAY = /(?<!\p{L})(\p{L}{2,3})\.?:?\s*\d/gu;

function addNamed(words: string, names: readonly string[], hasDash: boolean, days: Set<number>): void {
  if (names.length === 0) return;
  const pattern = patternOf(`(?:^|(?<= ))(${names.join('|')})\\p{L}*`, 'gu');
  let last: { day: number; end: number } | undefined;
  for (const found of words.matchAll(pattern)) {
    const day = names.indexOf(found[1] ?? '');
    const between = last ? words.slice(last.end, found.index) : '';
    const isRange = last && RANGE.test(between) && (between.trim() !== '' || hasDash);
    addRange(last && isRange ? last.day : day, day, days);
    last = { day, end: found.index + found[0].length };
  }
}

function stemOf(name: string, iso2: string): string {
  if (iso2 === 'pt') return name;
  const endings = iso2 === 'pl' && name.length > 5 ? 2 : 1;
  return name.slice(0, Math.max(4, name.length - endings));
}
