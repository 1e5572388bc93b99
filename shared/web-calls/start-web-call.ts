import * as v from 'valibot';
import type { WalletStore } from '#shared/accounts/account.ts';
import type { Assistant, AssistantStore } from '#shared/assistants/assistant.ts';
import { speakingModelFor } from '#shared/assistants/choose-model.ts';
import { findMissingVariables } from '#shared/assistants/prompt-template.ts';
import { AcceptedCallData } from '#shared/call-life/call-api.ts';
import type { CallStore } from '#shared/calls/call-store.ts';
import { secondsOnLine, type Call, type CallKey } from '#shared/calls/call.ts';
import type { LiveCalls, LiveCallSlot } from '#shared/calls/live-calls.ts';
import { reportAcceptedCall, configureCall, newCall } from '#shared/calls/new-call.ts';
import type { SpeakingModel, ModelCatalogue } from '#shared/catalog/models.ts';
import { webRates } from '#shared/catalog/rate-card.ts';
import { findCallSlot } from '#shared/dialling/conversation-limits.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { DEFAULT_CARRIER_ACCOUNT } from '#shared/platform/environment.ts';
import { AppError, fillSentence, invalidFields, sentences } from '#shared/platform/errors.ts';
import { fitsVariablesLimit, tooManyVariables } from '#shared/platform/http/fields.ts';
import { messageAnswer, plainText, recordId, wholeNumber } from '#shared/platform/http/record-fields.ts';
import { nextDraw, type IdSource } from '#shared/platform/ids.ts';
import type { Logger, Metrics } from '#shared/platform/observability/telemetry.ts';
import type { Timer } from '#shared/platform/timer/timer.ts';

interface StartWebCallInput {
  userId: number;
  assistantId: number;
  variables: Record<string, unknown>;
  isByWidget?: boolean;
  visitor?: string;
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

interface StartedWebCall {
  call: Call;
  pass: WebCallPass;
  missingVariables: string[];
  speakingModel: SpeakingModel;
}

export interface StartWebCallDeps {
  assistants: AssistantStore;
  wallets: WalletStore;
  calls: CallStore;
  liveCalls: LiveCalls;
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
const WIDGET_CALLS_AT_ONCE = 5;
/** Calls that no page has begun yet. Each counts as one of the widget for 90 seconds. */
const VISITOR_CALLS_WAITING = 2;
const LOOKS = 3;
const TRY_AGAIN_SECONDS = 10;
const WEB_NUMBER = 'web';

/**
 * A call that no page begins expires, and costs nothing.
 * @throws AppError web_calls_not_set_up, assistant_not_found, validation_failed, too_many_conversations,
 * insufficient_balance
 */
export async function startWebCall(
  input: StartWebCallInput,
  deps: StartWebCallDeps,
  draw = 1,
): Promise<StartedWebCall> {
  const { issuePass } = deps;
  if (!issuePass) throw new AppError('web_calls_not_set_up');
  const { userId } = input;
  const key = { userId, callId: deps.ids.recordId() };
  const [assistant, wallet, callSlot] = await Promise.all([
    deps.assistants.get(userId, input.assistantId),
    deps.wallets.get(userId),
    findCallSlot(deps.liveCalls, key),
  ]);
  if (!assistant) throw new AppError('assistant_not_found');
  const speakingModel = await requireSpeakingModel(assistant, deps);
  const variables = { ...assistant.variables, ...input.variables };
  if (!fitsVariablesLimit(variables)) throw tooManyVariables();
  if (callSlot === 'full') throw tooManyConversations();
  const call = newWebCall(key, assistant, wallet?.available ?? 0, { ...input, callSlot });
  if (!call) throw new AppError('insufficient_balance');
  // Before the call is stored: a crash in between cannot leave a call that is never checked.
  const [pass] = await Promise.all([issuePass(key), watchWebCall(call, deps)]);
  const configuration = configureCall(assistant, variables);
  const begins = { callSlot, ...(input.isByWidget === true && widgetLimits(assistant, input.visitor)) };
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

/** One visitor leaves a call to others, where the widget has two. */
function widgetLimits({ widgetSettings }: Assistant, visitor: string | undefined) {
  const mostOfWidget = widgetSettings.calls_at_once ?? WIDGET_CALLS_AT_ONCE;
  const most = Math.max(1, Math.min(VISITOR_CALLS_WAITING, mostOfWidget - 1));
  return { mostOfWidget, ...(visitor !== undefined && { visitor: { hash: visitor, most } }) };
}

/** Undefined: the available balance does not pay for the shortest call. */
function newWebCall(
  { callId }: CallKey,
  assistant: Assistant,
  available: number,
  { isByWidget, callSlot }: Pick<StartWebCallInput, 'isByWidget'> & { callSlot: LiveCallSlot | undefined },
): Call | undefined {
  const call = newCall({
    callId,
    type: 'web',
    assistant,
    clientPhoneNumber: WEB_NUMBER,
    assistantPhoneNumber: WEB_NUMBER,
    carrierAccount: DEFAULT_CARRIER_ACCOUNT,
    available,
    rates: webRates(),
  });
  return (
    call && { ...call, ...(callSlot && { liveShard: callSlot.shard }), ...(isByWidget === true && { isByWidget }) }
  );
}

async function watchWebCall(call: Call, { timer, clock }: StartWebCallDeps): Promise<void> {
  const waitedSeconds = secondsOnLine(call, UNUSED_SECONDS, clock);
  await timer.afterCallSeconds(waitedSeconds, 'check-call', { userId: call.userId, callId: call.id, waitedSeconds });
}

const MESSAGE = 'Web call created successfully';

export const WebCallData = v.pipe(
  v.strictObject({
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
    missing_variables: AcceptedCallData.pipe[0].entries.missing_variables,
  }),
  v.title('WebCallData'),
);

export const WebCallAnswer = messageAnswer(MESSAGE, WebCallData);

export function toWebCallAnswer({ call, pass, missingVariables }: StartedWebCall): v.InferOutput<typeof WebCallAnswer> {
  return {
    message: MESSAGE,
    data: {
      call_id: call.id,
      access_token: pass.accessToken,
      expires_in: pass.expiresIn,
      transport: pass.transport,
      ...(pass.url !== undefined && { url: pass.url }),
      ...(missingVariables.length > 0 && { missing_variables: missingVariables }),
    },
  };
}
