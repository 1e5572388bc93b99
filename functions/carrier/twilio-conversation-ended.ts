import * as v from 'valibot';
import { twilioInstructions } from '#shared/carrier-container.ts';
import {
  calls,
  conversations,
  destinations,
  dialQueue,
  phoneNumbers,
  queue,
  timer,
  voices,
  wallets,
} from '#shared/container.ts';
import {
  recordConversationEnd,
  type ConversationEnd,
  type RecordConversationEndDeps,
} from '#shared/conversations/close-conversation.ts';
import { defineCarrierCallback, formCode, formSid, formText } from '#shared/integrations/twilio/carrier-callback.ts';
import { speechBackupFor } from '#shared/integrations/twilio/end-codes.ts';
import { RECONNECT } from '#shared/integrations/twilio/relay-frames.ts';
import { clock, pause } from '#shared/platform/clock.ts';
import { logger, metrics } from '#shared/platform/observability/telemetry.ts';

/** https://www.twilio.com/docs/voice/twiml/connect/conversationrelay */
const outcomes = { ended: 'ended', completed: 'hung_up', failed: 'failed' } as const satisfies Record<
  string,
  ConversationEnd['outcome']
>;

export const handler = defineCarrierCallback({
  id: 'carrier/twilio-conversation-ended',
  form: v.object({
    CallSid: formSid,
    SessionStatus: v.picklist(['ended', 'completed', 'failed']),
    CallStatus: formText(64),
    ErrorCode: formCode,
    HandoffData: formText(64),
    SessionId: formText(64),
  }),
  deps: (): RecordConversationEndDeps => ({
    calls: calls(),
    wallets: wallets(),
    destinations: destinations(),
    phoneNumbers: phoneNumbers(),
    dialQueue: dialQueue(),
    queue: queue(),
    pause,
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
      handOver: form.HandoffData,
      sessionId: form.SessionId,
      isCallUp: form.CallStatus === 'in-progress',
      errorCode: form.ErrorCode ?? null,
      speechBackup: speechBackupFor(form.ErrorCode),
    };
    return recordConversationEnd(key, end, deps);
  },
});
