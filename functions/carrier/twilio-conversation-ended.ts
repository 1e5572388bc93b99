import * as v from 'valibot';
import { callInstructions, calls, conversations, timer, voices } from '#shared/container.ts';
import { recordConversationEnd, type RecordConversationEndDeps } from '#shared/conversations/close-conversation.ts';
import { defineCarrierCallback } from '#shared/integrations/twilio/carrier-callback.ts';
import { clock } from '#shared/platform/clock.ts';
import { logger, metrics } from '#shared/platform/observability/telemetry.ts';

/** The conversation has ended. The carrier asks for the next instructions: hang up, or connect the call again. */
export const handler = defineCarrierCallback({
  id: 'carrier/twilio-conversation-ended',
  form: v.object({
    CallSid: v.string(),
    SessionStatus: v.picklist(['ended', 'completed', 'failed']),
    CallStatus: v.optional(v.string(), ''),
    ErrorCode: v.optional(v.string()),
    HandoffData: v.optional(v.string()),
    SessionId: v.optional(v.string(), ''),
  }),
  deps: (): RecordConversationEndDeps => ({
    calls: calls(),
    conversations: conversations(),
    voices: voices(),
    timer: timer(),
    clock: clock(),
    instructions: callInstructions(),
    logger,
    metrics,
  }),
  handle: ({ key, form }, deps) => {
    const end = {
      carrierCallId: form.CallSid,
      sessionStatus: form.SessionStatus,
      sessionId: form.SessionId,
      isCallUp: form.CallStatus === 'in-progress',
      errorCode: form.ErrorCode ?? null,
      handoffData: form.HandoffData ?? null,
    };
    return recordConversationEnd(key, end, deps);
  },
});
