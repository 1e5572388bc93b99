import * as v from 'valibot';
import { calls, recordingLinks } from '#shared/container.ts';
import { clock } from '#shared/platform/clock.ts';
import { environment } from '#shared/platform/environment.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { openRecording, type OpenRecordingDeps } from '#shared/recordings/manage-recordings.ts';

/** The target of `recording_url`. The link itself authorizes. */
export const handler = defineEndpoint({
  id: 'recordings/get-recording',
  isPublic: true,
  summary: 'Listen to a recording',
  answers: { status: 302, body: v.strictObject({}) },
  refusals: ['recording_not_found', 'recording_not_ready'],
  pathToken: true,
  deps: (): OpenRecordingDeps => ({
    calls: calls(),
    recordings: recordingLinks(),
    clock: clock(),
    retentionDays: environment.recordingRetentionDays(),
  }),
  handle: async ({ token }, deps) => {
    const location = await openRecording(token, deps);
    return {
      status: 302,
      body: {},
      headers: { location, 'referrer-policy': 'no-referrer' },
    };
  },
});
