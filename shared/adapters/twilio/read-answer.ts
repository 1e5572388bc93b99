import * as v from 'valibot';
import type { TwilioAnswer } from '#shared/adapters/twilio/twilio-api.ts';

/** What became of a request that must not be made twice. */
export type Outcome<Accepted> =
  | ({ kind: 'accepted' } & Accepted)
  | { kind: 'refused'; code: number; reason: string }
  | { kind: 'retry'; afterSeconds: number; reason: string }
  | { kind: 'unknown'; reason: string };

type Answered = Extract<TwilioAnswer, { kind: 'answered' }>;

/** 22005: over 24 h of calls wait at Twilio. 21611: the sender has too many messages waiting. */
const fullQueues = [22005, 21611];

const ErrorBody = v.object({ code: v.number(), message: v.string() });

/** Only what Twilio says it never took is tried again; a lost answer and a 5xx may both hide a request that got through. */
export function readOutcome<Accepted>(
  answer: TwilioAnswer,
  accept: (body: unknown) => Accepted | undefined,
): Outcome<Accepted> {
  if (answer.kind !== 'answered') {
    const { kind, reason } = answer;
    return kind === 'unsent' ? { kind: 'retry', afterSeconds: 5, reason } : { kind: 'unknown', reason };
  }
  const { status, body } = answer;
  if (status === 201 || status === 200) {
    const accepted = accept(body);
    return accepted ? { kind: 'accepted', ...accepted } : { kind: 'unknown', reason: 'the answer does not parse' };
  }
  const { code, message } = errorOf(body);
  if (status === 429 || fullQueues.includes(code)) {
    return { kind: 'retry', afterSeconds: answer.retryAfterSeconds ?? 1, reason: `${code} ${message}` };
  }
  if (status >= 500) return { kind: 'unknown', reason: `status ${status}` };
  return { kind: 'refused', code, reason: message };
}

export function errorOf(body: unknown): { code: number; message: string } {
  return v.is(ErrorBody, body) ? body : { code: 0, message: 'no error body' };
}

/** @throws when no answer came */
export function expectAnswer(answer: TwilioAnswer): Answered {
  if (answer.kind === 'answered') return answer;
  throw new Error(`Twilio did not answer: ${answer.reason}`);
}

/** @throws when the answer is no success */
export function expectSuccess({ status, body }: Answered): unknown {
  if (status >= 200 && status < 300) return body;
  const { code, message } = errorOf(body);
  throw new Error(`Twilio answered ${status}: ${code} ${message}`);
}
