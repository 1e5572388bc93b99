import * as v from 'valibot';
import { callStatuses } from '#shared/calls/call.ts';
import { makeCall, type MakeCallDeps } from '#shared/calls/make-call.ts';
import {
  assistants,
  calls,
  dialQueue,
  idempotency,
  phoneNumbers,
  queue,
  waitingCallsPerUser,
  wallets,
} from '#shared/container.ts';
import { clock } from '#shared/platform/clock.ts';
import { environment } from '#shared/platform/environment.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import {
  integer,
  integerBetween,
  objectOf,
  optional,
  required,
  smallKeyValues,
  text,
} from '#shared/platform/http/fields.ts';
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
      data: v.strictObject({
        /** Set if the call has to wait for the carrier: its place among the waiting calls, and the seconds until it is dialled. */
        queue_position: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
        estimated_seconds: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
      }),
    }),
  },
  refusals: ['invalid_phone_number', 'assistant_not_found', 'insufficient_balance', 'too_many_waiting'],
  body: objectOf({
    phone_number: required(text()),
    assistant_id: required(integer()),
    variables: optional(smallKeyValues()),
    expires_in_seconds: optional(integerBetween(60, 86_400)),
  }),
  deps: (): MakeCallDeps & IdempotencyDeps => ({
    assistants: assistants(),
    phoneNumbers: phoneNumbers(),
    wallets: wallets(),
    calls: calls(),
    dialQueue: dialQueue(),
    waitingCallsPerUser: waitingCallsPerUser(),
    queue: queue(),
    clock: clock(),
    ids: ids(),
    metrics,
    hasSpeechModel: environment.realtimeProjectId() !== undefined,
    idempotency: idempotency(),
  }),
  handle: async ({ userId, body, reservation }, deps) => {
    const { phone_number: phoneNumber, assistant_id: assistantId, variables } = body;
    const expiresInSeconds = body.expires_in_seconds ?? undefined;
    const { call, wait } = await makeCall(
      { userId, phoneNumber, assistantId, variables: variables ?? {}, expiresInSeconds, reservation },
      deps,
    );
    const data = wait ? { queue_position: wait.queuePosition, estimated_seconds: wait.estimatedSeconds } : {};
    return ok({ message: 'Call initiated successfully', call_id: call.id, status: call.status, data });
  },
});
