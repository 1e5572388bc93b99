import type { MessageRequest } from '#infra/local/carrier-simulator/message/message-center.ts';
import { messageParameters } from './message-parameter-rules.ts';
import { isE164, readForm, type Report } from './read-form.ts';
import { RestError } from './rest-error.ts';

/** Senders that the carrier's own test credentials refuse. */
const refusedFrom: Record<string, number> = {
  '+15005550000': 21_606,
  '+15005550001': 21_212,
  '+15005550007': 21_606,
};

/** The message of a request to send, refused as the carrier refuses it. */
export function readMessageParameters(form: URLSearchParams, report: Report): MessageRequest {
  const parameters = readForm(form, messageParameters, report);
  const valueOf = (name: string) => parameters[name]?.[0] ?? '';
  const [to, from, body, statusCallback] = ['To', 'From', 'Body', 'StatusCallback'].map(valueOf);
  checkTo(to ?? '');
  checkFrom(from ?? '', to ?? '');
  if (!body) throw new RestError(400, 21_602, 'Message body is required.');
  return { to: to ?? '', from: from ?? '', body, ...(statusCallback ? { statusCallback } : {}) };
}

function checkTo(to: string): void {
  if (to === '') throw new RestError(400, 21_604, "A 'To' phone number is required.");
  if (!isE164(to)) throw new RestError(400, 21_211, `Invalid 'To' Phone Number: ${to}`);
}

function checkFrom(from: string, to: string): void {
  if (from === '') throw new RestError(400, 21_603, "A 'From' phone number is required.");
  if (!isE164(from)) throw new RestError(400, 21_212, `Invalid From Number: ${from}`);
  const code = refusedFrom[from];
  if (code) throw new RestError(400, code, `The 'From' number ${from} is not yours, or cannot send messages.`);
  if (from === to) throw new RestError(400, 21_266, "'To' and 'From' number cannot be the same");
}
