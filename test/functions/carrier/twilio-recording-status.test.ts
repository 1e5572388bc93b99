import { describe, expect, it } from 'vitest';
import { handler } from '#functions/carrier/twilio-recording-status.ts';
import { carrierEvent, verifySigned } from '#test/support/carrier-event.ts';
import { carrierCallId, storeCall } from '#test/support/stored-call.ts';

async function setup() {
  const subject = await storeCall({ status: 'completed', carrierCallId });
  const endpoint = handler.with(subject, verifySigned, () => subject.clock.now());
  const report = (RecordingSid: string, RecordingStatus: string, signature?: string) => {
    const form = {
      CallSid: carrierCallId,
      RecordingSid,
      RecordingStatus,
      RecordingUrl: 'https://x/RE1',
      RecordingDuration: '9',
    };
    return endpoint(carrierEvent(subject.key, 'recording', form, signature));
  };
  return { ...subject, report };
}

describe('recording status callback', () => {
  it('keeps where the recording is; the first one stays', async () => {
    const { report, now } = await setup();
    expect((await report('RE1', 'completed')).statusCode).toBe(204);
    await report('RE2', 'completed');
    expect((await now())?.recording).toEqual({ id: 'RE1', url: 'https://x/RE1', durationSeconds: 9 });
  });

  it('keeps nothing of a recording that is absent', async () => {
    const { report, now } = await setup();
    await report('RE1', 'absent');
    expect((await now())?.recording).toBeNull();
  });

  it('answers 403 to a forged callback and keeps nothing', async () => {
    const { report, now } = await setup();
    expect((await report('RE1', 'completed', 'forged')).statusCode).toBe(403);
    expect((await now())?.recording).toBeNull();
  });
});
