import { zonesOfNumber } from '#shared/catalog/zones-of-number.ts';
import { callingMoment, type CallingMoment, type DailyHours } from '#shared/domain/campaign/calling-hours.ts';
import type { Campaign } from '#shared/domain/campaign/campaign.ts';

/**
 * Whether a number may be called now for a campaign, by the clock of whoever has the number: where it names several zones,
 * by all of their clocks; where it names none, by that of the campaign.
 */
export function whenToCall(phoneNumber: string, campaign: Campaign, floor: DailyHours, now: number): CallingMoment {
  const told = zonesOfNumber(phoneNumber);
  return callingMoment({ zones: told.length > 0 ? told : [campaign.timezone], rules: campaign, floor, now });
}
