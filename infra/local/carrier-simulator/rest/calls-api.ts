import type { Switchboard } from '#infra/local/carrier-simulator/call/active-calls.ts';
import { behaviourOf } from '#infra/local/carrier-simulator/callees/behaviours.ts';
import { toRfc2822 } from '#infra/local/carrier-simulator/formats.ts';
import type { Call } from '#infra/local/carrier-simulator/journal/journal-entries.ts';
import {
  type ApiRequest,
  type ApiResponse,
  type FormParameters,
  notFound,
  RestError,
} from '#infra/local/carrier-simulator/rest/api-message.ts';
import { readCreateParameters, readUpdateParameters } from '#infra/local/carrier-simulator/rest/call-parameters.ts';
import { filterList, listPage } from '#infra/local/carrier-simulator/rest/lists.ts';
import type { Exchange } from '#infra/local/carrier-simulator/simulator-context.ts';

/** The calls of the account: dial, list, show, change. */
export class CallsApi {
  readonly #exchange: Exchange;
  readonly #switchboard: Switchboard;

  constructor(exchange: Exchange, switchboard: Switchboard) {
    this.#exchange = exchange;
    this.#switchboard = switchboard;
  }

  create(request: ApiRequest): ApiResponse {
    const form = new URLSearchParams(request.body);
    const parameters = readCreateParameters(form, (code, message) => this.#report(code, message));
    this.#refuseFirstAttempt(parameters);
    const call = this.#switchboard.place(parameters);
    this.logAttempt(form, { httpStatus: 201, callSid: call.sid });
    return { status: 201, json: callResource(call, this.#exchange.accountSid) };
  }

  list({ path, query }: ApiRequest): ApiResponse {
    const { journal, accountSid } = this.#exchange;
    const calls = filterCalls(journal.calls(), query, (name) => this.#report(20_001, `unknown filter ${name}`));
    const resources = calls.map((call) => callResource(call, accountSid));
    return { status: 200, json: listPage(path, query, 'calls', resources) };
  }

  show({ path }: ApiRequest, sid: string): ApiResponse {
    return this.#answer(this.#find(path, sid));
  }

  update({ path, body }: ApiRequest, sid: string): ApiResponse {
    const call = this.#find(path, sid);
    const form = new URLSearchParams(body);
    const parameters = readUpdateParameters(form, (code, message) => this.#report(code, message, sid));
    const status = parameters['Status']?.[0];
    const timeLimit = parameters['TimeLimit']?.[0];
    const live = this.#switchboard.find(call.sid);
    if (!live) throw new RestError(400, 21_220, 'Call is not in-progress. Cannot redirect.');
    if (status === 'canceled' && call.answeredAt !== undefined) {
      throw new RestError(400, 21_220, 'Call is in-progress. Cannot cancel.');
    }
    if (timeLimit !== undefined) live.limitTo(Number(timeLimit));
    // A call that nobody has answered is canceled by either word.
    const isAnswered = call.answeredAt !== undefined;
    if (status) live.end({ status: isAnswered ? 'completed' : 'canceled', by: 'app', sipCode: isAnswered ? 200 : 487 });
    return this.#answer(live.record);
  }

  /** Every request to dial is written down, so that a test can count them. */
  logAttempt(form: URLSearchParams, outcome: { httpStatus: number; code?: number; callSid?: string }): void {
    const { clock, journal } = this.#exchange;
    const [to, from, url] = ['To', 'From', 'Url'].map((name) => form.get(name) ?? '');
    journal.attempt({ at: clock.now(), to: to ?? '', from: from ?? '', url: url ?? '', ...outcome });
  }

  #refuseFirstAttempt(parameters: FormParameters): void {
    const [to, from, url] = ['To', 'From', 'Url'].map((name) => parameters[name]?.[0] ?? '');
    if (!behaviourOf(to ?? '').refusesFirstAttempt) return;
    const attempts = this.#exchange.journal.attempts();
    if (attempts.some((attempt) => attempt.to === to && attempt.from === from && attempt.url === url)) return;
    throw new RestError(429, 20_429, 'Too Many Requests');
  }

  #find(path: string, sid: string): Call {
    const call = this.#exchange.journal.call(sid);
    if (!call) throw notFound(path);
    return call;
  }

  #answer(call: Call): ApiResponse {
    return { status: 200, json: callResource(call, this.#exchange.accountSid) };
  }

  #report(code: number, message: string, callSid?: string): void {
    const { clock, journal } = this.#exchange;
    journal.violation({ at: clock.now(), code, message, ...(callSid === undefined ? {} : { callSid }) });
  }
}

const callFilters = {
  fields: {
    To: ({ to }: Call) => to,
    From: ({ from }: Call) => from,
    Status: ({ status }: Call) => status,
    ParentCallSid: () => '',
  },
  times: {
    // A call that has not been dialled has no start yet, and is in no list by start.
    StartTime: ({ dialledAt }: Call) => dialledAt,
    EndTime: ({ endedAt }: Call) => endedAt,
  },
};

/** The calls that a list request asks for. */
const filterCalls = (calls: readonly Call[], query: URLSearchParams, onUnknown: (name: string) => void): Call[] =>
  filterList(calls, callFilters, query, onUnknown);

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

/** A call as the API shows it: numbers are strings, dates are RFC 2822, what is not known yet is null. */
function callResource(call: Call, accountSid: string): Record<string, unknown> {
  const path = `/2010-04-01/Accounts/${accountSid}/Calls/${call.sid}`;
  return {
    sid: call.sid,
    account_sid: accountSid,
    parent_call_sid: null,
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

const snakeCase = (name: string) => name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
