import * as v from 'valibot';
import type { Input } from '#line/speech-player.ts';
import type { LiveCall } from '#twilio/context/live-call.ts';
import type { RelaySettings } from '#twilio/relay/relay-settings.ts';
import { isLoopback } from '#twilio/wire/formats.ts';

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

/** A frame from the service, or what is wrong with it. */
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
export function setupFrame({ record, context }: LiveCall, sessionId: string, customParameters: Record<string, string>) {
  return {
    type: 'setup',
    sessionId,
    callSid: record.sid,
    parentCallSid: '',
    from: record.from,
    to: record.to,
    forwardedFrom: record.to,
    callerName: '',
    direction: record.direction,
    callType: 'PSTN',
    callStatus: record.answeredAt === undefined ? 'RINGING' : 'IN_PROGRESS',
    accountSid: context.accountSid,
    customParameters,
  };
}

/** A prompt: what the customer said, or has said so far. Its language is told without the region: `en` for `en-US`. */
export function promptFrame(voicePrompt: string, language: string, last: boolean): Record<string, unknown> {
  return { type: 'prompt', voicePrompt, lang: language === 'multi' ? 'en' : language.split('-')[0], last };
}

/** The words after the beginning of the conversation, which may have opened while the customer was speaking. */
export function heardPart(text: string, span: { since: number; from: number; until: number }): string {
  if (span.from <= span.since) return text;
  const missed = (span.from - span.since) / Math.max(span.until - span.since, 1);
  const words = text.split(' ');
  return words.slice(Math.floor(words.length * missed)).join(' ');
}

type SpeechRules = Pick<RelaySettings, 'ignoreBackchannel' | 'reportDuringSpeech'>;

const BACKCHANNEL = /^(?:uh[- ]?huh|mm+[- ]?hm+|mhm|hm+|yeah|yep|okay|ok|right|sure|i see|got it)$/;

/** Whether speech over the assistant interrupts it. */
export function interruptsSpeech(rules: SpeechRules, interruptibleBy: Input | undefined, text: string): boolean {
  return (interruptibleBy === 'any' || interruptibleBy === 'speech') && !isIgnored(rules, text);
}

/** Whether the service gets a prompt for speech over the assistant, which may have interrupted it. */
export function reportsDuringSpeech(rules: SpeechRules, text: string): boolean {
  return ['speech', 'any'].includes(rules.reportDuringSpeech) && !isIgnored(rules, text);
}

/** Whether the text only signals that the customer is listening. */
function isIgnored({ ignoreBackchannel }: SpeechRules, text: string): boolean {
  const plain = text.toLowerCase().replaceAll(/[^a-z\s-]+/g, '');
  return ignoreBackchannel && BACKCHANNEL.test(plain.trim());
}

/** `ended` by the service, `completed` with the call, or failed. */
export type SessionEnd =
  | { status: 'ended'; handoffData: string | undefined }
  | { status: 'completed' }
  | { status: 'failed'; code: number; message: string };

export const socketEnded: SessionEnd = { status: 'failed', code: 64_105, message: 'Websocket ended' };

export const notConnected = (problem: string): SessionEnd => ({
  status: 'failed',
  code: 64_102,
  message: `unable to connect to WebSocket: ${problem}`,
});
