import middy from '@middy/core';
import * as v from 'valibot';
import type { CallStore } from '#shared/calls/call-store.ts';
import { LONGEST_WAIT_MS, type CallKey } from '#shared/calls/call.ts';
import { furtherCarrierAccounts } from '#shared/platform/carrier-settings.ts';
import { clock } from '#shared/platform/clock.ts';
import { once } from '#shared/platform/environment.ts';
import { AppError } from '#shared/platform/errors.ts';
import {
  callbackErrors,
  callbackSize,
  errorAnswers,
  type HttpFunction,
  lambdaKeepsTime,
  observed,
} from '#shared/platform/http/errors.ts';
import type { HttpEvent, HttpResponse } from '#shared/platform/http/http.ts';
import { parseRecordId } from '#shared/platform/http/record-fields.ts';
import { recordIdTime } from '#shared/platform/ids.ts';
import { addLogContext, logger, metrics } from '#shared/platform/observability/telemetry.ts';
import type { SmsStore } from '#shared/sms/sms-deps.ts';
import type { SmsKey } from '#shared/sms/sms.ts';

export type CallbackFields = Record<string, unknown>;

export interface CallbackProtocol<Fields extends CallbackFields> {
  /** In lower case. */
  signatureHeader: string;
  read: (event: HttpEvent) => Fields;
  verify: CallbackVerifier<Fields>;
  /** Epoch milliseconds; undefined if the callback has none. */
  sentAt: (fields: Fields) => number | undefined;
  /** @param instructions what the carrier does next with a call; undefined: it has asked nothing */
  answer: (instructions: string | undefined) => HttpResponse;
}

export interface SignedCallback<Fields> {
  signature: string;
  /** Path and query as sent by the carrier. */
  pathAndQuery: string;
  params: Fields;
}

/** The carrier account that signed it. Undefined: none did. */
export type CallbackVerifier<Fields> = (callback: SignedCallback<Fields>) => Promise<string | undefined>;

type FormSchema = v.GenericSchema<unknown, unknown>;

export interface CallbackDefinition<Form extends FormSchema, Deps, Key> {
  id: string;
  /** The carrier may add others at any time. */
  form: Form;
  deps: () => Deps;
  handle: (
    callback: { key: Key; form: v.InferOutput<Form>; account: string },
    deps: Deps,
  ) => Promise<string | undefined>;
}

export interface CarrierCallback<Form extends FormSchema, Deps, Fields> extends HttpFunction {
  schemas: { form: Form };
  read(event: HttpEvent): Fields;
  with(deps: Deps, verify: CallbackVerifier<Fields>, now: () => number): HttpFunction;
}

/** A forged or stale callback, or one of an account without the call or message, gets 403. An unknown call is 404. */
export function createCallbackDefiners<Fields extends CallbackFields>(protocol: CallbackProtocol<Fields>) {
  return {
    ofCall: <Form extends FormSchema, Deps extends { calls: Pick<CallStore, 'get'> }>(
      definition: CallbackDefinition<Form, Deps, CallKey>,
    ) =>
      defineCallback(protocol, definition, {
        readPath(event) {
          const callId = readId(event, 'call_id');
          return { key: { userId: readId(event, 'user_id'), callId }, recordId: callId };
        },
        accountOf: async (key, { calls }) => (await calls.get(key))?.carrierAccount,
      }),

    ofMessage: <Form extends FormSchema, Deps extends { messages: Pick<SmsStore, 'get'> }>(
      definition: CallbackDefinition<Form, Deps, SmsKey>,
    ) =>
      defineCallback(protocol, definition, {
        readPath(event) {
          const smsId = readId(event, 'sms_id');
          return { key: { userId: readId(event, 'user_id'), smsId }, recordId: smsId };
        },
        accountOf: async (key, { messages }) => (await messages.get(key))?.carrierAccount,
      }),

    ofNumber: <Form extends FormSchema, Deps>({
      accountOf = async () => undefined,
      ...definition
    }: CallbackDefinition<Form, Deps, object> & {
      /** The only account that may have signed. Undefined, or absent: the operation decides. */
      accountOf?: (form: v.InferOutput<Form>, deps: Deps) => Promise<string | undefined>;
    }) =>
      defineCallback(protocol, definition, {
        readPath: () => ({ key: {} }),
        accountOf: (_, deps, form) => accountOf(form, deps),
      }),
  };
}

function readId({ pathParameters }: HttpEvent, parameter: string): number {
  return parseRecordId(pathParameters[parameter] ?? '') ?? 0;
}

