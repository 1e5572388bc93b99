import { parseDailyHours, type DailyHours } from '#shared/domain/campaign/calling-hours.ts';
import { environment } from '#shared/runtime/environment.ts';

/** When people may be called at all, in their own time. */
export function callingHours(): DailyHours {
  return parseDailyHours(environment.dialing().CALLING_HOURS);
}
