import * as v from 'valibot';
import type { Micros, WalletStore } from '#shared/accounts/account.ts';
import type { Assistant, AssistantStore } from '#shared/assistants/assistant.ts';
import { speakingModelFor } from '#shared/assistants/choose-model.ts';
import { findMissingVariables } from '#shared/assistants/prompt-template.ts';
import { AcceptedCallData } from '#shared/call-life/call-api.ts';
import type { CallStore } from '#shared/calls/call-store.ts';
import { secondsOnLine, type Call, type CallKey } from '#shared/calls/call.ts';
import type { LiveCalls, LiveCallSlot } from '#shared/calls/live-calls.ts';
import { reportAcceptedCall, configureCall, newCall } from '#shared/calls/new-call.ts';
import type { WidgetAccountStore } from '#shared/calls/widget-accounts.ts';
import type { SpeakingModel, ModelCatalogue } from '#shared/catalog/models.ts';
import { webRates } from '#shared/catalog/rate-card.ts';
import { findCallSlot } from '#shared/dialling/conversation-limits.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { DEFAULT_CARRIER_ACCOUNT } from '#shared/platform/environment.ts';
import { AppError, fillSentence, invalidFields, sentences } from '#shared/platform/errors.ts';
import { requireFewVariables } from '#shared/platform/http/fields.ts';
import { messageAnswer, plainText, recordId, wholeNumber } from '#shared/platform/http/record-fields.ts';
import { nextDraw, type IdSource } from '#shared/platform/ids.ts';
import type { Logger, Metrics } from '#shared/platform/observability/telemetry.ts';
import type { Timer } from '#shared/platform/timer/timer.ts';
import { hasTooManyCalls, widgetLimits, type WidgetLimits } from './widget-limits.ts';

interface StartWebCallInput {
  userId: number;
  assistantId: number;
  variables: Record<string, unknown>;
  /** Who starts the call by the widget of the assistant, as a hash, and gives all these variables. */
  visitor?: string | undefined;
}

export interface WebCallPass {
  /** Opens this one call, once. */
  accessToken: string;
  /** Seconds. */
  expiresIn: number;
  transport: 'twilio' | 'simulator';
  url?: string | undefined;
}

export type IssuePass = (key: CallKey) => Promise<WebCallPass>;

export interface StartedWebCall {
  call: Call;
  pass: WebCallPass;
  missingVariables: string[];
  speakingModel: SpeakingModel;
}

export interface StartWebCallDeps {
  assistants: Pick<AssistantStore, 'get'>;
  wallets: WalletStore;
  calls: CallStore;
  liveCalls: LiveCalls;
  widgetAccounts: WidgetAccountStore;
  timer: Timer;
  clock: Clock;
  ids: IdSource;
  logger: Logger;
  metrics: Metrics;
  models: ModelCatalogue;
  /** Undefined where the deployment has no web calls. */
  issuePass: IssuePass | undefined;
}

/** A page that has not begun its call by then will not: its token is no longer valid. */
const UNUSED_SECONDS = 90;
const LOOKS = 3;
const TRY_AGAIN_SECONDS = 10;
const WEB_NUMBER = 'web';

/**
 * A call that no page begins expires, and costs nothing.
 * @throws AppError web_calls_not_set_up, assistant_not_found, validation_failed, too_many_conversations,
 * insufficient_balance; too_many_requests where the money of a widget is used up
 */
export async function startWebCall(
  input: StartWebCallInput,
  deps: StartWebCallDeps,
  draw = 1,
): Promise<StartedWebCall> {
  const { issuePass } = deps;
  if (!issuePass) throw new AppError('web_calls_not_set_up');
  const { userId, assistantId, visitor } = input;
  const key = { userId, callId: deps.ids.recordId() };
  const [assistant, wallet, callSlot, accounts] = await Promise.all([
    deps.assistants.get(userId, assistantId),
    deps.wallets.get(userId),
    findCallSlot(deps.liveCalls, key),
    visitor === undefined ? undefined : deps.widgetAccounts.read(userId, assistantId, visitor),
  ]);
  if (!assistant) throw new AppError('assistant_not_found');
  const speakingModel = await requireSpeakingModel(assistant, deps);
  const variables = { ...assistant.variables, ...input.variables };
  requireFewVariables(variables);
  const limits = accounts && widgetLimits(assistant, accounts, deps.clock.now());
  if (callSlot === 'full' || (limits && hasTooManyCalls(limits))) throw tooManyConversations();
  const call = newWebCall(key, assistant, { available: wallet?.available ?? 0, limits, visitor, callSlot });
  if (!call) throw noMoney(key, wallet?.available ?? 0, limits, deps);
  // Before the call is stored: a crash in between cannot leave a call that is never checked.
  const [pass] = await Promise.all([issuePass(key), watchWebCall(call, deps)]);
  const configuration = configureCall(assistant, variables, visitor === undefined ? [] : Object.keys(input.variables));
  const begins = { callSlot, accounts: limits };
  const outcome = await deps.calls.createWithHold(call, configuration, undefined, begins);
  if (outcome === 'insufficient_balance') throw new AppError('insufficient_balance');
  if (outcome === 'full' && draw === LOOKS) throw tooManyConversations();
  if (outcome !== 'created') return startWebCall(input, deps, nextDraw(draw));
  await reportAcceptedCall(call, configuration, deps);
  return { call, pass, missingVariables: findMissingVariables(assistant, variables), speakingModel };
}

