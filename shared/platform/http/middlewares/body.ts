import type middy from '@middy/core';
import httpJsonBodyParser from '@middy/http-json-body-parser';
import { AppError } from '#shared/domain/errors/app-error.ts';
import type { HttpEvent, HttpResponse } from '#shared/platform/http/http.ts';

const MAX_BODY_BYTES = 256 * 1024;

/** Refuses a body of more than 256 KB, whether the endpoint reads it or not. */
export function sizeLimit(): middy.MiddlewareObj<HttpEvent, HttpResponse> {
  return {
    before: ({ event: { body, isBase64Encoded } }) => {
      if (typeof body !== 'string') return;
      const bytes = Buffer.byteLength(body, isBase64Encoded ? 'base64' : 'utf8');
      if (bytes > MAX_BODY_BYTES) throw new AppError('payload_too_large');
    },
  };
}

/** Parses the body as JSON. */
export function jsonBody() {
  return [missingBody, httpJsonBodyParser({ reviver: wellFormed }), parserErrors];
}

/** A request without a body is read as an empty object, so that its answer names the fields that are missing. */
const missingBody: middy.MiddlewareObj<HttpEvent, HttpResponse> = {
  before: ({ event }) => {
    if (event.body !== undefined && event.body !== '') return;
    Object.assign(event, { body: '{}', isBase64Encoded: false });
    event.headers['content-type'] = 'application/json';
  },
};

/** Half a surrogate pair has no UTF-8: neither the table nor a webhook could carry it. It is read as a broken character. */
function wellFormed(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value;
}

const parserErrors: middy.MiddlewareObj<HttpEvent, HttpResponse> = {
  onError: (request) => {
    const status = parserStatus(request.error);
    if (status === undefined) return;
    request.error = new AppError(status === 415 ? 'unsupported_media_type' : 'malformed_json');
  },
};

/** The status of an error of the parser; undefined for errors of anything else. */
function parserStatus(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('statusCode' in error) || typeof error.statusCode !== 'number') return undefined;
  const { cause } = error;
  const isParser =
    typeof cause === 'object' &&
    cause !== null &&
    'package' in cause &&
    cause.package === '@middy/http-json-body-parser';
  return isParser ? error.statusCode : undefined;
}
