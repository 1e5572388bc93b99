import type { Exchange } from '#infra/local/carrier-simulator/call/exchange.ts';
import type { Switchboard } from '#infra/local/carrier-simulator/call/switchboard.ts';
import { behaviourOf } from '#infra/local/carrier-simulator/callees/behaviours.ts';
import type { Call } from '#infra/local/carrier-simulator/journal/journal-entries.ts';
import type { ApiRequest, ApiResponse } from './api-message.ts';
import { callResource } from './call-resource.ts';
import { filterCalls } from './filter-calls.ts';
import { listPage } from './list-page.ts';
import { readCreateParameters, readUpdateParameters } from './read-call-parameters.ts';
import type { FormParameters } from './read-form.ts';
import { notFound, RestError } from './rest-error.ts';

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
