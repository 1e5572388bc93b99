import { getCall, type GetCallDeps } from '#shared/app/get-call.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { ok } from '#shared/platform/http/http.ts';
import { CallRecord } from '#shared/http/records/call-record.ts';
import { calls } from '#shared/runtime/calls.ts';
import { clock } from '#shared/runtime/clock.ts';
import { recordingTerms } from '#shared/runtime/recording-terms.ts';

export const handler = defineEndpoint({
  id: 'calls/get-call',
  summary: 'Get one call',
  answers: { status: 200, body: CallRecord },
  pathId: 'call_not_found',
  deps: (): GetCallDeps => ({ calls: calls(), clock: clock(), recordingTerms: recordingTerms() }),
  handle: async ({ userId, id }, deps) => ok(await getCall({ userId, callId: id }, deps)),
});
