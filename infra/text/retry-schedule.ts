import { markdownTable } from '#infra/text/markdown-table.ts';
import { MAX_ATTEMPTS, retryDelays, RETRIES_LAST_MS, JITTER } from '#shared/webhooks/retry-schedule.ts';

const DAY = 86_400_000;
const WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];
const inWords = (count: number) => WORDS[count] ?? String(count);

/** `ten` */
export const attemptsInWords = inWords(MAX_ATTEMPTS);

/** `three days`: how long a receiver may be down. */
export const retriesLastInWords = inWordsOfDays(Math.round(RETRIES_LAST_MS / DAY));

function inWordsOfDays(days: number): string {
  if (days < 1) return 'a day';
  return days === 1 ? 'one day' : `${inWords(days)} days`;
}

/** What follows from the answers of a receiver, for the page of webhooks. */
export function attemptsTable(): string {
  const delays = retryDelays.map(shortTime).join(', ');
  return markdownTable(
    ['your answer', 'what follows'],
    [
      ['2xx within 15 s', 'delivered; the call keeps the first 2 KB of the answer as `webhook_response`'],
      ['410', 'the service deactivates the webhook of the assistant'],
      [
        'anything else, a redirect, a broken answer',
        `retry after ${delays} (±${JITTER * 100} %), or later if \`Retry-After\` says so`,
      ],
      [`no success in ${attemptsInWords} attempts`, 'the service keeps the delivery as `exhausted`, and tries no more'],
    ],
  );
}

function shortTime(ms: number): string {
  if (ms < 60_000) return `${ms / 1000} s`;
  return ms < 3_600_000 ? `${ms / 60_000} m` : `${ms / 3_600_000} h`;
}
