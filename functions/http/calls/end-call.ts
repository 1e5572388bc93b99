import * as v from 'valibot';
import { endCall, type EndCallDeps } from '#shared/call-life/end-call.ts';
import { endReasonOf } from '#shared/calls/call-end.ts';
import { endReasons } from '#shared/calls/call-reasons.ts';
import { callStatuses } from '#shared/calls/call-status.ts';
import { carrier } from '#shared/carrier-container.ts';
import { calls, dialQueue, queue } from '#shared/container.ts';
import { clock } from '#shared/platform/clock.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { ok } from '#shared/platform/http/http.ts';
import { recordId } from '#shared/platform/http/record-fields.ts';

export const handler = defineEndpoint({
  id: 'calls/end-call',
  scope: 'calls',
  summary: 'End or cancel a call',
  answers: {
    status: 200,
    body: v.strictObject({
      message: v.literal('Call ended successfully'),
      data: v.pipe(
        v.strictObject({
          id: recordId(),
          status: v.pipe(
            v.picklist(callStatuses),
            v.description('The present status. The status of a live call changes when the carrier reports the end.'),
          ),
          end_reason: v.nullable(v.picklist(endReasons)),
        }),
        v.title('EndedCall'),
      ),
    }),
  },
  refusals: ['call_over'],
  pathId: 'call_not_found',
  deps: (): EndCallDeps => ({ calls: calls(), carrier, dialQueue: dialQueue(), queue: queue(), clock: clock() }),
  handle: async ({ userId, id }, deps) => {
    const call = await endCall({ userId, callId: id }, deps);
    const data = { id: call.id, status: call.status, end_reason: endReasonOf(call) };
    return ok({ message: 'Call ended successfully', data });
  },
});
