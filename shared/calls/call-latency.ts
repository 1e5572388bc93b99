import * as v from 'valibot';
import { wholeNumber } from '#shared/platform/http/record-fields.ts';

const Percentiles = (description: string, p50: number, p95: number) =>
  v.pipe(v.strictObject({ p50: wholeNumber(p50), p95: wholeNumber(p95) }), v.description(description));

/** In milliseconds: as stored, and as the API shows it. */
export const CallLatency = v.pipe(
  v.strictObject({
    turns: v.pipe(wholeNumber(6), v.description('The number of answers that were measured.')),
    model_asked: Percentiles('The time from the arrival of the customer’s words to the request to the model.', 25, 40),
    first_token: Percentiles(
      'The time from the arrival of the customer’s words to the first token of the model.',
      420,
      780,
    ),
    first_text: Percentiles(
      'The time from the arrival of the customer’s words to the first text that is sent to the voice.',
      460,
      830,
    ),
    voice: v.pipe(
      v.nullable(Percentiles('The time from the arrival of the customer’s words to the voice.', 790, 1160)),
      v.description('The value is null if the carrier does not report playback.'),
    ),
    mouth_to_ear: Percentiles(
      'The time from the last word of the customer to the voice. The wait for the end of speech is taken from the settings. A voice that the carrier does not report counts as 400 ms.',
      1390,
      1760,
    ),
  }),
  v.title('CallLatency'),
  v.description(
    'The latency of the answers, in milliseconds. It is null while the call is open, and if no answer was measured, as in multimodal mode.',
  ),
);
export type CallLatency = v.InferOutput<typeof CallLatency>;

/** In the order in which they are stored. */
const fields = ['model_asked', 'first_token', 'first_text', 'voice', 'mouth_to_ear'] as const;

/** `6 25/40 420/780 …`: 60 bytes instead of 250, so that the head stays below 1 KB, one write unit. */
export function writeLatency(latency: CallLatency | null): string | undefined {
  if (!latency) return undefined;
  const parts = fields.map((field) => latency[field]).map((value) => (value ? `${value.p50}/${value.p95}` : '-'));
  return [latency.turns, ...parts].join(' ');
}

export function parseLatency(stored: string | undefined): CallLatency | null {
  if (stored === undefined) return null;
  const [turns = '0', ...parts] = stored.split(' ');
  const [asked, token, text, voice, ear] = parts.map((part) => part.split('/').map(Number));
  const of = ([p50 = 0, p95 = 0]: number[] = []) => ({ p50, p95 });
  return {
    turns: Number(turns),
    model_asked: of(asked),
    first_token: of(token),
    first_text: of(text),
    voice: voice?.length === 2 ? of(voice) : null,
    mouth_to_ear: of(ear),
  };
}
