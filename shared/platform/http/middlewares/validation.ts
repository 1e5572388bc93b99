import { gzipSync } from 'node:zlib';
import type middy from '@middy/core';
import * as v from 'valibot';
import { AppError, invalidFields, unknownFields, type ErrorCode, type FieldErrors } from '#shared/platform/errors.ts';
import { fieldErrors } from '#shared/platform/http/errors.ts';
import { isLargerThan, requestUrl, type HttpEvent, type HttpResponse } from '#shared/platform/http/http.ts';
import type { Identified } from '#shared/platform/http/middlewares/access-token.ts';
import { notSupported } from '#shared/platform/http/middlewares/json-body.ts';
import { parseRecordId, UUID } from '#shared/platform/http/record-fields.ts';

export const MAX_BODY_BYTES = 256 * 1024;

export function sizeLimit(): middy.MiddlewareObj<HttpEvent, HttpResponse> {
  return {
    before: ({ event }) => {
      if (isLargerThan(MAX_BODY_BYTES, event)) throw new AppError('payload_too_large');
    },
  };
}

// Lambda answers 6,291,556 bytes at most, as JSON: a body with its quotes escaped, and some headers.
// https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
const MAX_ANSWER_BYTES = 6_250_000;
const LARGE_ANSWER = 1_000_000;

/** Compresses a large answer. @throws AppError answer_too_large where Lambda would answer 500 */
export function answerSize(): middy.MiddlewareObj<HttpEvent, HttpResponse> {
  return {
    after: ({ event, response }) => {
      if (!response || response.body.length < LARGE_ANSWER) return;
      const { body, headers } = response;
      const fits = (text: string) => Buffer.byteLength(JSON.stringify(text)) <= MAX_ANSWER_BYTES;
      const accepted = event.headers['accept-encoding'];
      // Without the header a client has excluded no coding: https://www.rfc-editor.org/rfc/rfc9110#section-12.5.3
      if (accepted === undefined ? !fits(body) : acceptsGzip(accepted)) {
        const added = { 'content-encoding': 'gzip', vary: 'accept-encoding' };
        const compressed = gzipSync(body).toString('base64');
        Object.assign(response, { body: compressed, isBase64Encoded: true, headers: { ...headers, ...added } });
      }
      if (!fits(response.body)) throw new AppError('answer_too_large');
    },
  };
}

/** A weight of 0 refuses a coding; `*` is any that is not named. */
function acceptsGzip(header: string): boolean {
  const weights = new Map(
    header.split(',').map((part) => {
      const [coding = '', ...parameters] = part.split(';').map((one) => one.trim().toLowerCase());
      return [coding, Number(parameters.find((one) => one.startsWith('q='))?.slice(2) ?? 1)];
    }),
  );
  return (weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0) > 0;
}

export type Schema = v.GenericSchema<unknown, unknown>;

export interface InputRules<Body extends Schema, Query extends Schema, Deps> {
  body?: Body;
  query?: Query;
  /** Others are refused first. By default other fields are ignored. */
  onlyFields?: readonly string[];
  pathId?: ErrorCode;
  /** The path has the id or, as some clients have it, the UUID of a record. The error if it is neither. */
  pathReference?: ErrorCode;
  /** Clients may name an assistant in the path: `assistant_id` of the body. The error if it is no id and no UUID. */
  assistantInPath?: ErrorCode;
  pathToken?: true;
  pathDelivery?: true;
  pathNumber?: true;
  /** Rules outside the schema. Gets the body as sent when it fails its schema, so that one response has all errors. */
  crossFieldErrors?: (request: { userId: number; id: number; body: unknown }, deps: Deps) => Promise<FieldErrors>;
}

export interface ValidInput<Body extends Schema, Query extends Schema> {
  /** 0, and the texts empty, if the path has none. */
  id: number;
  reference: number | string;
  token: string;
  deliveryId: string;
  phoneNumber: string;
  body: v.InferOutput<Body>;
  query: v.InferOutput<Query>;
  url: () => URL;
  sourceIp: string;
}

interface Validated<Body extends Schema, Query extends Schema> {
  input: ValidInput<Body, Query>;
}

export function validation<Body extends Schema, Query extends Schema, Deps>(
  rules: InputRules<Body, Query, Deps>,
  deps: () => Deps,
): middy.MiddlewareObj<HttpEvent & Identified & Validated<Body, Query>, HttpResponse> {
  return {
    before: async ({ event }) => {
      if (rules.onlyFields) refuseOtherFields(event.body, rules.onlyFields);
      const id = rules.pathId === undefined ? 0 : readPathId(event, rules.pathId);
      const reference = rules.pathReference === undefined ? 0 : readReference(event, rules.pathReference);
      const parameters = queryParameters(event.rawQueryString);
      if (rules.query) refuseLists(parameters);
      const query = parse(rules.query, parameters);
      if (!query.success) throw invalidFields(fieldErrors(query.issues));
      const body = parse(rules.body, rules.assistantInPath ? withAssistant(event, rules.assistantInPath) : event.body);
      if (!body.success) {
        const more = await rules.crossFieldErrors?.({ userId: event.userId, id, body: event.body }, deps());
        throw invalidFields({ ...more, ...fieldErrors(body.issues) });
      }
      const { token = '', delivery_id: deliveryId = '', phone_number: phoneNumber = '' } = event.pathParameters;
      const sourceIp = event.requestContext.http?.sourceIp ?? '';
      const url = () => requestUrl(event);
      const ofPath = { id, reference, token, deliveryId, phoneNumber };
      event.input = { ...ofPath, body: body.output, query: query.output, url, sourceIp };
    },
  };
}

function refuseOtherFields(body: unknown, known: readonly string[]): void {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return;
  const others = Object.keys(body).filter((name) => !known.includes(name));
  if (others.length > 0) throw unknownFields(others);
}

function readPathId(event: HttpEvent, refusal: ErrorCode): number {
  const id = parseRecordId(event.pathParameters['id'] ?? '');
  if (id === undefined) throw new AppError(refusal);
  return id;
}

function readReference({ pathParameters: { id = '' } }: HttpEvent, refusal: ErrorCode): number | string {
  const uuid = id.toLowerCase();
  const reference = parseRecordId(id) ?? (UUID.test(uuid) ? uuid : undefined);
  if (reference === undefined) throw new AppError(refusal);
  return reference;
}

function withAssistant({ body, pathParameters: { id } }: HttpEvent, refusal: ErrorCode): unknown {
  if (id === undefined || typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  if (parseRecordId(id) === undefined && !UUID.test(id.toLowerCase())) throw new AppError(refusal);
  return { ...body, assistant_id: id };
}

/** `status[]=x` and `filter[status]=x` are of other services. Ignored, they would answer with what was to be left out. */
function refuseLists(parameters: Record<string, string>): void {
  const lists = Object.keys(parameters).filter((name) => /\[.*\]$/.test(name));
  if (lists.length > 0) throw notSupported(lists);
}

/** The last value of a repeated parameter counts. An empty one counts as not sent. */
function queryParameters(query: string): Record<string, string> {
  if (query === '') return {};
  return Object.fromEntries([...new URLSearchParams(query)].filter(([, value]) => value.trim() !== ''));
}

const anything = v.any();

function parse<S extends Schema>(schema: S | undefined, input: unknown): v.SafeParseResult<S> {
  return v.safeParse(schema ?? anything, input);
}
