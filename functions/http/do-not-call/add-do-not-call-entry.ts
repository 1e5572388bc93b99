import { closeWaitingLeads, listedNumbers } from '#shared/container.ts';
import { DoNotCallRecord, toDoNotCallRecord } from '#shared/do-not-call/do-not-call-api.ts';
import { addToDoNotCall, type AddToDoNotCallDeps } from '#shared/do-not-call/do-not-call.ts';
import { clock } from '#shared/platform/clock.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { objectOf, optional, phoneNumber, required, text } from '#shared/platform/http/fields.ts';
import { ok } from '#shared/platform/http/http.ts';
import { messageAnswer } from '#shared/platform/http/record-fields.ts';

const message = 'Number added to the do-not-call list';

export const handler = defineEndpoint({
  id: 'do-not-call/add-do-not-call-entry',
  scope: 'calls',
  summary: 'Add a number to the do-not-call list',
  answers: { status: 200, body: messageAnswer(message, DoNotCallRecord) },
  body: objectOf({ phone_number: required(phoneNumber()), reason: optional(text(255)) }),
  deps: (): AddToDoNotCallDeps => ({
    doNotCall: listedNumbers(),
    closeWaitingLeads: closeWaitingLeads(),
    clock: clock(),
  }),
  handle: async ({ userId, body }, deps) => {
    const reason = body.reason ?? null;
    const entry = await addToDoNotCall({ userId, phoneNumber: body.phone_number, source: 'api', reason }, deps);
    return ok({ message, data: toDoNotCallRecord(entry) });
  },
});
