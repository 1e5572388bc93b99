import * as v from 'valibot';
import { doNotCall } from '#shared/container.ts';
import { removeFromDoNotCall, type RemoveFromDoNotCallDeps } from '#shared/do-not-call/do-not-call.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { ok } from '#shared/platform/http/http.ts';

const message = 'Number removed from the do-not-call list';

export const handler = defineEndpoint({
  id: 'do-not-call/remove-do-not-call-entry',
  scope: 'calls',
  summary: 'Remove a number from the do-not-call list',
  answers: { status: 200, body: v.strictObject({ message: v.literal(message) }) },
  refusals: ['phone_number_not_found'],
  pathNumber: true,
  deps: (): RemoveFromDoNotCallDeps => ({ doNotCall: doNotCall() }),
  handle: async ({ userId, phoneNumber }, deps) => {
    await removeFromDoNotCall({ userId, phoneNumber }, deps);
    return ok({ message });
  },
});
