import * as v from 'valibot';
import type { ApiRequest, ApiResponse } from '#line/api-message.ts';
import type { CarrierContext } from '#twilio/context/simulator-context.ts';
import type { Call, JournalEvent } from '#twilio/journal/journal-entries.ts';
import { notFound, type Route } from '#twilio/rest/api-message.ts';
import { listPage } from '#twilio/rest/lists.ts';
import { snakeCase, toRfc2822 } from '#twilio/wire/formats.ts';

/** The carrier lists its requests from 15 minutes after the end of a call. */
const LISTED_AFTER_SECONDS = 900;

const RequestData = v.object({
  url: v.string(),
  method: v.string(),
  parameters: v.record(v.string(), v.string()),
  status: v.optional(v.number()),
});

/** The requests to the service about a call, oldest first, as they are in the journal. */
export function callEventRoutes({ journal, clock }: CarrierContext): Route[] {
  const isListed = ({ endedAt }: Call) =>
    endedAt !== undefined && clock.seconds(clock.now() - endedAt) >= LISTED_AFTER_SECONDS;
  const list = ({ path, query }: ApiRequest, sid: string): ApiResponse => {
    const call = journal.call(sid);
    if (!call) throw notFound(path);
    const events = isListed(call) ? journal.events(sid).flatMap(eventResource) : [];
    return { status: 200, json: listPage(path, query, 'events', events) };
  };
  return [{ path: /^\/Calls\/(CA[\da-f]{32})\/Events\.json$/, methods: { GET: list } }];
}

/** The journal keeps neither the duration of a request nor the body of the answer. */
function eventResource({ at, type, data }: JournalEvent) {
  if (type !== 'request') return [];
  const { url, method, parameters, status } = v.parse(RequestData, data);
  return {
    request: {
      url,
      method,
      parameters: Object.fromEntries(Object.entries(parameters).map(([name, value]) => [snakeCase(name), value])),
    },
    response: {
      date_created: toRfc2822(at),
      request_duration: 0,
      response_code: status ?? null,
      content_type: null,
      response_body: null,
    },
  };
}
