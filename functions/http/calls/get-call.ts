import { CallDetailRecord, getCall, type GetCallDeps } from '#shared/call-life/read-calls.ts';
import { calls, conversations, recordingPolicy } from '#shared/container.ts';
import { clock } from '#shared/platform/clock.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { ok } from '#shared/platform/http/http.ts';

export const handler = defineEndpoint({
  id: 'calls/get-call',
  scope: 'read',
  summary: 'Get one call',
  answers: { status: 200, body: CallDetailRecord },
  pathId: 'call_not_found',
  deps: (): GetCallDeps => ({
    calls: calls(),
    clock: clock(),
    conversations: conversations(),
    recordingPolicy: recordingPolicy(),
  }),
  handle: async ({ userId, id }, deps) => ok(await getCall({ userId, callId: id }, deps)),
});
