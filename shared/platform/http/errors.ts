import type middy from '@middy/core';
import type { Context } from 'aws-lambda';
import * as v from 'valibot';
import { AppError, fillSentence, sentences, type ErrorCode, type FieldErrors } from '#shared/platform/errors.ts';
import {
  helpLink,
  HttpEvent,
  isLargerThan,
  jsonResponse,
  type EndpointAnswer,
  type HttpResponse,
} from '#shared/platform/http/http.ts';
import { countFailure, logger, metrics, versionOf, withLogContext } from '#shared/platform/observability/telemetry.ts';

export const errorStatus: Record<ErrorCode, number> = {
  validation_failed: 422,
  assistant_not_found: 404,
  call_not_found: 404,
  sms_not_found: 404,
  token_not_found: 404,
  token_protected: 403,
  too_many_tokens: 409,
  too_many_assistants: 409,
  assistants_too_large: 409,
  too_many_campaigns: 409,
  tool_not_found: 404,
  too_many_tools: 422,
  phone_number_not_found: 404,
  campaign_not_found: 404,
  assistant_changed: 409,
  campaign_changed: 409,
  campaign_running: 400,
  campaign_not_running: 400,
  campaign_without_assistant: 400,
  insufficient_campaign_balance: 400,
  lead_not_found: 404,
  lead_processing: 409,
  call_not_over: 409,
  delivery_not_found: 404,
  too_many_attempts: 409,
  call_over: 409,
  recording_not_found: 404,
  recording_not_ready: 404,
  unknown_fields: 422,
  invalid_phone_number: 400,
  invalid_lead_number: 422,
  insufficient_balance: 422,
  too_many_requests: 429,
  too_many_waiting: 429,
  expensive_spend_reached: 429,
  too_many_conversations: 429,
  web_calls_not_set_up: 422,
  widget_unavailable: 422,
  origin_not_allowed: 403,
  from_number_not_found: 400,
  from_number_not_sms_capable: 400,
  from_number_expired: 400,
  invalid_to_number: 400,
  insufficient_sms_balance: 400,
  sms_failed: 500,
  malformed_json: 400,
  unsupported_media_type: 415,
  payload_too_large: 413,
  answer_too_large: 413,
  list_too_large: 413,
  idempotency_conflict: 409,
  idempotency_running: 409,
  unauthorized: 401,
  forbidden: 403,
  scope_missing: 403,
  not_found: 404,
  method_not_allowed: 405,
  internal: 500,
};

export interface ErrorTexts {
  /** `message` of a 422, and below of a 500, in place of the usual one. */
  validation?: string;
  internal?: string;
}

interface Answerer extends ErrorTexts {
  /** Whether the carrier calls: its failures have an alarm of their own. */
  isCallback?: boolean;
}

/** Never with a stack. Keeps a response that another middleware has set. */
export function errorAnswers(texts: Answerer = {}): middy.MiddlewareObj<HttpEvent, HttpResponse> {
  return {
    onError: (request) => {
      request.response ??= jsonResponse(errorResponse(request.error, texts));
    },
  };
}

export function errorResponse(error: unknown, texts: Answerer = {}): EndpointAnswer {
  const refusal = toRefusal(error, texts);
  const retryAfter = refusal.retryAfterSeconds;
  return {
    status: errorStatus[refusal.code],
    body: {
      message: messageOf(refusal, texts),
      ...(refusal.errors === undefined ? {} : { errors: refusal.errors }),
      ...(refusal.detail === undefined ? {} : { error: refusal.detail }),
      ...(retryAfter === undefined ? {} : { retry_after: retryAfter }),
    },
    ...(retryAfter === undefined ? {} : { headers: { 'retry-after': String(retryAfter) } }),
  };
}

function toRefusal(error: unknown, { isCallback = false }: Answerer): AppError {
  if (error instanceof AppError) return error;
  logger.error('request failed', { error });
  countFailure(isCallback ? 'CallbackFailed' : 'RequestFailed');
  return new AppError('internal', { cause: error });
}

function messageOf(refusal: AppError, texts: ErrorTexts): string {
  if (refusal.code === 'validation_failed') return texts.validation ?? refusal.message;
  if (refusal.code === 'internal') return texts.internal ?? refusal.message;
  return refusal.message;
}

export function fieldErrors(issues: readonly v.BaseIssue<unknown>[]): FieldErrors {
  const errors: FieldErrors = {};
  for (const issue of issues) {
    const path = v.getDotPath(issue) ?? 'body';
    const sentence = fillSentence(templateOf(issue), path);
    const known = (errors[path] ??= []);
    if (!known.includes(sentence)) known.push(sentence);
  }
  return errors;
}

/** Carriers send some kilobytes. One that adds a large field is understood, and no more is read of a stranger before its signature is. */
const MAX_CALLBACK_BYTES = 2_000_000;

/** @throws AppError payload_too_large */
export function callbackSize(): middy.MiddlewareObj<HttpEvent, HttpResponse> {
  return {
    before: ({ event }) => {
      if (!isLargerThan(MAX_CALLBACK_BYTES, event)) return;
      throw new AppError('payload_too_large', { message: 'The request body is larger than 2 MB.' });
    },
  };
}

/** Of a carrier's callback: the sentences of the schemas would quote what was sent, which may be long, or of a customer. */
export function callbackErrors(issues: readonly v.BaseIssue<unknown>[]): FieldErrors {
  return fieldErrors(issues.map((issue) => ({ ...issue, message: sentences.format })));
}

function templateOf(issue: v.BaseIssue<unknown>): string {
  if (isMissingKey(issue)) return sentences.required;
  return issue.type === 'object' ? sentences.object : issue.message;
}

/** valibot reports a missing key as an issue of the object that expects the quoted key. */
function isMissingKey(issue: v.BaseIssue<unknown>): boolean {
  return issue.type === 'object' && issue.received === 'undefined' && issue.expected?.startsWith('"') === true;
}

export type HttpFunction = (event: unknown, context?: Context) => Promise<HttpResponse>;

/** Disables middy's timeout: Lambda has one. */
export const lambdaKeepsTime = { timeoutEarlyInMillis: 0 } as const;

/** Answers contain personal data. API Gateway's own errors have neither header: an HTTP API cannot change them. */
const SAFE_HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

/** The outermost layer of every chain. Not a middleware, because the log context encloses the chain. */
export function observed(
  functionId: string,
  chain: (event: HttpEvent, context: Context) => Promise<HttpResponse>,
): HttpFunction {
  return (input, context) => {
    const event = v.parse(HttpEvent, input);
    const { requestId } = event.requestContext;
    return withLogContext({ functionId, requestId, ...versionOf(context) }, async () => {
      const response = await chain(event, context ?? contextOutsideLambda(requestId));
      // The alarm on the API is about what fails elsewhere.
      if (response.statusCode >= 500) metrics.count('FailureAnswered');
      const help = response.statusCode >= 400 ? helpLink(event) : {};
      return { ...response, headers: { ...SAFE_HEADERS, ...help, ...response.headers, 'x-request-id': requestId } };
    });
  };
}

function contextOutsideLambda(requestId: string): Context {
  return {
    awsRequestId: requestId,
    callbackWaitsForEmptyEventLoop: false,
    functionName: '',
    functionVersion: '',
    invokedFunctionArn: '',
    logGroupName: '',
    logStreamName: '',
    memoryLimitInMB: '',
    getRemainingTimeInMillis: () => 30_000,
    done: () => undefined,
    fail: () => undefined,
    succeed: () => undefined,
  };
}
