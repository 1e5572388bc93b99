import { makeCall, type MakeCallDeps } from '#shared/app/make-call.ts';
import { defineEndpoint } from '#shared/http/define-endpoint.ts';
import { integer, objectOf, optional, required, smallKeyValues, text } from '#shared/http/fields.ts';
import { ok } from '#shared/http/http-response.ts';
import { assistants } from '#shared/runtime/assistants.ts';
import { calls } from '#shared/runtime/calls.ts';
import { clock, ids } from '#shared/runtime/clock.ts';
import { phoneNumbers } from '#shared/runtime/phone-numbers.ts';
import { queue } from '#shared/runtime/queue.ts';
import { timer } from '#shared/runtime/timer.ts';
import { wallets } from '#shared/runtime/wallets.ts';

export const handler = defineEndpoint({
  id: 'calls/make-call',
  body: objectOf({
    phone_number: required(text()),
    assistant_id: required(integer()),
    variables: optional(smallKeyValues()),
  }),
  deps: (): MakeCallDeps => ({
    assistants: assistants(),
    phoneNumbers: phoneNumbers(),
    wallets: wallets(),
    calls: calls(),
    queue: queue(),
    timer: timer(),
    clock: clock(),
    ids: ids(),
  }),
  handle: async ({ userId, body }, deps) => {
    const call = await makeCall(
      {
        userId,
        phoneNumber: body.phone_number,
        assistantId: body.assistant_id,
        variables: body.variables ?? {},
      },
      deps,
    );
    return ok({ message: 'Call initiated successfully', call_id: call.id, status: call.status, data: {} });
  },
});
