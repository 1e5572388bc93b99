import type { ApiRequest, ApiResponse } from '#line/api-message.ts';
import type { ActiveCalls } from '#twilio/calls/active-calls.ts';
import type { CarrierContext } from '#twilio/context/simulator-context.ts';
import type { Messages } from '#twilio/message/messages.ts';
import { notFound, reporter, RestError, type Route } from '#twilio/rest/api-message.ts';
import { callEventRoutes } from '#twilio/rest/call-events-api.ts';
import { callRoutes, logCallAttempt } from '#twilio/rest/calls-api.ts';
import { logMessageAttempt, messageRoutes } from '#twilio/rest/messages-api.ts';
import { numberRoutes } from '#twilio/rest/numbers-api.ts';
import { answerPermissions, PERMISSIONS_PATH } from '#twilio/rest/permissions-api.ts';
import { recordingRoutes } from '#twilio/rest/recordings-api.ts';

/** The simulated part of the carrier's REST API, under /2010-04-01, and its geographic permissions. */
export function createRestApi(context: CarrierContext, activeCalls: ActiveCalls, messages: Messages) {
  const routes = [
    ...callRoutes(context, activeCalls),
    ...callEventRoutes(context),
    ...messageRoutes(context, messages),
    ...recordingRoutes(context),
    ...numberRoutes(context),
  ];
  return (request: ApiRequest): ApiResponse => {
    try {
      return handle(request, routes, context);
    } catch (error) {
      if (!(error instanceof RestError)) throw error;
      logRefusal(request, error, context);
      return { status: error.httpStatus, json: error.toBody() };
    }
  };
}

function handle(request: ApiRequest, routes: readonly Route[], context: CarrierContext): ApiResponse {
  if (request.path === PERMISSIONS_PATH) return answerPermissions(request, context);
  const account = /^\/2010-04-01\/Accounts\/([^/]+)(\/.*)$/.exec(request.path);
  if (!account) throw notFound(request.path);
  const [, accountSid = '', rest = ''] = account;
  authorize(request, accountSid, context);
  checkContentType(request, context);
  for (const { path, methods } of routes) {
    const match = path.exec(rest);
    if (!match) continue;
    const run = methods[request.method];
    if (!run) throw new RestError(405, 20_004, `Method ${request.method} not allowed`);
    return run(request, match[1] ?? '', match[2] ?? '');
  }
  throw notFound(request.path);
}

function authorize({ authorization }: ApiRequest, accountSid: string, context: CarrierContext): void {
  const expected = Buffer.from(`${context.accountSid}:${context.authToken}`).toString('base64');
  if (authorization === `Basic ${expected}` && accountSid === context.accountSid) return;
  throw new RestError(401, 20_003, 'Authenticate');
}

function checkContentType({ method, contentType }: ApiRequest, context: CarrierContext): void {
  if (method !== 'POST' || contentType.startsWith('application/x-www-form-urlencoded')) return;
  const message = `a POST as "${contentType}", not as a form`;
  reporter(context)(20_001, message);
  throw new RestError(400, 20_001, message);
}

function logRefusal(
  { method, path, body }: ApiRequest,
  { httpStatus, code }: RestError,
  context: CarrierContext,
): void {
  if (method !== 'POST') return;
  const form = new URLSearchParams(body);
  if (path.endsWith('/Calls.json')) logCallAttempt(form, { httpStatus, code }, context);
  if (path.endsWith('/Messages.json')) logMessageAttempt(form, { httpStatus, code }, context);
}
