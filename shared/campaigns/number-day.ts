import { zonesOfNumber } from '#shared/campaigns/zones-of-number.ts';

const QUARTER_MS = 15 * 60_000;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  // The Swedish form sorts as text: `2026-11-27 09:15:00`.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  formats.set(timeZone, format);
  return format;
}

/** The date where the number is, as `2026-11-27`. Of several possible zones the one where the day ends last, without one UTC. */
export function dayOfNumber(phoneNumber: string, now: number): string {
  const zones = zonesOfNumber(phoneNumber);
  const [earliest = ''] = (zones.length > 0 ? zones : ['UTC']).map((zone) => formatOf(zone).format(now)).toSorted();
  return earliest.slice(0, 10);
}

/** The first moment of the number's next day, in epoch milliseconds: days begin at a quarter of an hour. */
export function nextDayOfNumber(phoneNumber: string, now: number): number {
  const today = dayOfNumber(phoneNumber, now);
  let at = now - (now % QUARTER_MS) + QUARTER_MS;
  while (dayOfNumber(phoneNumber, at) === today) at += QUARTER_MS;
  return at;
}
