import type { ApiRequest, ApiResponse } from '#line/api-message.ts';
import { behaviourOf } from '#twilio/callees/behaviours.ts';
import type { ActiveCalls } from '#twilio/calls/active-calls.ts';
import type { CarrierContext } from '#twilio/context/simulator-context.ts';
import type { Call } from '#twilio/journal/journal-entries.ts';
import { type FormParameters, notFound, reporter, RestError, type Route } from '#twilio/rest/api-message.ts';
import { readCreateParameters, readUpdateParameters } from '#twilio/rest/call-parameters.ts';
import { filterList, listPage } from '#twilio/rest/lists.ts';
import { snakeCase, toRfc2822 } from '#twilio/wire/formats.ts';

/** The calls of the account: create, list, show, update. */
export function callRoutes(context: CarrierContext, activeCalls: ActiveCalls): Route[] {
  const { accountSid, journal } = context;
  const report = reporter(context);
  const show = (call: Call) => ({ status: 200, json: callResource(call, accountSid) });
  const find = (path: string, sid: string): Call => {
    const call = journal.call(sid);
    if (!call) throw notFound(path);
    return call;
  };
  const create = ({ body }: ApiRequest): ApiResponse => {
    const form = new URLSearchParams(body);
    const parameters = readCreateParameters(form, report);
    refuseFirstAttempt(parameters, context);
    const call = activeCalls.place(parameters);
    logCallAttempt(form, { httpStatus: 201, callSid: call.sid }, context);
    // Twilio answers before the call is in its database: the dates follow.
    return { status: 201, json: { ...callResource(call, accountSid), date_created: null, date_updated: null } };
  };
  const list = ({ path, query }: ApiRequest): ApiResponse => {
    const calls = filterList(journal.calls(), callFilters, query, report);
    const resources = calls.map((call) => callResource(call, accountSid));
    return { status: 200, json: listPage(path, query, 'calls', resources) };
  };
  const update = ({ path, body }: ApiRequest, sid: string): ApiResponse => {
    const call = find(path, sid);
    const form = new URLSearchParams(body);
    const parameters = readUpdateParameters(form, (code, message) => report(code, message, sid));
    return show(updateCall(call, parameters, activeCalls));
  };
  return [
    { path: /^\/Calls\.json$/, methods: { GET: list, POST: create } },
    {
      path: /^\/Calls\/(CA[\da-f]{32})\.json$/,
      methods: { GET: ({ path }, sid) => show(find(path, sid)), POST: update },
    },
  ];
}

function updateCall(call: Call, parameters: FormParameters, activeCalls: ActiveCalls): Call {
  const status = parameters['Status']?.[0];
  const timeLimit = parameters['TimeLimit']?.[0];
  const live = activeCalls.find(call.sid);
  if (!live) throw new RestError(400, 21_220, 'Call is not in-progress. Cannot redirect.');
  const isAnswered = call.answeredAt !== undefined;
  if (status === 'canceled' && isAnswered) throw new RestError(400, 21_220, 'Call is in-progress. Cannot cancel.');
  if (timeLimit !== undefined) live.limitTo(Number(timeLimit));
  // Either status cancels a call that is not answered.
  if (status) live.end({ status: isAnswered ? 'completed' : 'canceled', by: 'app', sipCode: isAnswered ? 200 : 487 });
  return live.record;
}

/** Records a request to dial, accepted or refused, so that tests can count them. */
export function logCallAttempt(
  form: URLSearchParams,
  outcome: { httpStatus: number; code?: number; callSid?: string },
  { clock, journal }: CarrierContext,
): void {
  const [to = '', from = '', url = ''] = ['To', 'From', 'Url'].map((name) => form.get(name) ?? '');
  journal.addAttempt({ at: clock.now(), to, from, url, ...outcome });
}

function refuseFirstAttempt(parameters: FormParameters, { journal }: CarrierContext): void {
  const [to = '', from = '', url = ''] = ['To', 'From', 'Url'].map((name) => parameters[name]?.[0] ?? '');
  if (!behaviourOf(to).refusesFirstAttempt) return;
  const attempts = journal.attempts();
  if (attempts.some((attempt) => attempt.to === to && attempt.from === from && attempt.url === url)) return;
  throw new RestError(429, 20_429, 'Too Many Requests');
}

const callFilters = {
  fields: {
    To: ({ to }: Call) => to,
    From: ({ from }: Call) => from,
    Status: ({ status }: Call) => status,
    ParentCallSid: ({ parentSid = '' }: Call) => parentSid,
  },
  times: {
    // Undefined until the call is dialled: no list by start includes it.
    StartTime: ({ dialledAt }: Call) => dialledAt,
    EndTime: ({ endedAt }: Call) => endedAt,
  },
};

const PRICE_PER_MINUTE = 0.014;
const subresources = [
  'Notifications',
  'Recordings',
  'Payments',
  'Events',
  'Siprec',
  'Streams',
  'Transcriptions',
  'UserDefinedMessageSubscriptions',
  'UserDefinedMessages',
];

/** A call as in the API: numbers are strings, dates are RFC 2822, unknown values are null. */
function callResource(call: Call, accountSid: string): Record<string, unknown> {
  const path = `/2010-04-01/Accounts/${accountSid}/Calls/${call.sid}`;
  return {
    sid: call.sid,
    account_sid: accountSid,
    parent_call_sid: call.parentSid ?? null,
    to: call.to,
    to_formatted: formatted(call.to),
    from: call.from,
    from_formatted: formatted(call.from),
    phone_number_sid: null,
    status: call.status,
    start_time: dateOrNull(call.dialledAt),
    end_time: dateOrNull(call.endedAt),
    duration: call.endedAt === undefined ? null : String(call.durationSeconds ?? 0),
    price: priceOf(call),
    price_unit: 'USD',
    direction: call.direction,
    answered_by: call.answeredBy ?? null,
    api_version: '2010-04-01',
    forwarded_from: null,
    group_sid: null,
    caller_name: null,
    queue_time: String(call.queueMs),
    trunk_sid: null,
    date_created: toRfc2822(call.createdAt),
    date_updated: toRfc2822(call.updatedAt),
    uri: `${path}.json`,
    subresource_uris: Object.fromEntries(
      subresources.map((name) => [snakeCase(name), `${path}/${name}.json`] as const),
    ),
  };
}

const dateOrNull = (epochMs: number | undefined) => (epochMs === undefined ? null : toRfc2822(epochMs));

function priceOf({ endedAt, durationSeconds = 0 }: Call): string | null {
  if (endedAt === undefined) return null;
  return (-Math.ceil(durationSeconds / 60) * PRICE_PER_MINUTE).toFixed(5);
}

function formatted(number: string): string {
  const match = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(number);
  return match ? `(${match[1]}) ${match[2]}-${match[3]}` : number;
}
