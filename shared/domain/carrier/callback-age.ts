import { recordIdTime } from '#shared/domain/ids/record-id.ts';

/** Carriers deliver within seconds and retry for minutes at most; what is older was kept by somebody to be played again. */
const MAX_EVENT_AGE_MS = 5 * 60_000;
/** The longest call takes 20 minutes; its recording is there some minutes later. */
const MAX_CALL_AGE_MS = 24 * 3_600_000;

/**
 * Whether a signed callback is too old to be believed.
 * @param recordId of the call or message that it is about; undefined where it does not name one
 * @param eventTime the carrier's own time of the event, epoch ms; undefined where the callback carries none
 */
export function isStaleCallback(recordId: number | undefined, eventTime: number | undefined, now: number): boolean {
  if (recordId !== undefined && now - recordIdTime(recordId) > MAX_CALL_AGE_MS) return true;
  return eventTime !== undefined && Math.abs(now - eventTime) > MAX_EVENT_AGE_MS;
}
