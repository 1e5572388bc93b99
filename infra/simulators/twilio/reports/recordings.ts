import type { LiveCall } from '#twilio/context/live-call.ts';
import type { CarrierContext } from '#twilio/context/simulator-context.ts';
import type { Recording } from '#twilio/journal/journal-entries.ts';
import { newSid, toRfc2822 } from '#twilio/wire/formats.ts';
import type { TwimlNode } from '#twilio/wire/parse-twiml.ts';
import { methodOf, type ServiceRequest } from '#twilio/wire/service-client.ts';

const PROCESSING_SECONDS = 3;

/** `<Start><Recording>`: from now to the end of the call. */
export function startRecording({ attributes }: TwimlNode, live: LiveCall): void {
  const { clock, journal } = live.context;
  const url = attributes['recordingStatusCallback'];
  const recording: Recording = {
    sid: newSid('RE'),
    callSid: live.sid,
    status: 'in-progress',
    channels: attributes['channels'] === 'dual' ? 2 : 1,
    startedAt: clock.now(),
    updatedAt: clock.now(),
    told: false,
    ...(url === undefined
      ? {}
      : {
          callback: {
            url,
            method: methodOf(attributes['recordingStatusCallbackMethod']),
            events: (attributes['recordingStatusCallbackEvent'] ?? 'completed').split(/\s+/),
          },
        }),
  };
  journal.saveRecording(recording);
  live.addEvent('recording', { sid: recording.sid, status: recording.status });
  if (recording.callback?.events.includes('in-progress')) void sendCallback(recording, live.context, 1);
}

/** Completes the recordings of a call that is over, after the seconds that their processing takes. */
export async function finishRecordings(callSid: string, context: CarrierContext, copies: number): Promise<void> {
  const { clock, journal } = context;
  const open = journal.recordings().filter((recording) => recording.callSid === callSid && !recording.told);
  if (open.length === 0) return;
  const endedAt = journal.call(callSid)?.endedAt ?? clock.now();
  await clock.sleep(PROCESSING_SECONDS);
  for (const recording of open) {
    const durationSeconds = Math.ceil(clock.seconds(endedAt - recording.startedAt));
    const done: Recording = { ...recording, status: 'completed', durationSeconds, updatedAt: clock.now() };
    journal.saveRecording(done);
    if (recording.callback?.events.includes('completed')) await sendCallback(done, context, copies);
    const current = journal.recordings().find(({ sid }) => sid === recording.sid);
    if (current) journal.saveRecording({ ...current, told: true });
  }
}

export function recordingUrl(recording: Recording, context: CarrierContext): string {
  return `${context.baseUrl()}/2010-04-01/Accounts/${context.accountSid}/Recordings/${recording.sid}`;
}

async function sendCallback(recording: Recording, context: CarrierContext, copies: number): Promise<void> {
  if (!recording.callback) return;
  const request: ServiceRequest = {
    callSid: recording.callSid,
    purpose: 'recording',
    url: recording.callback.url,
    method: recording.callback.method,
    idempotencyToken: `${recording.sid}-${recording.status}`,
    parameters: {
      AccountSid: context.accountSid,
      CallSid: recording.callSid,
      RecordingSid: recording.sid,
      RecordingUrl: recordingUrl(recording, context),
      RecordingStatus: recording.status,
      RecordingDuration: String(recording.durationSeconds ?? 0),
      RecordingChannels: String(recording.channels),
      RecordingStartTime: toRfc2822(recording.startedAt),
      RecordingSource: 'StartCallRecordingAPI',
      RecordingTrack: 'both',
      ErrorCode: '0',
    },
  };
  for (let copy = 0; copy < copies; copy += 1) await context.service.request(request);
}
