import * as v from 'valibot';
import type { AnsweredBy } from '#shared/calls/call-items.ts';
import type { ReportedStatus } from '#shared/calls/carrier.ts';
import type { MessageReport } from '#shared/sms/message-carrier.ts';

/** https://www.twilio.com/docs/voice/api/call-resource#call-status-values */
export const callStatus = oneOf<ReportedStatus>({
  queued: 'initiated',
  initiated: 'initiated',
  ringing: 'ringing',
  'in-progress': 'in-progress',
  completed: 'ended',
  busy: 'busy',
  failed: 'failed',
  'no-answer': 'no-answer',
  canceled: 'cancelled',
});

/** Sent ones: https://www.twilio.com/docs/messaging/api/message-resource#message-status-values */
export const messageStatus = oneOf<MessageReport>({
  accepted: 'sent',
  scheduled: 'sent',
  queued: 'sent',
  sending: 'sent',
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  partially_delivered: 'delivered',
  undelivered: 'undelivered',
  failed: 'undelivered',
  canceled: 'undelivered',
});

/** `machine_start`, all `machine_end…`, and `fax`: https://www.twilio.com/docs/voice/answering-machine-detection */
export const answeredBy = v.pipe(v.string(), v.transform(toAnsweredBy));

function toAnsweredBy(verdict: string): AnsweredBy {
  if (verdict === 'human') return 'human';
  return verdict.startsWith('machine') || verdict === 'fax' ? 'machine' : 'unknown';
}

function oneOf<Ours>(words: Record<string, Ours>) {
  const ours = new Map(Object.entries(words));
  const read = v.pipe(
    v.string(),
    v.transform((word) => ours.get(word)),
  );
  return v.nonOptional(read);
}
