import type middy from '@middy/core';
import { AppError } from '#shared/platform/errors.ts';
import { rawBody, type HttpEvent, type HttpResponse } from '#shared/platform/http/http.ts';

const MAX_BODY_BYTES = 256 * 1024;

/** Refuses a body of more than 256 KB on every endpoint. */
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
  return [missingBody, parsedBody];
}

/** Treats a missing body as an empty object, so that the response names the required fields. */
const missingBody: middy.MiddlewareObj<HttpEvent, HttpResponse> = {
  before: ({ event }) => {
    if (event.body !== undefined && event.body !== '') return;
    Object.assign(event, { body: '{}', isBase64Encoded: false });
    event.headers['content-type'] = 'application/json';
  },
};

/** JSON, also with a structured suffix such as `application/problem+json`, and with parameters. */
const JSON_TYPE = /^application\/([a-z0-9.+-]+\+)?json(;|$)/i;

const parsedBody: middy.MiddlewareObj<HttpEvent, HttpResponse> = {
  before: ({ event }) => {
    if (!JSON_TYPE.test(event.headers['content-type'] ?? '')) throw new AppError('unsupported_media_type');
    try {
      event.body = JSON.parse(rawBody(event), readValue);
    } catch (error) {
      throw new AppError('malformed_json', { cause: error });
    }
  },
};

/**
 * Drops the key `__proto__`: it is no field, and a later assignment of it would change what an object inherits. Replaces lone
 * surrogates by U+FFFD: they cannot be encoded as UTF-8.
 */
function readValue(key: string, value: unknown): unknown {
  if (key === '__proto__') return undefined;
  return typeof value === 'string' ? value.toWellFormed() : value;
}
