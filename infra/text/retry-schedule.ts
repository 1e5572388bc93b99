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

/** The effect of a receiver's answer, for the page of webhooks. */
export function attemptsTable(): string {
  const delays = retryDelays.map(shortTime).join(', ');
  return markdownTable(
    ['your answer', 'effect'],
    [
      [
        '2xx within 15 s',
        'the delivery is `delivered`, and the call keeps the first 2 KB of the answer as `webhook_response`',
      ],
      ['410', 'the service deactivates the webhook of the assistant'],
      [
        'anything else, a redirect, a broken answer',
        `the service tries again after ${delays} (±${JITTER * 100} %), or later if \`Retry-After\` asks for it`,
      ],
      [`no success in ${attemptsInWords} attempts`, 'the delivery is `exhausted`, and the service stops trying'],
    ],
  );
}

function shortTime(ms: number): string {
  if (ms < 60_000) return `${ms / 1000} s`;
  return ms < 3_600_000 ? `${ms / 60_000} m` : `${ms / 3_600_000} h`;
}
