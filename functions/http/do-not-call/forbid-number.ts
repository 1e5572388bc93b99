import { blacklistNumber, type BlacklistNumberDeps } from '#shared/app/blacklist-number.ts';
import { toDoNotCallRecord } from '#shared/domain/do-not-call/do-not-call-record.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { objectOf, optional, phoneNumber, required, text } from '#shared/platform/http/fields.ts';
import { ok } from '#shared/platform/http/http.ts';
import { DoNotCallRecord } from '#shared/http/records/do-not-call-record.ts';
import { messageAnswer } from '#shared/http/records/wire-fields.ts';
import { clock } from '#shared/runtime/clock.ts';
import { doNotCall } from '#shared/runtime/do-not-call.ts';
import { leads } from '#shared/runtime/leads.ts';
import { queue } from '#shared/runtime/queue.ts';

const message = 'Number added to the do-not-call list';

export const handler = defineEndpoint({
  id: 'do-not-call/forbid-number',
  summary: 'Add a number to the do-not-call list',
  answers: { status: 200, body: messageAnswer(message, DoNotCallRecord) },
  body: objectOf({ phone_number: required(phoneNumber()), reason: optional(text(255)) }),
  deps: (): BlacklistNumberDeps => ({ doNotCall: doNotCall(), leads: leads(), queue: queue(), clock: clock() }),
  handle: async ({ userId, body }, deps) => {
    const reason = body.reason ?? null;
    const entry = await blacklistNumber({ userId, phoneNumber: body.phone_number, source: 'api', reason }, deps);
    return ok({ message, data: toDoNotCallRecord(entry) });
  },
});
