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

/** The effects of a receiver's answers, for the page of webhooks. */
export function attemptsTable(): string {
  const delays = retryDelays.map(shortTime).join(', ');
  return markdownTable(
    ['your answer', 'effect'],
    [
      [
        '2xx within 15 s',
        'The webhook is delivered. The call keeps the first 2 KB of the answer as `webhook_response`.',
      ],
      ['410', 'The service switches off the webhook of the assistant.'],
      [
        'any other answer, a redirect, or a broken answer',
        `The service tries again after ${delays} (±${JITTER * 100} %), or later if \`Retry-After\` asks for it.`,
      ],
      [
        `no success in ${attemptsInWords} attempts`,
        'The service keeps the delivery as `exhausted`, and makes no more attempts.',
      ],
    ],
  );
}

function shortTime(ms: number): string {
  if (ms < 60_000) return `${ms / 1000} s`;
  return ms < 3_600_000 ? `${ms / 60_000} m` : `${ms / 3_600_000} h`;
}
