import * as v from 'valibot';
import { calls, queue } from '#shared/container.ts';
import { defineCarrierCallback, formSeconds, formSid, formText } from '#shared/integrations/twilio/carrier-callback.ts';
import { clock } from '#shared/platform/clock.ts';
import { logger } from '#shared/platform/observability/telemetry.ts';
import { recordCarrierRecording, type RecordCarrierRecordingDeps } from '#shared/recordings/manage-recordings.ts';
import type { CarrierRecording } from '#shared/recordings/recording.ts';

const states = new Map<string, CarrierRecording['state']>([
  ['completed', 'ready'],
  ['absent', 'absent'],
]);

export const handler = defineCarrierCallback({
  id: 'carrier/twilio-recording-status',
  form: v.object({
    CallSid: formSid,
    RecordingSid: formSid,
    RecordingStatus: formText(64),
    RecordingDuration: formSeconds,
  }),
  deps: (): RecordCarrierRecordingDeps => ({ calls: calls(), queue: queue(), clock: clock(), logger }),
  handle: async ({ key, form }, deps) => {
    const state = states.get(form.RecordingStatus);
    if (state === undefined) return undefined;
    const recording = { id: form.RecordingSid, state, durationSeconds: form.RecordingDuration ?? 0 };
    await recordCarrierRecording(key, form.CallSid, recording, deps);
    return undefined;
  },
});
