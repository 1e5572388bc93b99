import * as v from 'valibot';
import { callStatuses } from '#shared/calls/call.ts';
import { makeCall, type MakeCallDeps } from '#shared/calls/make-call.ts';
import { assistants, calls, idempotency, phoneNumbers, queue, timer, wallets } from '#shared/container.ts';
import { clock } from '#shared/platform/clock.ts';
import { environment } from '#shared/platform/environment.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { integer, objectOf, optional, required, smallKeyValues, text } from '#shared/platform/http/fields.ts';
import { ok } from '#shared/platform/http/http.ts';
import { idempotencyKey, type IdempotencyDeps } from '#shared/platform/http/middlewares/idempotency-key.ts';
import { recordId } from '#shared/platform/http/record-fields.ts';
import { ids } from '#shared/platform/ids.ts';
import { metrics } from '#shared/platform/observability/telemetry.ts';

export const handler = defineEndpoint({
  id: 'calls/make-call',
  idempotent: idempotencyKey,
  summary: 'Make a phone call',
  answers: {
    status: 200,
    body: v.strictObject({
      message: v.literal('Call initiated successfully'),
      call_id: recordId(),
      status: v.picklist(callStatuses),
      data: v.strictObject({}),
    }),
  },
  refusals: ['invalid_phone_number', 'assistant_not_found', 'insufficient_balance'],
  body: objectOf({
    phone_number: required(text()),
    assistant_id: required(integer()),
    variables: optional(smallKeyValues()),
  }),
  deps: (): MakeCallDeps & IdempotencyDeps => ({
    assistants: assistants(),
    phoneNumbers: phoneNumbers(),
    wallets: wallets(),
    calls: calls(),
    queue: queue(),
    timer: timer(),
    clock: clock(),
    ids: ids(),
    metrics,
    hasSpeechModel: environment.realtimeProjectId() !== undefined,
    idempotency: idempotency(),
  }),
  handle: async ({ userId, body, reservation }, deps) => {
    const { phone_number: phoneNumber, assistant_id: assistantId, variables } = body;
    const call = await makeCall({ userId, phoneNumber, assistantId, variables: variables ?? {}, reservation }, deps);
    return ok({ message: 'Call initiated successfully', call_id: call.id, status: call.status, data: {} });
  },
});
