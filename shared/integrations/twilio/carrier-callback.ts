import middy from '@middy/core';
import * as v from 'valibot';
import type { CallStore } from '#shared/calls/call-store.ts';
import type { CallKey } from '#shared/calls/call.ts';
import { isStaleCallback } from '#shared/calls/carrier.ts';
import { findSigner, isSignedForm, type FormParameters } from '#shared/integrations/twilio/signature.ts';
import { clock } from '#shared/platform/clock.ts';
import { environment, once } from '#shared/platform/environment.ts';
import { AppError } from '#shared/platform/errors.ts';
import {
  errorAnswers,
  fieldErrors,
  type HttpFunction,
  lambdaKeepsTime,
  observed,
} from '#shared/platform/http/errors.ts';
import { type HttpEvent, type HttpResponse, parseForm } from '#shared/platform/http/http.ts';
import { parseRecordId } from '#shared/platform/http/record-fields.ts';
import { addLogContext, logger, metrics } from '#shared/platform/observability/telemetry.ts';
import type { SmsStore } from '#shared/sms/sms-deps.ts';
import type { SmsKey } from '#shared/sms/sms.ts';

type FormSchema = v.GenericSchema<unknown, unknown>;

export interface CarrierCallbackDefinition<Form extends FormSchema, Deps, Key = CallKey> {
  /** The manifest row of this callback. */
  id: string;
  /** The form fields to read. The carrier may add others at any time. */
  form: Form;
  /** Creates the real dependencies; called once, on the first callback. */
  deps: () => Deps;
  /** Returns TwiML for the carrier, or nothing. */
  handle: (
    callback: { key: Key; form: v.InferOutput<Form>; account: string },
    deps: Deps,
  ) => Promise<string | undefined>;
}

export interface CarrierCallback<Form extends FormSchema, Deps> extends HttpFunction {
  schemas: { form: Form };
  /** The same callback with other dependencies, for tests. */
  with(deps: Deps, verify: CallbackVerifier, now: () => number): HttpFunction;
}

/**
 * Defines a callback about one call, identified by the path. The signature is checked first: a forged or stale callback, or one of
 * an account that does not have the call, gets 403, is counted, and changes nothing. An unknown call is 404.
 */
export function defineCarrierCallback<Form extends FormSchema, Deps extends { calls: Pick<CallStore, 'get'> }>(
  definition: CarrierCallbackDefinition<Form, Deps>,
): CarrierCallback<Form, Deps> {
  return defineCallback(definition, {
    readPath(event) {
      const callId = readId(event, 'call_id');
      return { key: { userId: readId(event, 'user_id'), callId }, recordId: callId };
    },
    accountOf: async (key, { calls }) => (await calls.get(key))?.carrierAccount,
  });
}

/** Defines a callback about one text message, identified by the path. */
export function defineMessageCallback<Form extends FormSchema, Deps extends { messages: Pick<SmsStore, 'get'> }>(
  definition: CarrierCallbackDefinition<Form, Deps, SmsKey>,
): CarrierCallback<Form, Deps> {
  return defineCallback(definition, {
    readPath(event) {
      const smsId = readId(event, 'sms_id');
      return { key: { userId: readId(event, 'user_id'), smsId }, recordId: smsId };
    },
    accountOf: async (key, { messages }) => (await messages.get(key))?.carrierAccount,
  });
}

/** Defines a callback on the path that all numbers share. The form identifies the call or message, or its number. */
export function defineNumberCallback<Form extends FormSchema, Deps>({
  accountOf = async () => undefined,
  ...definition
}: CarrierCallbackDefinition<Form, Deps, object> & {
  /** The only account whose callback is right. Undefined, or absent: each of them may be, and the operation decides. */
  accountOf?: (form: v.InferOutput<Form>, deps: Deps) => Promise<string | undefined>;
}): CarrierCallback<Form, Deps> {
  return defineCallback(definition, {
    readPath: () => ({ key: {} }),
    accountOf: (_, deps, form) => accountOf(form, deps),
  });
}

const wholeSeconds = v.pipe(v.string(), v.regex(/^\d{1,6}$/), v.transform(Number));

/** The carrier's id of a call in a form, where no path names the call: a key of the table is made of it. */
export const formSid = v.pipe(v.string(), v.nonEmpty(), v.maxLength(64));

/** Seconds in a form. Undefined if they are missing or unreadable: a report counts without what only adds to it. */
export const formSeconds = v.fallback(v.optional(wholeSeconds), undefined);

/** A code of an error in a form. Undefined if it is missing or unreadable. */
export const formCode = v.fallback(v.optional(v.pipe(v.string(), v.regex(/^\d{1,6}$/))), undefined);

interface Subject<Key, Deps, Form = unknown> {
  /** The key in the path, and the record id, which contains its age. */
  readPath: (event: HttpEvent) => { key: Key; recordId?: number };
  /** The account that has the call or message. Undefined if it does not exist, or neither path nor form names one. */
  accountOf: (key: Key, deps: Deps, form: Form) => Promise<string | undefined>;
}

