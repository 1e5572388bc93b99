import * as v from 'valibot';
import { conversations } from '#shared/container.ts';
import {
  recordConversationEnd,
  type ConversationEnd,
  type RecordConversationEndDeps,
} from '#shared/conversations/close-conversation.ts';
import { defineCarrierCallback, formCode, formSid, formText } from '#shared/integrations/twilio/carrier-callback.ts';
import { speechBackupFor } from '#shared/integrations/twilio/end-codes.ts';
import { RECONNECT } from '#shared/integrations/twilio/relay-frames.ts';
import { transferCallDeps } from '#shared/transfer-container.ts';

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
  deps: (): RecordConversationEndDeps => ({ ...transferCallDeps(), conversations: conversations() }),
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
