import * as v from 'valibot';
import { noteConversationEnd, type NoteConversationEndDeps } from '#shared/conversations/close-conversation.ts';
import { defineCarrierCallback } from '#shared/integrations/twilio/carrier-callback.ts';
import type { CallAnswers } from '#shared/calls/carrier.ts';
import { callAnswers, calls, timer } from '#shared/container.ts';
import { logger, metrics } from '#shared/platform/observability/telemetry.ts';

/** The conversation is over; the carrier asks what comes next, which is to hang up. */
export const handler = defineCarrierCallback({
  id: 'carrier/twilio-conversation-ended',
  form: v.object({
    CallSid: v.string(),
    SessionStatus: v.picklist(['ended', 'completed', 'failed']),
    ErrorCode: v.optional(v.string()),
  }),
  deps: (): NoteConversationEndDeps & { answers: CallAnswers } => ({
    calls: calls(),
    timer: timer(),
    answers: callAnswers(),
    logger,
    metrics,
  }),
  handle: async ({ key, form }, deps) => {
    const { CallSid, SessionStatus, ErrorCode } = form;
    const end = { carrierCallId: CallSid, sessionStatus: SessionStatus, errorCode: ErrorCode ?? null };
    await noteConversationEnd(key, end, deps);
    return deps.answers.hangUp();
  },
});