interface Subject<Key, Deps, Form = unknown> {
  /** The record id contains its age. */
  readPath: (event: HttpEvent) => { key: Key; recordId?: number };
  /** Undefined if the call or message does not exist, or none is named. */
  accountOf: (key: Key, deps: Deps, form: Form) => Promise<string | undefined>;
}

function defineCallback<Form extends FormSchema, Deps, Key extends object, Fields extends CallbackFields>(
  protocol: CallbackProtocol<Fields>,
  definition: CallbackDefinition<Form, Deps, Key>,
  { readPath, accountOf }: Subject<Key, Deps, v.InferOutput<Form>>,
): CarrierCallback<Form, Deps, Fields> {
  const callbackOn = (deps: () => Deps, verify: CallbackVerifier<Fields>, now: () => number): HttpFunction =>
    observed(
      definition.id,
      middy<HttpEvent, HttpResponse>(lambdaKeepsTime)
        .use(errorAnswers({ isCallback: true }))
        .use(callbackSize())
        .use(signature({ ...protocol, verify }))
        .use(freshness(protocol, readPath, now))
        .use(formFields(definition.form))
        .use(ownAccount((key: Key, form: v.InferOutput<Form>) => accountOf(key, deps(), form)))
        .handler<HttpEvent, HttpResponse>(async ({ key, form, account }) =>
          protocol.answer(await definition.handle({ key, form, account }, deps())),
        ),
    );
  return Object.assign(
    callbackOn(once(definition.deps), protocol.verify, () => clock().now()),
    {
      schemas: { form: definition.form },
      read: protocol.read,
      with: (deps: Deps, verify: CallbackVerifier<Fields>, now: () => number) => callbackOn(() => deps, verify, now),
    },
  );
}

interface Signed<Fields> {
  params: Fields;
  account: string;
}

function signature<Fields extends CallbackFields>({
  signatureHeader,
  read,
  verify,
}: CallbackProtocol<Fields>): middy.MiddlewareObj<HttpEvent & Signed<Fields>, HttpResponse> {
  return {
    before: async ({ event }) => {
      const query = event.rawQueryString === '' ? '' : `?${event.rawQueryString}`;
      const params = read(event);
      const sent = event.headers[signatureHeader] ?? '';
      const account = await verify({ signature: sent, pathAndQuery: event.rawPath + query, params });
      if (account === undefined) throw refusal('forged');
      event.params = params;
      event.account = account;
    },
  };
}

/** Carriers deliver within seconds and retry for minutes at most. An older callback is a replay. */
const MAX_EVENT_AGE_MS = 5 * 60_000;
/** The longest wait, and a day: the longest call takes 20 minutes, and its recording follows some minutes later. */
const MAX_RECORD_AGE_MS = LONGEST_WAIT_MS + 24 * 3_600_000;

function freshness<Key extends object, Fields extends CallbackFields>(
  { sentAt }: CallbackProtocol<Fields>,
  readPath: Subject<Key, unknown>['readPath'],
  now: () => number,
): middy.MiddlewareObj<HttpEvent & Signed<Fields> & { key: Key }, HttpResponse> {
  return {
    before: ({ event }) => {
      const { key, recordId } = readPath(event);
      const at = sentAt(event.params);
      const isOld = recordId !== undefined && now() - recordIdTime(recordId) > MAX_RECORD_AGE_MS;
      if (isOld || (at !== undefined && Math.abs(now() - at) > MAX_EVENT_AGE_MS)) throw refusal('stale');
      event.key = key;
      addLogContext(key);
    },
  };
}

function formFields<Form extends FormSchema, Fields>(
  schema: Form,
): middy.MiddlewareObj<HttpEvent & Signed<Fields> & { form: v.InferOutput<Form> }, HttpResponse> {
  return {
    before: ({ event }) => {
      const form = v.safeParse(schema, event.params);
      if (!form.success) throw new AppError('validation_failed', { errors: callbackErrors(form.issues) });
      event.form = form.output;
    },
  };
}

/** An account signs about its own calls and messages only. A stage with one account needs no look. */
function ownAccount<Key, Form, Fields>(
  accountOf: (key: Key, form: Form) => Promise<string | undefined>,
): middy.MiddlewareObj<HttpEvent & Signed<Fields> & { key: Key; form: Form }, HttpResponse> {
  return {
    before: async ({ event }) => {
      if (furtherCarrierAccounts().length === 0) return;
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
