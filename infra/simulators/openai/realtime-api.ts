import * as v from 'valibot';
import type { ApiRequest, ApiResponse } from '#line/api-message.ts';
import type { RealtimeCall } from '#openai/realtime-call.ts';
import type { RealtimeCalls } from '#openai/realtime-calls.ts';
import { SessionBody } from '#openai/session-body.ts';

const Reject = v.strictObject({
  status_code: v.optional(v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(699))),
});
const Refer = v.strictObject({ target_uri: v.pipe(v.string(), v.regex(/^(tel|sips?):/)) });
const Nothing = v.strictObject({});

/** `/v1/realtime/calls/{call_id}/accept|reject|hangup|refer`, as OpenAI publishes them. */
export function createRealtimeApi(calls: RealtimeCalls) {
  return {
    handle({ method, path, authorization, body }: ApiRequest): ApiResponse {
      if (!isAuthorized(calls, authorization)) return refusal(401, 'invalid_api_key', 'Incorrect API key provided.');
      const [, id = '', action = ''] = /^\/v1\/realtime\/calls\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
      if (method !== 'POST' || action === '') return refusal(404, null, `Invalid URL (${method} ${path})`);
      const call = calls.find(decodeURIComponent(id));
      if (!call || call.state === 'over') return refusal(404, 'call_id_not_found', 'No call found with this call ID.');
      const parsed = v.safeParse(v.pipe(v.string(), v.parseJson()), body === '' ? '{}' : body);
      if (!parsed.success) return refusal(400, null, 'We could not parse the JSON body of your request.');
      return act(call, action, parsed.output);
    },
  };
}

export function isAuthorized({ options }: RealtimeCalls, authorization: string): boolean {
  return authorization === `Bearer ${options.apiKey}`;
}

function act(call: RealtimeCall, action: string, body: unknown): ApiResponse {
  switch (action) {
    case 'accept':
      return checked(SessionBody, body, (session) => {
        if (call.state !== 'ringing') return refusal(409, 'call_already_accepted', 'The call was accepted before.');
        call.accept(session);
        return { status: 200 };
      });
    case 'reject':
      return checked(Reject, body, () => {
        if (call.state !== 'ringing') return refusal(409, 'call_already_accepted', 'The call was accepted before.');
        call.reject();
        return { status: 200 };
      });
    case 'hangup':
      return checked(Nothing, body, () => {
        if (call.state !== 'live') return refusal(409, 'call_not_active', 'The call was not accepted yet.');
        call.hangUp();
        return { status: 200 };
      });
    case 'refer':
      // A transfer ends the call for this model.
      return checked(Refer, body, () => {
        call.hangUp();
        return { status: 200 };
      });
    default:
      return refusal(404, null, `Invalid URL (${action})`);
  }
}

function checked<const Schema extends v.GenericSchema<unknown, unknown>>(
  schema: Schema,
  body: unknown,
  then: (value: v.InferOutput<Schema>) => ApiResponse,
): ApiResponse {
  const result = v.safeParse(schema, body);
  if (result.success) return then(result.output);
  const [issue] = result.issues;
  const param = v.getDotPath(issue) ?? null;
  const isUnknown = issue.expected === 'never';
  const code = isUnknown ? 'unknown_parameter' : 'invalid_value';
  const message = isUnknown ? `Unknown parameter: '${param}'.` : `Invalid value for '${param}': ${issue.message}`;
  return refusal(400, code, message, param);
}

function refusal(status: number, code: string | null, message: string, param: string | null = null): ApiResponse {
  return { status, json: { error: { message, type: 'invalid_request_error', param, code } } };
}
