import * as v from 'valibot';
import type { Switchboard } from '#infra/local/carrier-simulator/call/active-calls.ts';
import type { LiveCall } from '#infra/local/carrier-simulator/call/live-call.ts';
import { behaviours, numbersOf, putOnLine } from '#infra/local/carrier-simulator/callees/behaviours.ts';
import { ScriptedCallee } from '#infra/local/carrier-simulator/callees/scripted-customer.ts';
import { callView, messageView } from '#infra/local/carrier-simulator/control/control-views.ts';
import { textIn } from '#infra/local/carrier-simulator/message/messages.ts';
import { recipients } from '#infra/local/carrier-simulator/message/recipients.ts';
import type { ApiRequest, ApiResponse } from '#infra/local/carrier-simulator/rest/api-message.ts';
import type { Exchange } from '#infra/local/carrier-simulator/simulator-context.ts';

const inboundRequest = v.object({
  from: v.pipe(v.string(), v.nonEmpty()),
  to: v.string(),
  /** Another simulated customer than that of the number that is shown. */
  behaviour: v.optional(v.string()),
});
const textRequest = v.object({ from: v.pipe(v.string(), v.nonEmpty()), to: v.string(), text: v.string() });
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
      case 'messages':
        return this.#messages(request.query);
      case 'messages/sid':
        return this.#message(sid);
      case 'message-attempts':
        return { status: 200, json: { attempts: this.#exchange.journal.messageAttempts() } };
      case 'violations':
        return { status: 200, json: { violations: this.#exchange.journal.violations() } };
      case 'behaviours':
        return { status: 200, json: { behaviours: behaviourTable(), recipients: recipientTable() } };
      case 'POST behaviours':
        return putBehaviour(request.body);
      case 'POST inbound-calls':
        return this.#callIn(request.body);
      case 'POST inbound-messages':
        return this.#textIn(request.body);
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
    const calls = journal.calls().filter((call) => isBetween(call, query));
    return { status: 200, json: { calls: calls.map((call) => callView(call, journal)) } };
  }

  #call(sid: string): ApiResponse {
    const call = this.#exchange.journal.call(sid);
    return call ? { status: 200, json: callView(call, this.#exchange.journal) } : unknownCall;
  }

  #messages(query: URLSearchParams): ApiResponse {
    const { journal } = this.#exchange;
    const messages = journal.messages().filter((message) => isBetween(message, query));
    return { status: 200, json: { messages: messages.map((message) => messageView(message, journal)) } };
  }

  #message(sid: string): ApiResponse {
    const message = this.#exchange.journal.message(sid);
    if (!message) return { status: 404, json: { message: 'no such message' } };
    return { status: 200, json: messageView(message, this.#exchange.journal) };
  }

  /** A customer calls. The number must be one of the account, and say what to do with its calls. */
  #callIn(body: string): ApiResponse {
    const request = v.safeParse(v.pipe(v.string(), v.parseJson(), inboundRequest), body);
    if (!request.success) return { status: 422, json: { message: v.summarize(request.issues) } };
    const { from, to, behaviour } = request.output;
    const number = this.#exchange.journal.numbers().find(({ phoneNumber }) => phoneNumber === to);
    if (!number?.settings['VoiceUrl']) {
      return { status: 404, json: { message: `nothing is set up to answer calls to ${to}` } };
    }
    const call = this.#switchboard.receive(number, { from, actsAs: behaviour });
    return { status: 201, json: callView(call, this.#exchange.journal) };
  }

  /** A customer texts. The number must be one of the account, and say what to do with its texts. */
  #textIn(body: string): ApiResponse {
    const request = v.safeParse(v.pipe(v.string(), v.parseJson(), textRequest), body);
    if (!request.success) return { status: 422, json: { message: v.summarize(request.issues) } };
    const { from, to, text } = request.output;
    const number = this.#exchange.journal.numbers().find(({ phoneNumber }) => phoneNumber === to);
    if (!number?.settings['SmsUrl']) {
      return { status: 404, json: { message: `nothing is set up to take texts to ${to}` } };
    }
    return { status: 201, json: { sid: textIn(this.#exchange, number, { from, body: text }) } };
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
    live.hangUp();
    return { status: 200, json: callView(live.record, this.#exchange.journal) };
  }

  #speak(live: LiveCall, text: string): void {
    this.#switchboard.say(live, text).catch(() => live.note('unheard', { text }));
  }
}

/** Gives a number a customer of its own. */
function putBehaviour(body: string): ApiResponse {
  const request = v.safeParse(v.pipe(v.string(), v.parseJson(), ScriptedCallee), body);
  if (!request.success) return { status: 422, json: { message: v.summarize(request.issues) } };
  putOnLine(request.output);
  return { status: 201, json: request.output };
}

/** Whether it is to and from the numbers that the query names, if it names them. */
function isBetween({ to, from }: { to: string; from: string }, query: URLSearchParams): boolean {
  return [null, to].includes(query.get('to')) && [null, from].includes(query.get('from'));
}

function behaviourTable(): Record<string, unknown>[] {
  return behaviours.map((behaviour) => ({
    numbers: numbersOf(behaviour),
    description: behaviour.description,
    pickup: behaviour.pickup,
    answerer: behaviour.answerer,
  }));
}

function recipientTable(): Record<string, unknown>[] {
  return recipients.map(({ number, description, course }) => ({ number, description, ends: course.at(-1)?.status }));
}
