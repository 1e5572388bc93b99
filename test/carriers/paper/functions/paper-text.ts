import * as v from 'valibot';
import { smsEvents, smsMessages } from '#shared/container.ts';
import { clock } from '#shared/platform/clock.ts';
import { logger, metrics } from '#shared/platform/observability/telemetry.ts';
import { applyMessageProgress, findCarrierMessage, type ApplyMessageProgressDeps } from '#shared/sms/track-sms.ts';
import { ofMessage } from '#test/carriers/paper/paper-callback.ts';
import { paperStamp } from '#test/carriers/paper/paper-words.ts';

/** Receives what became of a text. */
export const handler = ofMessage({
  id: 'carrier/paper-text',
  form: v.object({ slip: v.string(), stamp: paperStamp }),
  deps: (): ApplyMessageProgressDeps => ({
    messages: smsMessages(),
    events: smsEvents(),
    clock: clock(),
    logger,
    metrics,
  }),
  async handle({ key, form: { slip: carrierMessageId, stamp: status } }, deps) {
    const { userId, id: smsId } = await findCarrierMessage(key, carrierMessageId, deps);
    await applyMessageProgress({ key: { userId, smsId }, carrierMessageId, status, errorCode: null }, deps);
    return undefined;
  },
});
