import { expect, it } from 'vitest';
import { dayOfNumber, nextDayOfNumber } from '#shared/campaigns/number-day.ts';

const at = (time: string) => Date.parse(time);

it.each([
  ['Washington', '+12025550100', '2026-06-30T03:59:59Z', '2026-06-29', '2026-06-30T04:00:00Z'],
  ['Washington', '+12025550100', '2026-06-30T04:00:00Z', '2026-06-30', '2026-07-01T04:00:00Z'],
  ['Washington in winter', '+12025550100', '2026-01-10T04:30:00Z', '2026-01-09', '2026-01-10T05:00:00Z'],
  ['Berlin, on the day of 23 hours', '+493012345678', '2026-03-28T23:30:00Z', '2026-03-29', '2026-03-29T22:00:00Z'],
  ['Berlin, on the day of 25 hours', '+493012345678', '2026-10-25T12:00:00Z', '2026-10-25', '2026-10-25T23:00:00Z'],
  ['India', '+911123456789', '2026-06-30T18:29:59Z', '2026-06-30', '2026-06-30T18:30:00Z'],
  ['Nepal', '+97714123456', '2026-06-30T18:14:59Z', '2026-06-30', '2026-06-30T18:15:00Z'],
  // From Saint John's to Pago Pago: the day ends where it ends last.
  ['a toll-free number', '+18005550100', '2026-06-30T10:59:59Z', '2026-06-29', '2026-06-30T11:00:00Z'],
  ['a number without a country', '+870773111222', '2026-06-30T23:59:59Z', '2026-06-30', '2026-07-01T00:00:00Z'],
])('%s %s at %s is in %s, and its next day begins at %s', (_, phoneNumber, now, day, next) => {
  expect(dayOfNumber(phoneNumber, at(now))).toBe(day);
  expect(new Date(nextDayOfNumber(phoneNumber, at(now))).toISOString()).toBe(next.replace('Z', '.000Z'));
});

it('agrees with itself at any time of a year', () => {
  for (const phoneNumber of ['+12025550100', '+493012345678', '+18005550100', '+5511912345678', '+61412345678']) {
    for (let now = at('2026-01-01T00:07:11Z'); now < at('2027-01-01T00:00:00Z'); now += 37 * 3_600_000) {
      const next = nextDayOfNumber(phoneNumber, now);
      expect(next - now).toBeLessThanOrEqual(25 * 3_600_000);
      expect(dayOfNumber(phoneNumber, next - 1)).toBe(dayOfNumber(phoneNumber, now));
      expect(dayOfNumber(phoneNumber, next) > dayOfNumber(phoneNumber, now)).toBe(true);
    }
  }
});
