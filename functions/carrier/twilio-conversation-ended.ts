import * as v from 'valibot';
import type { CallInstructions } from '#shared/calls/carrier.ts';
import { callInstructions, calls, timer } from '#shared/container.ts';
import { recordConversationEnd, type RecordConversationEndDeps } from '#shared/conversations/close-conversation.ts';
import { defineCarrierCallback } from '#shared/integrations/twilio/carrier-callback.ts';
import { logger, metrics } from '#shared/platform/observability/telemetry.ts';

/** The conversation has ended. The carrier asks for the next instruction: hang up. */
export const handler = defineCarrierCallback({
  id: 'carrier/twilio-conversation-ended',
  form: v.object({
    CallSid: v.string(),
    SessionStatus: v.picklist(['ended', 'completed', 'failed']),
    ErrorCode: v.optional(v.string()),
  }),
  deps: (): RecordConversationEndDeps & { instructions: CallInstructions } => ({
    calls: calls(),
    timer: timer(),
    instructions: callInstructions(),
    logger,
    metrics,
  }),
  handle: async ({ key, form }, deps) => {
    const { CallSid, SessionStatus, ErrorCode } = form;
    const end = { carrierCallId: CallSid, sessionStatus: SessionStatus, errorCode: ErrorCode ?? null };
    await recordConversationEnd(key, end, deps);
    return deps.instructions.hangUp();
  },
});