function readId({ pathParameters }: HttpEvent, parameter: string): number {
  return parseRecordId(pathParameters[parameter] ?? '') ?? 0;
}

function defineCallback<Form extends FormSchema, Deps, Key extends object>(
  definition: CarrierCallbackDefinition<Form, Deps, Key>,
  { readPath, accountOf }: Subject<Key, Deps, v.InferOutput<Form>>,
): CarrierCallback<Form, Deps> {
  const callbackOn = (deps: () => Deps, verify: CallbackVerifier, now: () => number): HttpFunction =>
    observed(
      definition.id,
      middy<HttpEvent, HttpResponse>(lambdaKeepsTime)
        .use(errorAnswers())
        .use(signature(verify))
        .use(freshness(readPath, now))
        .use(formFields(definition.form))
        .use(ownAccount((key: Key, form: v.InferOutput<Form>) => accountOf(key, deps(), form)))
        .handler<HttpEvent, HttpResponse>(async ({ key, form, account }) =>
          twimlResponse(await definition.handle({ key, form, account }, deps())),
        ),
    );
  return Object.assign(
    callbackOn(once(definition.deps), findCallbackSigner, () => clock().now()),
    {
      schemas: { form: definition.form },
      with: (deps: Deps, verify: CallbackVerifier, now: () => number) => callbackOn(() => deps, verify, now),
    },
  );
}

export interface SignedCallback {
  signature: string;
  /** Path and query as sent by the carrier. */
  pathAndQuery: string;
  params: FormParameters;
}

/** The carrier account that signed this callback. Undefined: none did. */
export type CallbackVerifier = (callback: SignedCallback) => Promise<string | undefined>;

/** Builds the URL from our own public address, never from a header. */
const findCallbackSigner: CallbackVerifier = async ({ signature, pathAndQuery, params }) =>
  findSigner(String(params['AccountSid'] ?? ''), (authToken) =>
    isSignedForm({
      authToken,
      signature,
      url: environment.publicUrl().replace(/\/$/, '') + pathAndQuery,
      params,
    }),
  );

interface Signed {
  params: FormParameters;
  /** The account that signed it. */
  account: string;
}

function signature(verify: CallbackVerifier): middy.MiddlewareObj<HttpEvent & Signed, HttpResponse> {
  return {
    before: async ({ event }) => {
      const query = event.rawQueryString === '' ? '' : `?${event.rawQueryString}`;
      const params = parseForm(event);
      const sent = event.headers['x-twilio-signature'] ?? '';
      const account = await verify({ signature: sent, pathAndQuery: event.rawPath + query, params });
      if (account === undefined) throw refusal('forged');
      event.params = params;
      event.account = account;
    },
  };
}

interface Keyed<Key> {
  key: Key;
}

const Timestamp = v.object({ Timestamp: v.pipe(v.string(), v.transform(Date.parse), v.number()) });

function freshness<Key extends object>(
  readPath: Subject<Key, unknown>['readPath'],
  now: () => number,
): middy.MiddlewareObj<HttpEvent & Signed & Keyed<Key>, HttpResponse> {
  return {
    before: ({ event }) => {
      const { key, recordId } = readPath(event);
      const timestamp = v.safeParse(Timestamp, event.params);
      const sentAt = timestamp.success ? timestamp.output.Timestamp : undefined;
      if (isStaleCallback(recordId, sentAt, now())) throw refusal('stale');
      event.key = key;
      addLogContext(key);
    },
  };
}

/** An account signs about its own calls and messages only. A stage with one account needs no look. */
function ownAccount<Key, Form>(
  accountOf: (key: Key, form: Form) => Promise<string | undefined>,
): middy.MiddlewareObj<HttpEvent & Signed & Keyed<Key> & { form: Form }, HttpResponse> {
  return {
    before: async ({ event }) => {
      if (environment.furtherCarrierAccounts().length === 0) return;
      const owner = await accountOf(event.key, event.form);
      if (owner !== undefined && owner !== event.account) throw refusal('foreign');
    },
  };
}

function refusal(reason: 'forged' | 'stale' | 'foreign'): AppError {
  metrics.count('CarrierCallbackRefused', { reason });
  logger.warn('carrier callback rejected', { reason });
  return new AppError('forbidden');
}

function formFields<Form extends FormSchema>(
  schema: Form,
): middy.MiddlewareObj<HttpEvent & Signed & { form: v.InferOutput<Form> }, HttpResponse> {
  return {
    before: ({ event }) => {
      const form = v.safeParse(schema, event.params);
      if (!form.success) throw new AppError('validation_failed', { errors: fieldErrors(form.issues) });
      event.form = form.output;
    },
  };
}

function twimlResponse(twiml: string | undefined): HttpResponse {
  if (twiml === undefined) return { statusCode: 204, headers: {}, body: '' };
  return { statusCode: 200, headers: { 'content-type': 'text/xml; charset=utf-8' }, body: twiml };
}
