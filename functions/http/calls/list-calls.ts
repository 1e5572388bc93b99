import * as v from 'valibot';
import { CallRecord } from '#shared/call-life/call-api.ts';
import { includable, listCalls, toAlsoListed, type ListCallsDeps } from '#shared/call-life/read-calls.ts';
import { callTypes } from '#shared/calls/call-items.ts';
import { callOutcomes } from '#shared/calls/call-reasons.ts';
import { callStatuses } from '#shared/calls/call-status.ts';
import { callList, recordingPolicy } from '#shared/container.ts';
import { clock } from '#shared/platform/clock.ts';
import { toSearchedNumber } from '#shared/platform/e164.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { oneOf } from '#shared/platform/http/fields.ts';
import { ok } from '#shared/platform/http/http.ts';
import {
  dayParameter,
  lastDayParameter,
  pageOf,
  pageParameters,
  paginationEnvelope,
  recordIdParameter,
  requestedPage,
} from '#shared/platform/http/lists.ts';

export const handler = defineEndpoint({
  id: 'calls/list-calls',
  scope: 'read',
  summary: 'List calls, newest first',
  answers: { status: 200, body: pageOf('CallPage', CallRecord) },
  refusals: ['answer_too_large'],
  query: v.object({
    status: v.optional(oneOf(callStatuses)),
    type: v.optional(oneOf(callTypes)),
    outcome: v.optional(oneOf(callOutcomes)),
    phone_number: v.optional(v.pipe(v.string(), v.transform(toSearchedNumber))),
    assistant_id: v.optional(recordIdParameter()),
    campaign_id: v.optional(recordIdParameter()),
    date_from: v.optional(dayParameter()),
    date_to: v.optional(lastDayParameter()),
    include: v.optional(oneOf(includable)),
    ...pageParameters(15),
  }),
  deps: (): ListCallsDeps => ({ callList: callList(), clock: clock(), recordingPolicy: recordingPolicy() }),
  handle: async ({ userId, query, url }, deps) => {
    const page = requestedPage(query);
    const filter = {
      status: query.status,
      type: query.type,
      outcome: query.outcome,
      phoneNumber: query.phone_number,
      assistantId: query.assistant_id,
      campaignId: query.campaign_id,
      from: query.date_from,
      before: query.date_to,
    };
    const also = toAlsoListed(query.include);
    return ok(paginationEnvelope(await listCalls({ userId, filter, page, also }, deps), page, url()));
  },
});
