import * as v from 'valibot';
import { isLoopback } from '#infra/local/carrier-simulator/service/callback-url.ts';

const interruptible = v.optional(v.union([v.boolean(), v.picklist(['none', 'dtmf', 'speech', 'any'])]));
const preemptible = v.optional(v.boolean());
const mediaUrl = v.pipe(
  v.string(),
  v.url(),
  v.check((text) => {
    const { protocol, hostname } = new URL(text);
    return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
  }, 'is not https'),
);

const frame = v.variant('type', [
  v.strictObject({
    type: v.literal('text'),
    token: v.string(),
    last: v.boolean(),
    lang: v.optional(v.string()),
    interruptible,
    preemptible,
  }),
  v.strictObject({
    type: v.literal('play'),
    source: mediaUrl,
    loop: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1000))),
    interruptible,
    preemptible,
  }),
  v.strictObject({ type: v.literal('sendDigits'), digits: v.pipe(v.string(), v.regex(/^[\d*#w]+$/)) }),
  v.strictObject({
    type: v.literal('language'),
    ttsLanguage: v.optional(v.string()),
    transcriptionLanguage: v.optional(v.string()),
  }),
  v.strictObject({ type: v.literal('end'), handoffData: v.optional(v.string()) }),
]);
export type AppFrame = v.InferOutput<typeof frame>;

/** A frame from the service, or why it is none. */
export function parseAppFrame(text: string): { frame: AppFrame } | { problem: string } {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { problem: 'not JSON' };
  }
  const result = v.safeParse(frame, json);
  return result.success ? { frame: result.output } : { problem: v.summarize(result.issues) };
}
