import { sendSms, type SendSmsDeps } from '#shared/app/send-sms.ts';
import { toSmsRecord } from '#shared/domain/sms/sms-record.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { integer, objectOf, required, text } from '#shared/platform/http/fields.ts';
import { ok } from '#shared/platform/http/http.ts';
import { idempotencyKey, type IdempotencyDeps } from '#shared/platform/http/middlewares/idempotency-key.ts';
import { SmsRecord } from '#shared/http/records/sms-record.ts';
import { messageAnswer } from '#shared/http/records/wire-fields.ts';
import { clock, ids } from '#shared/runtime/clock.ts';
import { idempotency } from '#shared/runtime/idempotency.ts';
import { pause } from '#shared/runtime/pause.ts';
import { phoneNumbers } from '#shared/runtime/phone-numbers.ts';
import { queue } from '#shared/runtime/queue.ts';
import { smsMessages } from '#shared/runtime/sms-messages.ts';
import { timer } from '#shared/runtime/timer.ts';

export const handler = defineEndpoint({
  id: 'sms/send-sms',
  idempotent: idempotencyKey,
  summary: 'Send an SMS',
  answers: { status: 200, body: messageAnswer('SMS sent successfully', SmsRecord) },
  refusals: [
    'from_number_not_found',
    'from_number_not_sms_capable',
    'from_number_expired',
    'invalid_to_number',
    'insufficient_sms_balance',
    'sms_failed',
  ],
  body: objectOf({
    from: required(integer()),
    to: required(text()),
    body: required(text(300)),
  }),
  deps: (): SendSmsDeps & IdempotencyDeps => ({
    messages: smsMessages(),
    phoneNumbers: phoneNumbers(),
    queue: queue(),
    timer: timer(),
    clock: clock(),
    ids: ids(),
    pause,
    idempotency: idempotency(),
  }),
  handle: async ({ userId, body: { from, to, body }, reservation }, deps) => {
    const sms = await sendSms({ userId, phoneNumberId: from, to, body, reservation }, deps);
    return ok({ message: 'SMS sent successfully' as const, data: toSmsRecord(sms) });
  },
});
