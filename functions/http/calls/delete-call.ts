import * as v from 'valibot';
import { deleteCall, type DeleteCallDeps } from '#shared/call-life/read-calls.ts';
import { carrierRecordings } from '#shared/carrier-container.ts';
import { calls, conversations, queue, recordingLinks, toolUses, webhookDeliveries } from '#shared/container.ts';
import { clock } from '#shared/platform/clock.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { ok } from '#shared/platform/http/http.ts';

export const handler = defineEndpoint({
  id: 'calls/delete-call',
  scope: 'calls',
  summary: 'Delete a call with its transcript and recording',
  answers: { status: 200, body: v.strictObject({ message: v.literal('Call deleted successfully') }) },
  refusals: ['call_not_over'],
  pathId: 'call_not_found',
  deps: (): DeleteCallDeps => ({
    calls: calls(),
    conversations: conversations(),
    toolUses: toolUses(),
    deliveries: webhookDeliveries(),
    recordings: recordingLinks(),
    carrierRecordings,
    queue: queue(),
    clock: clock(),
  }),
  handle: async ({ userId, id }, deps) => {
    await deleteCall({ userId, callId: id }, deps);
    return ok({ message: 'Call deleted successfully' });
  },
});
