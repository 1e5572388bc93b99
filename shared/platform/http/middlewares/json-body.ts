import type middy from '@middy/core';
import httpJsonBodyParser from '@middy/http-json-body-parser';
import * as v from 'valibot';
import { AppError, invalidFields, sentences } from '#shared/platform/errors.ts';
import { rawBody, type HttpEvent, type HttpResponse } from '#shared/platform/http/http.ts';

export function jsonBody() {
  return [
    missingBody,
    onlyPlain,
    withoutMark,
    readableType,
    onlyUtf8,
    harmlessBody,
    httpJsonBodyParser(),
    parserErrors,
  ];
}

/** As an empty object, so that the response names the required fields. */
const missingBody: middy.MiddlewareObj<HttpEvent, HttpResponse> = {
  before: ({ event }) => {
    if (event.body !== undefined && event.body !== '') return;
    Object.assign(event, { body: '{}', isBase64Encoded: false });
    event.headers['content-type'] = 'application/json';
  },
};

/** A compressed body is binary, and would be called malformed. */
const onlyPlain: middy.MiddlewareObj<HttpEvent, HttpResponse> = {
  before: ({ event: { headers } }) => {
    const coding = headers['content-encoding']?.trim().toLowerCase() ?? '';
    if (coding === '' || coding === 'identity') return;
    throw new AppError('unsupported_media_type', { message: 'The request body must not be compressed.' });
  },
};

/** A byte-order mark may be ignored: https://www.rfc-editor.org/rfc/rfc8259#section-8.1 */
const withoutMark: middy.MiddlewareObj<HttpEvent, HttpResponse> = {
  before: ({ event }) => {
    const text = rawBody(event);
    if (text.startsWith('\uFEFF')) Object.assign(event, { body: text.slice(1), isBase64Encoded: false });
  },
};

/** The parser knows no space before a parameter: https://www.rfc-editor.org/rfc/rfc9110#section-5.6.6 */
const readableType: middy.MiddlewareObj<HttpEvent, HttpResponse> = {
  before: ({ event: { headers } }) => {
    const [type, ...parameters] = headers['content-type']?.split(';') ?? [];
    if (type !== undefined) headers['content-type'] = [type.trim(), ...parameters].join(';');
  },
};

const CHARSET = /;\s*charset\s*=\s*"?([^\s";]+)/i;

// A charset has no effect (https://www.rfc-editor.org/rfc/rfc8259#section-8.1). Text in another one would lose its
// umlauts, as API Gateway replaces what is no UTF-8.
const onlyUtf8: middy.MiddlewareObj<HttpEvent, HttpResponse> = {
  before: ({ event }) => {
    const [, charset] = CHARSET.exec(event.headers['content-type'] ?? '') ?? [];
    if (charset === undefined || /^utf-?8$/i.test(charset) || !rawBody(event).includes('\uFFFD')) return;
    throw new AppError('unsupported_media_type', { message: 'The request body must be encoded as UTF-8.' });
  },
};

/** The names that the parser refuses, and escapes, which may write them or a lone surrogate. */
const SUSPECT = /__proto__|constructor|\\u/;

// Lone surrogates cannot be encoded as UTF-8. Numbers past the range would be written as null, so the parser refuses these.
const harmlessBody: middy.MiddlewareObj<HttpEvent, HttpResponse> = {
  before: ({ event }) => {
    const text = rawBody(event);
    if (!SUSPECT.test(text) && text.isWellFormed()) return;
    const body = parsed(text);
    if (body === undefined) return;
    const inherited = keysThatInherit(body);
    if (inherited.length > 0) throw notSupported(inherited);
    event.body = JSON.stringify(body);
    event.isBase64Encoded = false;
  },
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text, harmless);
  } catch {
    return undefined;
  }
}

/** Assigning `__proto__` changes what an object inherits. The parser calls it, and `constructor.prototype`, malformed. */
function keysThatInherit(body: unknown): string[] {
  const found: string[] = [];
  const open = [{ value: body, path: '' }];
  for (let one = open.pop(); one; one = open.pop()) {
    if (typeof one.value !== 'object' || one.value === null) continue;
    for (const [key, value] of Object.entries(one.value)) {
      const isConstructor = key === 'constructor' && typeof value === 'object' && value !== null;
      const isRefused = key === '__proto__' || (isConstructor && Object.hasOwn(value, 'prototype'));
      if (isRefused) found.push(one.path + key);
      else open.push({ value, path: `${one.path}${key}.` });
    }
  }
  return found;
}

/** Names each, with its path. */
export const notSupported = (paths: readonly string[]) =>
  invalidFields(Object.fromEntries(paths.map((path) => [path, [sentences.notSupported.replace('{f}', path)]])));

function harmless(_key: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError('Past the range of doubles');
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value === 'object' && value !== null && !Object.keys(value).every((name) => name.isWellFormed())) {
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name.toWellFormed(), part]));
  }
  return value;
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
