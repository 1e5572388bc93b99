import { AcceptedCall, toAcceptedCallData } from '#shared/call-life/call-api.ts';
import { callRefusals, makeCall, type MakeCallDeps } from '#shared/call-life/make-call.ts';
import { modelHeaders } from '#shared/catalog/models.ts';
import { idempotency, makeCallDeps } from '#shared/container.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import {
  boolean,
  reference,
  integerBetween,
  objectOf,
  optional,
  required,
  smallKeyValues,
  text,
} from '#shared/platform/http/fields.ts';
import { ok } from '#shared/platform/http/http.ts';
import { idempotencyKey, type IdempotencyDeps } from '#shared/platform/http/middlewares/idempotency-key.ts';

export const handler = defineEndpoint({
  id: 'calls/make-call',
  scope: 'calls',
  idempotent: idempotencyKey,
  summary: 'Make a phone call',
  namesModel: true,
  answers: { status: 200, body: AcceptedCall },
  refusals: callRefusals,
  body: objectOf({
    phone_number: required(text()),
    assistant_id: required(reference()),
    variables: optional(smallKeyValues()),
    expires_in_seconds: optional(integerBetween(60, 86_400)),
    allow_parallel: optional(boolean()),
  }),
  deps: (): MakeCallDeps & IdempotencyDeps => ({ ...makeCallDeps(), idempotency: idempotency() }),
  handle: async ({ userId, body, reservation }, deps) => {
    const { call, wait, missingVariables, speakingModel, isRepeated } = await makeCall(
      {
        userId,
        phoneNumber: body.phone_number,
        assistantId: body.assistant_id,
        variables: body.variables ?? {},
        expiresInSeconds: body.expires_in_seconds ?? undefined,
        allowsParallel: body.allow_parallel ?? false,
        reservation,
      },
      deps,
    );
    const data = toAcceptedCallData(wait, missingVariables);
    const answer = ok({ message: 'Call initiated successfully', call_id: call.id, status: call.status, data });
    return {
      ...answer,
      headers: { ...modelHeaders(speakingModel), ...(isRepeated && { 'idempotent-replayed': 'true' }) },
    };
  },
});
