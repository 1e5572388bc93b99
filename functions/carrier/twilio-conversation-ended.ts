import * as v from 'valibot';
import { twilioInstructions } from '#shared/carrier-container.ts';
import { calls, conversations, timer, voices } from '#shared/container.ts';
import {
  recordConversationEnd,
  type ConversationEnd,
  type RecordConversationEndDeps,
} from '#shared/conversations/close-conversation.ts';
import { defineCarrierCallback } from '#shared/integrations/twilio/carrier-callback.ts';
import { RECONNECT } from '#shared/integrations/twilio/relay-frames.ts';
import { clock } from '#shared/platform/clock.ts';
import { logger, metrics } from '#shared/platform/observability/telemetry.ts';

/** https://www.twilio.com/docs/voice/twiml/connect/conversationrelay */
const outcomes = { ended: 'ended', completed: 'hung_up', failed: 'failed' } as const satisfies Record<
  string,
  ConversationEnd['outcome']
>;

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
    instructions: twilioInstructions(),
    logger,
    metrics,
  }),
  handle: ({ key, form }, deps) => {
    const end = {
      carrierCallId: form.CallSid,
      outcome: outcomes[form.SessionStatus],
      isLost: form.HandoffData === RECONNECT,
      sessionId: form.SessionId,
      isCallUp: form.CallStatus === 'in-progress',
      errorCode: form.ErrorCode ?? null,
    };
    return recordConversationEnd(key, end, deps);
  },
});
