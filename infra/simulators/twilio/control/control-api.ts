import * as v from 'valibot';
import type { ApiRequest, ApiResponse } from '#line/api-message.ts';
import { behaviours, numbersOf, addScriptedCustomer } from '#twilio/callees/behaviours.ts';
import { ScriptedCallee } from '#twilio/callees/scripted-customer.ts';
import type { ActiveCalls } from '#twilio/calls/active-calls.ts';
import type { LiveCall } from '#twilio/context/live-call.ts';
import type { CarrierContext } from '#twilio/context/simulator-context.ts';
import { callView, messageView } from '#twilio/control/control-views.ts';
import type { Journal } from '#twilio/journal/journal.ts';
import { receiveMessage } from '#twilio/message/messages.ts';
import { recipients } from '#twilio/message/recipients.ts';

const inboundRequest = v.object({
  from: v.pipe(v.string(), v.nonEmpty()),
  to: v.string(),
  /** The number of the simulated customer, where `from` is not that number. */
  behaviour: v.optional(v.string()),
});
const textRequest = v.object({ from: v.pipe(v.string(), v.nonEmpty()), to: v.string(), text: v.string() });
const sayRequest = v.object({ text: v.pipe(v.string(), v.trim(), v.nonEmpty()) });
/** A page of a browser may send text and forms without asking first. */
const notJson: ApiResponse = {
  status: 415,
  json: { message: 'Send JSON with the header Content-Type: application/json.' },
};
const unknownCall: ApiResponse = { status: 404, json: { message: 'no such call, or it has ended' } };

/** The simulator's own API under /_simulator: shows calls and messages, and acts as the customers. */
export function createControlApi(context: CarrierContext, activeCalls: ActiveCalls) {
  const { journal } = context;
  const ok = (json: unknown): ApiResponse => ({ status: 200, json });
  return (request: ApiRequest): ApiResponse => {
    const [, resource = '', sid = '', action = ''] = request.path.split('/').slice(1);
    const { query, body, contentType } = request;
    if (body !== '' && !/^application\/json\s*(?:;|$)/i.test(contentType)) return notJson;
    switch (`${request.method === 'POST' ? 'POST ' : ''}${resource}${sid ? '/sid' : ''}${action ? `/${action}` : ''}`) {
      case 'calls':
        return ok({ calls: matching(journal.calls(), query).map((call) => callView(call, journal)) });
      case 'calls/sid':
        return showCall(sid, journal);
      case 'dial-attempts':
        return ok({ attempts: journal.attempts() });
      case 'messages':
        return ok({ messages: matching(journal.messages(), query).map((message) => messageView(message, journal)) });
      case 'messages/sid':
        return showMessage(sid, journal);
      case 'message-attempts':
        return ok({ attempts: journal.messageAttempts() });
      case 'violations':
        return ok({ violations: journal.violations() });
      case 'behaviours':
        return ok({ behaviours: behaviourTable(), recipients: recipientTable() });
      case 'POST behaviours':
        return putBehaviour(body);
      case 'POST inbound-calls':
        return callIn(body, context, activeCalls);
      case 'POST inbound-messages':
        return sendMessage(body, context);
      case 'POST calls/sid/say':
        return say(activeCalls.find(sid), body, activeCalls);
      case 'POST calls/sid/drop':
        return drop(activeCalls.find(sid), journal);
      case 'POST calls/sid/hangup':
        return hangUp(activeCalls.find(sid), journal);
      default:
        return { status: 404, json: { message: `no ${request.method} ${request.path}` } };
    }
  };
}

function showCall(sid: string, journal: Journal): ApiResponse {
  const call = journal.call(sid);
  return call ? { status: 200, json: callView(call, journal) } : unknownCall;
}

function showMessage(sid: string, journal: Journal): ApiResponse {
  const message = journal.message(sid);
  if (!message) return { status: 404, json: { message: 'no such message' } };
  return { status: 200, json: messageView(message, journal) };
}

/** A customer calls a number of the account that has a voice URL. */
function callIn(body: string, { journal }: CarrierContext, activeCalls: ActiveCalls): ApiResponse {
  return checked(inboundRequest, body, ({ from, to, behaviour }) => {
    const number = journal.numbers().find(({ phoneNumber }) => phoneNumber === to);
    if (!number?.settings['VoiceUrl']) {
      return { status: 404, json: { message: `nothing is set up to answer calls to ${to}` } };
    }
    return { status: 201, json: callView(activeCalls.receive(number, { from, actsAs: behaviour }), journal) };
  });
}

/** A customer sends a message to a number of the account that has a message URL. */
function sendMessage(body: string, context: CarrierContext): ApiResponse {
  return checked(textRequest, body, ({ from, to, text }) => {
    const number = context.journal.numbers().find(({ phoneNumber }) => phoneNumber === to);
    if (!number?.settings['SmsUrl']) {
      return { status: 404, json: { message: `nothing is set up to take texts to ${to}` } };
    }
    return { status: 201, json: { sid: receiveMessage(context, number, { from, body: text }) } };
  });
}

function say(live: LiveCall | undefined, body: string, activeCalls: ActiveCalls): ApiResponse {
  if (!live) return unknownCall;
  return checked(sayRequest, body, ({ text }) => {
    activeCalls.say(live, text).catch(() => live.addEvent('unheard', { text }));
    return { status: 202, json: { said: text } };
  });
}

function hangUp(live: LiveCall | undefined, journal: Journal): ApiResponse {
  if (!live) return unknownCall;
  live.hangUp();
  return { status: 200, json: callView(live.record, journal) };
}

/** Breaks the connection of a conversation to the service (64105), as a failure of the service or the network does. */
function drop(live: LiveCall | undefined, journal: Journal): ApiResponse {
  if (!live?.session?.drop) return unknownCall;
  live.session.drop();
  return { status: 200, json: callView(live.record, journal) };
}

/** Gives a number a scripted customer. */
function putBehaviour(body: string): ApiResponse {
  return checked(ScriptedCallee, body, (callee) => {
    addScriptedCustomer(callee);
    return { status: 201, json: callee };
  });
}

function checked<const Schema extends v.GenericSchema<unknown, unknown>>(
  schema: Schema,
  body: string,
  then: (value: v.InferOutput<Schema>) => ApiResponse,
): ApiResponse {
  const request = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), body);
  return request.success ? then(request.output) : { status: 422, json: { message: v.summarize(request.issues) } };
}

/** The calls or messages between the numbers in the query. */
function matching<Item extends { to: string; from: string }>(items: readonly Item[], query: URLSearchParams): Item[] {
  const matches = (name: string, value: string) => [null, value].includes(query.get(name));
  return items.filter(({ to, from }) => matches('to', to) && matches('from', from));
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