async function requireSpeakingModel(assistant: Assistant, deps: StartWebCallDeps): Promise<SpeakingModel> {
  const speakingModel = assistant.status === 'active' ? await speakingModelFor(assistant, deps) : undefined;
  if (speakingModel !== undefined && speakingModel !== 'none') return speakingModel;
  const sentence = speakingModel === 'none' ? sentences.noModel : sentences.selected;
  throw invalidFields({ assistant_id: [fillSentence(sentence, 'assistant_id')] });
}

const tooManyConversations = () => new AppError('too_many_conversations', { retryAfterSeconds: TRY_AGAIN_SECONDS });

/** Where the user's money would pay for a call, it is the widget's that does not. */
function noMoney(key: CallKey, available: Micros, limits: WidgetLimits | undefined, deps: StartWebCallDeps): AppError {
  if (!limits || available < limits.room) return new AppError('insufficient_balance');
  const { retryAfterSeconds } = limits;
  deps.metrics.count('WebCallRefused', { reason: 'spend' });
  deps.logger.warn('the spend of a widget is at its cap', { userId: key.userId, retryAfterSeconds });
  return new AppError('too_many_requests', { retryAfterSeconds });
}

interface Affords {
  available: Micros;
  limits: WidgetLimits | undefined;
  visitor: string | undefined;
  callSlot: LiveCallSlot | undefined;
}

/** Undefined: the available balance, or the money of the widget, does not pay for the shortest call. */
function newWebCall(
  { callId }: CallKey,
  assistant: Assistant,
  { available, limits, visitor, callSlot }: Affords,
): Call | undefined {
  const longestSeconds = limits?.longestSeconds ?? Number.POSITIVE_INFINITY;
  const call = newCall({
    callId,
    type: 'web',
    assistant: { ...assistant, maxDuration: Math.min(assistant.maxDuration, longestSeconds) },
    clientPhoneNumber: WEB_NUMBER,
    assistantPhoneNumber: WEB_NUMBER,
    carrierAccount: DEFAULT_CARRIER_ACCOUNT,
    available: Math.min(available, limits?.room ?? Number.POSITIVE_INFINITY),
    rates: webRates(),
  });
  return call && { ...call, ...(callSlot && { liveShard: callSlot.shard }), ...(visitor !== undefined && { visitor }) };
}

async function watchWebCall(call: Call, { timer, clock }: StartWebCallDeps): Promise<void> {
  const waitedSeconds = secondsOnLine(call, UNUSED_SECONDS, clock);
  await timer.afterCallSeconds(waitedSeconds, 'check-call', { userId: call.userId, callId: call.id, waitedSeconds });
}

const MESSAGE = 'Web call created successfully';

const passEntries = {
  call_id: recordId(),
  access_token: v.pipe(
    plainText('eyJhbGciOiJIUzI1NiIsImN0eSI6InR3aWxpby1mcGE7dj0xIiwidHlwIjoiSldUIn0.eyJncmFudHMiOnt9fQ.c2lnbmF0dXJl'),
    v.description('A Twilio access token with which a page begins this call, once.'),
  ),
  expires_in: v.pipe(wholeNumber(60), v.description('The seconds in which a page can begin the call.')),
  transport: v.pipe(
    v.picklist(['twilio', 'simulator']),
    v.description(
      'With `twilio`, the page calls with the Voice SDK of Twilio. With `simulator`, it calls through the WebSocket of the local stack.',
    ),
  ),
  url: v.optional(
    v.pipe(
      plainText('ws://127.0.0.1:3001/web-calls'),
      v.description('The URL of the WebSocket. The field is present only with the transport `simulator`.'),
    ),
  ),
};

export const WebCallData = v.pipe(
  v.strictObject({ ...passEntries, missing_variables: AcceptedCallData.pipe[0].entries.missing_variables }),
  v.title('WebCallData'),
);

export const WebCallAnswer = messageAnswer(MESSAGE, WebCallData);

/** Nothing about the prompt, which a visitor must not know. */
export const WidgetCallAnswer = messageAnswer(MESSAGE, v.pipe(v.strictObject(passEntries), v.title('WidgetCallData')));

export function toWidgetCallAnswer({ call, pass }: StartedWebCall): v.InferOutput<typeof WidgetCallAnswer> {
  const { accessToken, expiresIn, transport, url } = pass;
  const data = { call_id: call.id, access_token: accessToken, expires_in: expiresIn, transport };
  return { message: MESSAGE, data: { ...data, ...(url !== undefined && { url }) } };
}

export function toWebCallAnswer(started: StartedWebCall): v.InferOutput<typeof WebCallAnswer> {
  const { message, data } = toWidgetCallAnswer(started);
  const { missingVariables } = started;
  return { message, data: { ...data, ...(missingVariables.length > 0 && { missing_variables: missingVariables }) } };
}
