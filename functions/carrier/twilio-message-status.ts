import * as v from 'valibot';
import { smsEvents, smsMessages } from '#shared/container.ts';
import { defineMessageCallback, formCode, formSid } from '#shared/integrations/twilio/carrier-callback.ts';
import { messageStatus } from '#shared/integrations/twilio/statuses.ts';
import { clock } from '#shared/platform/clock.ts';
import { logger, metrics } from '#shared/platform/observability/telemetry.ts';
import { applyMessageProgress, findCarrierMessage, type ApplyMessageProgressDeps } from '#shared/sms/track-sms.ts';

/** Callbacks may come twice, late and in any order. */
export const handler = defineMessageCallback({
  id: 'carrier/twilio-message-status',
  form: v.object({
    MessageSid: formSid,
    MessageStatus: messageStatus,
    ErrorCode: formCode,
  }),
  deps: (): ApplyMessageProgressDeps => ({
    messages: smsMessages(),
    events: smsEvents(),
    clock: clock(),
    logger,
    metrics,
  }),
  handle: async ({ key, form }, deps) => {
    const { userId, id: smsId } = await findCarrierMessage(key, form.MessageSid, deps);
    await applyMessageProgress(
      {
        key: { userId, smsId },
        carrierMessageId: form.MessageSid,
        status: form.MessageStatus,
        errorCode: form.ErrorCode ?? null,
      },
      deps,
    );
    return undefined;
  },
});
