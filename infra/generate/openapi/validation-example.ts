import * as v from 'valibot';
import { jsonSchema } from '#infra/generate/openapi/json-schema.ts';
import { fillSentence, sentences, type FieldErrors } from '#shared/platform/errors.ts';
import type { EndpointContract } from '#shared/platform/http/endpoint.ts';
import { fieldErrors } from '#shared/platform/http/errors.ts';

const SHOWN = 2;

/** What the endpoint itself says to a request without fields, else to one with nothing but wrong ones. */
export function validationExample({ body, query }: EndpointContract): FieldErrors {
  const tried = [
    ...(body ? [problems(body, {}), problems(body, withEveryField(body, {}))] : []),
    ...(query ? [problems(query, withEveryField(query, 'unknown'))] : []),
    { 'Idempotency-Key': [fillSentence(sentences.maxLength(255), 'Idempotency-Key')] },
  ];
  const first = tried.find((errors) => Object.keys(errors).length > 0);
  return Object.fromEntries(Object.entries(first ?? {}).slice(0, SHOWN));
}

function problems(schema: v.GenericSchema, input: unknown): FieldErrors {
  const parsed = v.safeParse(schema, input);
  return parsed.success ? {} : fieldErrors(parsed.issues);
}

function withEveryField(schema: v.GenericSchema, value: unknown): Record<string, unknown> {
  const { properties = {} } = jsonSchema(schema);
  return Object.fromEntries(Object.keys(properties).map((name) => [name, value]));
}
