import { plain } from '#shared/integrations/rehearsal/plain-words.ts';

/** 0 is Sunday. */
const ALL = [0, 1, 2, 3, 4, 5, 6] as const;
const EVERY_DAY =
  /\b(every day|daily|taglich|jeden tag|tous les jours|todos los dias|ogni giorno|tutti i giorni|todos os dias|elke dag|dagelijks|codziennie|seven days)\b/u;
const WORKING_DAYS =
  /\b(weekdays?|wochentags|werktags|en semaine|entre semana|giorni feriali|dias uteis|doordeweeks|dni robocze)\b/u;
const WEEKEND = /\b(weekends?|wochenende|week end|fin de semana|fine settimana|fim de semana|weekendy?)\b/u;
const RANGE = /^(?:\s*(?:s|to|till|until|through|thru|bis|a|al|au|ate|tot|en|met|t m|do|di|dal|ao|feira)\b)*\s*$/u;

const namesOf = new Map<string, string[]>();

/** The beginnings of the names of days: `samstag` is in `samstags`, `środ` in `środę`. */
function dayNames(iso2: string): string[] {
  const known = namesOf.get(iso2);
  if (known) return known;
  const format = new Intl.DateTimeFormat(iso2, { weekday: 'long', timeZone: 'UTC' });
  // 4 January 1970 was a Sunday.
  const names = ALL.map((day) => plain(format.format(Date.UTC(1970, 0, 4 + day))).split(' ')[0] ?? '');
  const stems = names.map((name) => stemOf(name, iso2));
  namesOf.set(iso2, stems);
  return stems;
}

/** The days that a text names, and those of ranges such as «Monday to Friday». */
export function daysIn(text: string, languages: readonly string[]): ReadonlySet<number> {
  const words = plain(text);
  const days = new Set<number>();
  if (EVERY_DAY.test(words)) for (const day of ALL) days.add(day);
  if (WORKING_DAYS.test(words)) for (const day of [1, 2, 3, 4, 5]) days.add(day);
  if (WEEKEND.test(words)) for (const day of [6, 0]) days.add(day);
  for (const language of languages) addNamed(words, dayNames(language), /[-–—]/u.test(text), days);
  return days;
}

function addNamed(words: string, names: readonly string[], hasDash: boolean, days: Set<number>): void {
  const pattern = new RegExp(`(?:^|(?<= ))(${names.join('|')})\\p{L}*`, 'gu');
  let last: { day: number; end: number } | undefined;
  for (const found of words.matchAll(pattern)) {
    const day = names.indexOf(found[1] ?? '');
    const between = last ? words.slice(last.end, found.index) : '';
    const isRange = last && RANGE.test(between) && (between.trim() !== '' || hasDash);
    if (last && isRange) for (let next = last.day; next !== day; next = (next + 1) % 7) days.add(next);
    days.add(day);
    last = { day, end: found.index + found[0].length };
  }
}

function stemOf(name: string, iso2: string): string {
  if (iso2 === 'pt') return name;
  const endings = iso2 === 'pl' && name.length > 5 ? 2 : 1;
  return name.slice(0, Math.max(4, name.length - endings));
}
