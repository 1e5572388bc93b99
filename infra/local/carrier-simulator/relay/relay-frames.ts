import * as v from 'valibot';
import type { RawData } from 'ws';
import type { LiveCall } from '#infra/local/carrier-simulator/call/live-call.ts';
import { isLoopback } from '#infra/local/carrier-simulator/formats.ts';
import type { Input, RelaySettings } from '#infra/local/carrier-simulator/relay/relay-settings.ts';

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

/** The first frame of a conversation. */
export function setupFrame(
  { record, exchange }: LiveCall,
  sessionId: string,
  customParameters: Record<string, string>,
) {
  return {
    type: 'setup',
    sessionId,
    accountSid: exchange.accountSid,
    parentCallSid: '',
    callSid: record.sid,
    from: record.from,
    to: record.to,
    forwardedFrom: null,
    callType: 'PSTN',
    callerName: '',
    direction: record.direction,
    callStatus: record.direction === 'inbound' ? 'RINGING' : 'IN-PROGRESS',
    customParameters,
  };
}

/** What the customer said, or has said so far, as the service hears it. */
export function promptFrame(voicePrompt: string, lang: string, last: boolean): Record<string, unknown> {
  return { type: 'prompt', voicePrompt, lang, last };
}

export function frameText(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8');
  return Buffer.isBuffer(data) ? data.toString('utf8') : Buffer.from(data).toString('utf8');
}

/** The words that fell into the conversation: it may have begun while the customer was speaking. */
export function heardPart(text: string, span: { since: number; from: number; until: number }): string {
  if (span.from <= span.since) return text;
  const missed = (span.from - span.since) / Math.max(span.until - span.since, 1);
  const words = text.split(' ');
  return words.slice(Math.floor(words.length * missed)).join(' ');
}

type Manners = Pick<RelaySettings, 'ignoreBackchannel' | 'reportDuringSpeech'>;

const MURMUR = /^(?:uh[- ]?huh|mm+[- ]?hm+|mhm|hm+|yeah|yep|okay|ok|right|sure|i see|got it)$/;

/** Whether words that are said over the assistant stop it. */
export function stopsSpeech(manners: Manners, stoppedBy: Input | undefined, text: string): boolean {
  return (stoppedBy === 'any' || stoppedBy === 'speech') && !isIgnored(manners, text);
}

/** Whether words that are said over the assistant, and do not stop it, are told to the service. */
export function reportsOver(manners: Manners, text: string): boolean {
  return ['speech', 'any'].includes(manners.reportDuringSpeech) && !isIgnored(manners, text);
}

/** Somebody who only shows that they listen. */
function isIgnored({ ignoreBackchannel }: Manners, text: string): boolean {
  const plain = text.toLowerCase().replaceAll(/[^a-z\s-]+/g, '');
  return ignoreBackchannel && MURMUR.test(plain.trim());
}

/** `ended` by the service, `completed` with the call, or broken. */
export type SessionEnd =
  | { status: 'ended'; handoffData: string | undefined }
  | { status: 'completed' }
  | { status: 'failed'; code: number; message: string };

export const closedByTheService = (code: number): SessionEnd => ({
  status: 'failed',
  code: 64_105,
  message: `WebSocket closed by the application (${code})`,
});

export const neverConnected = (problem: string): SessionEnd => ({
  status: 'failed',
  code: 64_102,
  message: `unable to connect to WebSocket: ${problem}`,
});
