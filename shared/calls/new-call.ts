import { toDecimal, type Micros } from '#shared/accounts/account.ts';
import type { Assistant } from '#shared/assistants/assistant.ts';
import { speakingModelFor } from '#shared/assistants/choose-model.ts';
import { findMissingVariables } from '#shared/assistants/prompt-template.ts';
import type { ModelCatalogue } from '#shared/catalog/models.ts';
import type { CallRates } from '#shared/catalog/rate-card.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { recordIdTime } from '#shared/platform/ids.ts';
import type { Logger, Metrics } from '#shared/platform/observability/telemetry.ts';
import { affordableSeconds, holdFor } from './call-cost.ts';
import type { CallType, CallConfiguration } from './call-items.ts';
import type { Call } from './call.ts';

/** Without the assistant's own variables, which are among `variables`: both could exceed the size of one item. */
export function configureCall(
  assistant: Assistant,
  variables: Record<string, unknown>,
  visitorVariables: readonly string[] = [],
): CallConfiguration {
  const marked = visitorVariables.length > 0 && { visitorVariables: [...visitorVariables] };
  return { assistant: { ...assistant, variables: {} }, variables, ...marked };
}

export interface NewCall {
  callId: number;
  type: CallType;
  assistant: Assistant;
  clientPhoneNumber: string;
  assistantPhoneNumber: string;
  carrierAccount: string;
  available: Micros;
  rates: CallRates;
  reservationToken?: string | undefined;
  /** How long the call may wait for the carrier, in milliseconds. */
  expiresInMs?: number | undefined;
  /** Dialled although another call to the number is in progress. */
  allowsParallel?: boolean | undefined;
}

/** Stored where it is another one. */
export const RING_SECONDS = 30;

/** Undefined: the available balance does not pay for the shortest call. */
export function newCall(request: NewCall): Call | undefined {
  const { callId, type, assistant, clientPhoneNumber, assistantPhoneNumber, carrierAccount, available, rates } =
    request;
  const { reservationToken, expiresInMs, allowsParallel } = request;
  const seconds = affordableSeconds(available, assistant.maxDuration, rates);
  if (seconds === undefined) return undefined;
  const createdAt = recordIdTime(callId);
  return {
    id: callId,
    userId: assistant.userId,
    type,
    status: 'initiated',
    assistantId: assistant.id,
    assistantName: assistant.name,
    campaignId: null,
    campaignName: null,
    clientPhoneNumber,
    assistantPhoneNumber,
    carrierAccount,
    answeredBy: 'unknown',
    durationSeconds: 0,
    carrierCost: 0,
    totalCost: 0,
    hold: holdFor(seconds, rates),
    allowedSeconds: seconds,
    claimedAt: null,
    carrierCallId: null,
    answeredAt: null,
    endedAt: null,
    endedBy: null,
    connectionId: null,
    recording: null,
    createdAt,
    updatedAt: createdAt,
    ...(assistant.mode === 'multimodal' && { mode: assistant.mode }),
    ...(type === 'outbound' && assistant.ringingTime !== RING_SECONDS && { ringSeconds: assistant.ringingTime }),
    ...(type === 'outbound' && leavesMessage(assistant) && { leavesMessage: true }),
    ...(allowsParallel === true && { allowsParallel }),
    ...(reservationToken !== undefined && { reservationToken }),
    ...(expiresInMs !== undefined && { dialBefore: createdAt + expiresInMs }),
  };
}

function leavesMessage({ voiceMailMessage, endCallOnVoicemail }: NewCall['assistant']): boolean {
  return voiceMailMessage !== null || !endCallOnVoicemail;
}

/** Also logs an unfilled placeholder, which is spoken as it is written. */
export async function reportAcceptedCall(
  { userId, id: callId, hold }: Call,
  { assistant, variables }: CallConfiguration,
  deps: { models: ModelCatalogue; clock: Clock; logger: Logger; metrics: Metrics },
): Promise<void> {
  deps.metrics.count('CallAccepted');
  deps.metrics.count('MoneyHeld', {}, toDecimal(hold));
  const missing = findMissingVariables(assistant, variables);
  if (missing.length > 0) deps.logger.warn('variables missing', { userId, callId, variables: missing });
  if ((await speakingModelFor(assistant, deps)) === 'rehearsal') {
    deps.logger.warn('THE REHEARSAL MODEL SPEAKS in this call', { userId, callId });
  }
}
