import type middy from '@middy/core';
import httpJsonBodyParser from '@middy/http-json-body-parser';
import * as v from 'valibot';
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
  return [missingBody, harmlessBody, httpJsonBodyParser(), parserErrors];
}

/** Treats a missing body as an empty object, so that the response names the required fields. */
const missingBody: middy.MiddlewareObj<HttpEvent, HttpResponse> = {
  before: ({ event }) => {
    if (event.body !== undefined && event.body !== '') return;
    Object.assign(event, { body: '{}', isBase64Encoded: false });
    event.headers['content-type'] = 'application/json';
  },
};

/** The names that the parser refuses, and escapes, which may write them or a lone surrogate. */
const SUSPECT = /__proto__|constructor|\\u/;

/**
 * Drops the keys that the parser would call malformed: they are no fields, and a later assignment of `__proto__` would change
 * what an object inherits. Replaces lone surrogates by U+FFFD: they cannot be encoded as UTF-8. A body that is not JSON is left
 * to the parser. A reviver on every body would take longer than the rest of the parser.
 */
const harmlessBody: middy.MiddlewareObj<HttpEvent, HttpResponse> = {
  before: ({ event }) => {
    const text = rawBody(event);
    if (!SUSPECT.test(text) && text.isWellFormed()) return;
    try {
      event.body = JSON.stringify(JSON.parse(text, harmless));
      event.isBase64Encoded = false;
    } catch {
      return;
    }
  },
};

function harmless(key: string, value: unknown): unknown {
  if (key === '__proto__') return undefined;
  if (typeof value === 'string') return value.toWellFormed();
  const isConstructor = key === 'constructor' && typeof value === 'object' && value !== null;
  return isConstructor && Object.hasOwn(value, 'prototype') ? undefined : value;
}

const ParserError = v.object({
  statusCode: v.number(),
  cause: v.object({ package: v.literal('@middy/http-json-body-parser') }),
});

const parserErrors: middy.MiddlewareObj<HttpEvent, HttpResponse> = {
  onError: (request) => {
    if (!v.is(ParserError, request.error)) return;
    const isOtherType = request.error.statusCode === 415;
    request.error = new AppError(isOtherType ? 'unsupported_media_type' : 'malformed_json');
  },
};
