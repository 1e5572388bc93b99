import * as v from 'valibot';
import type { CallInstructions } from '#shared/calls/carrier.ts';
import { twilioInstructions } from '#shared/carrier-container.ts';
import { realtimeDeps } from '#shared/container.ts';
import { defineCarrierCallback, formSid, formText } from '#shared/integrations/twilio/carrier-callback.ts';
import { recordBridgeEnd, type RecordBridgeEndDeps } from '#shared/realtime/realtime-events.ts';

/** `DialCallStatus`: https://www.twilio.com/docs/voice/twiml/dial */
const bridgeStatuses = ['completed', 'answered', 'busy', 'no-answer', 'failed', 'canceled'] as const;

/** An inbound call rings until the bridge connects (`answerOnBridge`). A caller who hangs up before ends it as `no-answer` or `canceled`. */
const liveStatuses = ['queued', 'ringing', 'in-progress'];

export const handler = defineCarrierCallback({
  id: 'carrier/twilio-bridge-ended',
  form: v.object({ CallSid: formSid, CallStatus: formText(64), DialCallStatus: v.picklist(bridgeStatuses) }),
  deps: (): RecordBridgeEndDeps & { instructions: CallInstructions } => ({
    ...realtimeDeps(),
    instructions: twilioInstructions(),
  }),
  handle: async ({ key, form }, deps) => {
    const { CallSid, CallStatus, DialCallStatus } = form;
    const end = {
      carrierCallId: CallSid,
      wasOpen: DialCallStatus === 'completed' || DialCallStatus === 'answered',
      customerHungUp: DialCallStatus === 'canceled' || !liveStatuses.includes(CallStatus),
      code: DialCallStatus,
    };
    await recordBridgeEnd(key, end, deps);
    return deps.instructions.hangUp();
  },
});
