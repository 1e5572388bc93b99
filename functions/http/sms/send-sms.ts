import {
  destinations,
  doNotCallCheck,
  idempotency,
  phoneNumbers,
  queue,
  smsLimits,
  smsMessages,
  timer,
} from '#shared/container.ts';
import { clock, pause } from '#shared/platform/clock.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { objectOf, otherNameOf, reference, renaming, required, text } from '#shared/platform/http/fields.ts';
import { ok } from '#shared/platform/http/http.ts';
import { idempotencyKey, type IdempotencyDeps } from '#shared/platform/http/middlewares/idempotency-key.ts';
import { messageAnswer } from '#shared/platform/http/record-fields.ts';
import { ids } from '#shared/platform/ids.ts';
import { logger } from '#shared/platform/observability/telemetry.ts';
import { sendSms, smsRefusals, type SendSmsDeps } from '#shared/sms/accept-sms.ts';
import { SmsRecord, toSmsRecord } from '#shared/sms/sms-api.ts';

export const handler = defineEndpoint({
  id: 'sms/send-sms',
  scope: 'sms',
  idempotent: idempotencyKey,
  summary: 'Send an SMS',
  answers: { status: 200, body: messageAnswer('SMS sent successfully', SmsRecord) },
  refusals: smsRefusals,
  body: renaming(
    'message',
    'body',
    objectOf({
      from: required(reference()),
      to: required(text()),
      body: required(text(300)),
      message: otherNameOf('body', { type: 'string', maxLength: 300 }),
    }),
  ),
  deps: (): SendSmsDeps & IdempotencyDeps => ({
    messages: smsMessages(),
    phoneNumbers: phoneNumbers(),
    queue: queue(),
    timer: timer(),
    clock: clock(),
    ids: ids(),
    logger,
    pause,
    limits: smsLimits(),
    doNotCall: doNotCallCheck(),
    destinations: destinations(),
    idempotency: idempotency(),
  }),
  handle: async ({ userId, body: { from, to, body }, reservation }, deps) => {
    const sms = await sendSms({ userId, phoneNumberId: from, to, body, reservation }, deps);
    return ok({ message: 'SMS sent successfully' as const, data: toSmsRecord(sms) });
  },
});
