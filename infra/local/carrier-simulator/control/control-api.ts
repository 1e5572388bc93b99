import * as v from 'valibot';
import type { Exchange } from '#infra/local/carrier-simulator/call/exchange.ts';
import type { LiveCall } from '#infra/local/carrier-simulator/call/live-call.ts';
import type { Switchboard } from '#infra/local/carrier-simulator/call/switchboard.ts';
import { behaviours, numbersOf } from '#infra/local/carrier-simulator/callees/behaviours.ts';
import type { ApiRequest, ApiResponse } from '#infra/local/carrier-simulator/rest/api-message.ts';
import { callView } from './call-view.ts';

const sayRequest = v.object({ text: v.pipe(v.string(), v.trim(), v.nonEmpty()) });
const unknownCall: ApiResponse = { status: 404, json: { message: 'no such call, or it has ended' } };

/** What no carrier offers: a look behind the scenes, and a hand on the customer's telephone. */
export class ControlApi {
  readonly #exchange: Exchange;
  readonly #switchboard: Switchboard;

  constructor(exchange: Exchange, switchboard: Switchboard) {
    this.#exchange = exchange;
    this.#switchboard = switchboard;
  }

  handle(request: ApiRequest): ApiResponse {
    const [, resource = '', sid = '', action = ''] = request.path.split('/').slice(1);
    const isPost = request.method === 'POST';
    switch (`${isPost ? 'POST ' : ''}${resource}${sid ? '/sid' : ''}${action ? `/${action}` : ''}`) {
      case 'calls':
        return this.#calls(request.query);
      case 'calls/sid':
        return this.#call(sid);
      case 'dial-attempts':
        return { status: 200, json: { attempts: this.#exchange.journal.attempts() } };
      case 'violations':
        return { status: 200, json: { violations: this.#exchange.journal.violations() } };
      case 'behaviours':
        return { status: 200, json: { behaviours: behaviourTable() } };
      case 'POST calls/sid/say':
        return this.#say(sid, request.body);
      case 'POST calls/sid/hangup':
        return this.#hangUp(sid);
      default:
        return { status: 404, json: { message: `no ${request.method} ${request.path}` } };
    }
  }

  #calls(query: URLSearchParams): ApiResponse {
    const { journal } = this.#exchange;
    const wanted = (name: string, value: string) => [null, value].includes(query.get(name));
    const calls = journal.calls().filter(({ to, from }) => wanted('to', to) && wanted('from', from));
    return { status: 200, json: { calls: calls.map((call) => callView(call, journal)) } };
  }

  #call(sid: string): ApiResponse {
    const call = this.#exchange.journal.call(sid);
    return call ? { status: 200, json: callView(call, this.#exchange.journal) } : unknownCall;
  }

  #say(sid: string, body: string): ApiResponse {
    const live = this.#switchboard.find(sid);
    if (!live) return unknownCall;
    const request = v.safeParse(v.pipe(v.string(), v.parseJson(), sayRequest), body);
    if (!request.success) return { status: 422, json: { message: v.summarize(request.issues) } };
    this.#speak(live, request.output.text);
    return { status: 202, json: { said: request.output.text } };
  }

  #hangUp(sid: string): ApiResponse {
    const live = this.#switchboard.find(sid);
    if (!live) return unknownCall;
    live.end({ status: 'completed', by: 'caller' });
    return { status: 200, json: callView(live.record, this.#exchange.journal) };
  }

  #speak(live: LiveCall, text: string): void {
    this.#switchboard.say(live, text).catch(() => live.note('unheard', { text }));
  }
}

function behaviourTable(): Record<string, unknown>[] {
  return behaviours.map((behaviour) => ({
    numbers: numbersOf(behaviour),
    description: behaviour.description,
    pickup: behaviour.pickup,
    answerer: behaviour.answerer,
  }));
}
