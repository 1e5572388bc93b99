import * as v from 'valibot';
import { AppError } from '#shared/domain/errors/app-error.ts';
import { isStaleCallback } from '#shared/domain/carrier/callback-age.ts';
import type { CallKey } from '#shared/domain/call/call.ts';
import type { SmsKey } from '#shared/domain/sms/sms.ts';
import { parseRecordId } from '#shared/domain/ids/record-id.ts';
import { errorResponse } from '#shared/http/error-response.ts';
import { fieldErrors } from '#shared/http/field-errors.ts';
import { parseForm } from '#shared/http/parse-form.ts';
import { HttpEvent } from '#shared/http/http-event.ts';
import { jsonResponse, type HttpResponse } from '#shared/http/http-response.ts';
import { isCallbackSigned, type CallbackVerifier } from '#shared/runtime/callback-verifier.ts';
import { clock } from '#shared/runtime/clock.ts';
import { addLogContext, withLogContext } from '#shared/runtime/log-context.ts';
import { logger } from '#shared/runtime/logger.ts';
import { metrics } from '#shared/runtime/metrics.ts';

type FormSchema = v.GenericSchema<unknown, unknown>;

export interface CarrierCallbackDefinition<Form extends FormSchema, Deps, Key = CallKey> {
  /** The manifest row of this callback. */
  id: string;
  /** The form fields that are read; the carrier may add others at any time. */
  form: Form;
  deps: () => Deps;
  /** Gives TwiML for the carrier, or nothing. */
  handle: (callback: { key: Key; form: v.InferOutput<Form> }, deps: Deps) => Promise<string | undefined>;
}

export interface CarrierCallback<Form extends FormSchema, Deps> {
  (event: unknown, context?: unknown): Promise<HttpResponse>;
  schemas: { form: Form };
  /** The same callback on other dependencies, for tests. */
  with(deps: Deps, verify: CallbackVerifier, now: () => number): (event: unknown) => Promise<HttpResponse>;
}

const Timestamp = v.object({ Timestamp: v.pipe(v.string(), v.transform(Date.parse), v.number()) });

/** How the path of a callback names what it is about, and the id of that record, which tells how old it is. */
type ReadPath<Key> = (event: HttpEvent) => { key: Key; recordId?: number };

const callPath: ReadPath<CallKey> = (event) => {
  const callId = readId(event, 'call_id');
  return { key: { userId: readId(event, 'user_id'), callId }, recordId: callId };
};
const messagePath: ReadPath<SmsKey> = (event) => {
  const smsId = readId(event, 'sms_id');
  return { key: { userId: readId(event, 'user_id'), smsId }, recordId: smsId };
};
/** The path is that of all numbers. */
const noPath: ReadPath<object> = () => ({ key: {} });

/**
 * A callback of the carrier about one call, which the path names. The signature is checked before anything else:
 * forged or stale is 403, counted, and changes nothing; an unknown call is 404.
 */
export function defineCarrierCallback<Form extends FormSchema, Deps>(
  definition: CarrierCallbackDefinition<Form, Deps>,
): CarrierCallback<Form, Deps> {
  return defineCallback(definition, callPath);
}

/** The same about one text message. */
export function defineMessageCallback<Form extends FormSchema, Deps>(
  definition: CarrierCallbackDefinition<Form, Deps, SmsKey>,
): CarrierCallback<Form, Deps> {
  return defineCallback(definition, messagePath);
}

/** A callback about a call that comes in on a number: its form says which, by the ids and numbers of the carrier. */
export function defineNumberCallback<Form extends FormSchema, Deps>(
  definition: CarrierCallbackDefinition<Form, Deps, object>,
): CarrierCallback<Form, Deps> {
  return defineCallback(definition, noPath);
}

function defineCallback<Form extends FormSchema, Deps, Key extends object>(
  definition: CarrierCallbackDefinition<Form, Deps, Key>,
  path: ReadPath<Key>,
): CarrierCallback<Form, Deps> {
  let deps: Deps | undefined;
  const real = callbackHandler(
    definition,
    path,
    () => (deps ??= definition.deps()),
    isCallbackSigned,
    () => clock().now(),
  );
  return Object.assign(real, {
    schemas: { form: definition.form },
    with: (other: Deps, verify: CallbackVerifier, now: () => number) =>
      callbackHandler(definition, path, () => other, verify, now),
  });
}

function callbackHandler<Form extends FormSchema, Deps, Key extends object>(
  definition: CarrierCallbackDefinition<Form, Deps, Key>,
  readPath: ReadPath<Key>,
  deps: () => Deps,
  verify: CallbackVerifier,
  now: () => number,
): (input: unknown) => Promise<HttpResponse> {
  const answer = async (event: HttpEvent): Promise<HttpResponse> => {
    const params = parseForm(event);
    const { key, recordId } = readPath(event);
    if (!(await isGenuine(event, params, verify))) throw refuse(definition.id, 'forged');
    const timestamp = v.safeParse(Timestamp, params);
    if (isStaleCallback(recordId, timestamp.success ? timestamp.output.Timestamp : undefined, now())) {
      throw refuse(definition.id, 'stale');
    }
    addLogContext(key);
    const form = v.safeParse(definition.form, params);
    if (!form.success) throw new AppError('validation_failed', { errors: fieldErrors(form.issues) });
    const twiml = await definition.handle({ key, form: form.output }, deps());
    return twiml === undefined
      ? { statusCode: 204, headers: {}, body: '' }
      : { statusCode: 200, headers: { 'content-type': 'text/xml; charset=utf-8' }, body: twiml };
  };
  return (input) => {
    const event = v.parse(HttpEvent, input);
    const { requestId } = event.requestContext;
    return withLogContext({ functionId: definition.id, requestId }, async () => {
      const response = await answer(event).catch((error: unknown) => jsonResponse(errorResponse(error, {}, logger)));
      if (response.statusCode >= 500) metrics.count('RequestFailed', { function: definition.id });
      response.headers['x-request-id'] = requestId;
      return response;
    });
  };
}

async function isGenuine(
  event: HttpEvent,
  params: Record<string, string | string[]>,
  verify: CallbackVerifier,
): Promise<boolean> {
  const query = event.rawQueryString === '' ? '' : `?${event.rawQueryString}`;
  const signature = event.headers['x-twilio-signature'] ?? '';
  return verify({ signature, pathAndQuery: event.rawPath + query, params });
}

function refuse(functionId: string, reason: 'forged' | 'stale'): AppError {
  metrics.count('CarrierCallbackRefused', { reason });
  logger.warn('a carrier callback was refused', { callback: functionId, reason });
  return new AppError('forbidden');
}

function readId({ pathParameters }: HttpEvent, parameter: string): number {
  return parseRecordId(pathParameters[parameter] ?? '') ?? 0;
}
