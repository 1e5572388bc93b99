import { describe, expect, it } from 'vitest';
import { createTwilioApi } from '#shared/integrations/twilio/twilio-api.ts';
import { createTwilioMedia, createTwilioRecordings } from '#shared/integrations/twilio/twilio-recordings.ts';
import type { CarrierRecordings } from '#shared/recordings/recording.ts';
import { accountSid, authorization, useSimulatedTwilio } from '#test/stores/simulated-twilio.ts';
import { waitFor } from '#test/support/local-stack.ts';
import { createMemoryCarrierRecordings } from '#test/support/memory/carrier.ts';

const unknown = `RE${'f'.repeat(32)}`;

interface Subject {
  recordings: CarrierRecordings;
  /** A call with a recording that is ready; returns the carrier's id of the call. */
  recordedCall: () => Promise<string>;
  silentCall: () => Promise<string>;
}

/** The service hangs up, after having asked for a recording on one of its paths. */
const simulated = useSimulatedTwilio(100, (path) => {
  const start = path === '/recorded' ? '<Start><Recording channels="dual"/></Start>' : '';
  return `${start}<Pause length="1"/><Hangup/>`;
});

function twilio(): Subject {
  const api = createTwilioApi(simulated.options());
  const recordings = createTwilioRecordings(api, createTwilioMedia(simulated.options()));
  const call = async (path: string) => {
    const parameters = new URLSearchParams({
      To: '+12025550102',
      From: '+12025550001',
      Url: simulated.serviceUrl() + path,
    });
    const answer = await api('POST', 'Calls.json', parameters);
    const { sid } = (answer as unknown as { body: { sid: string } }).body;
    await waitFor('the end of the call', async () => {
      const state = await api('GET', `Calls/${sid}.json`);
      return (state as unknown as { body: { status: string } }).body.status === 'completed';
    });
    return sid;
  };
  return {
    recordings,
    silentCall: () => call('/silent'),
    recordedCall: async () => {
      const sid = await call('/recorded');
      await waitFor('the recording', async () => (await recordings.find(sid))?.state === 'ready');
      return sid;
    },
  };
}

function memory(): Subject {
  const recordings = createMemoryCarrierRecordings();
  return {
    recordings,
    silentCall: async () => 'CA2',
    recordedCall: async () => {
      const audio = Buffer.from('RIFF…WAVEfmt …');
      recordings.known.set('CA1', { id: 'RE1', state: 'ready', durationSeconds: 2, audio });
      return 'CA1';
    },
  };
}

const read = async (stream: ReadableStream<Uint8Array> | undefined) =>
  stream && Buffer.from(await new Response(stream).arrayBuffer());

describe.each([
  { adapter: 'memory', create: memory },
  { adapter: 'twilio on the simulator', create: twilio },
])('carrier recordings on $adapter', ({ create }) => {
  it('finds the recording of a call, and gives its audio', async () => {
    const { recordings, recordedCall } = create();
    const found = await recordings.find(await recordedCall());
    expect(found).toMatchObject({ state: 'ready', id: expect.stringMatching(/^RE/) });
    expect(found!.durationSeconds).toBeGreaterThan(0);
    const audio = await read(await recordings.open(found!.id));
    expect(audio!.subarray(0, 4).toString()).toBe('RIFF');
  });

  it('finds none of a call that was not recorded, nor of one that never was', async () => {
    const { recordings, silentCall } = create();
    await expect(recordings.find(await silentCall())).resolves.toBeUndefined();
    await expect(recordings.find(`CA${'f'.repeat(32)}`)).resolves.toBeUndefined();
  });

  it('has nothing left after it was removed, also twice', async () => {
    const { recordings, recordedCall } = create();
    const callId = await recordedCall();
    const { id } = (await recordings.find(callId))!;
    await recordings.remove(id);
    await expect(recordings.remove(id)).resolves.toBeUndefined();
    await expect(recordings.open(id)).resolves.toBeUndefined();
    expect((await recordings.find(callId))?.state).not.toBe('ready');
  });

  it('does not know a recording that was never made', async () => {
    const { recordings } = create();
    await expect(recordings.open(unknown)).resolves.toBeUndefined();
    await expect(recordings.remove(unknown)).resolves.toBeUndefined();
  });
});

describe('Twilio adapter on the wire', () => {
  it('asks its own host for both channels, whatever an id looks like', async () => {
    const { recordings } = twilio();
    await recordings.open('../../../evil?x=1#');
    expect(simulated.requests()).toMatchObject([
      {
        method: 'GET',
        path: `/2010-04-01/Accounts/${accountSid}/Recordings/..%2F..%2F..%2Fevil%3Fx%3D1%23.wav?RequestedChannels=2`,
        authorization,
      },
    ]);
  });

  it('throws where the carrier fails, so that the work is tried again', async () => {
    const { recordings } = twilio();
    simulated.answer({ status: 500, body: 'busy' }, { status: 500, body: 'busy' }, { status: 500, body: 'busy' });
    await expect(recordings.open(unknown)).rejects.toThrow('Twilio answered 500 to a request for media');
    await expect(recordings.find('CA1')).rejects.toThrow('Twilio answered 500');
    await expect(recordings.remove(unknown)).rejects.toThrow('Twilio answered 500');
  });

  it('takes a recording that the carrier still works on for an open one', async () => {
    const { recordings } = twilio();
    const body = JSON.stringify({ recordings: [{ sid: 'RE1', status: 'processing', duration: null }] });
    simulated.answer({ status: 200, body });
    await expect(recordings.find('CA1')).resolves.toEqual({ id: 'RE1', state: 'open', durationSeconds: 0 });
  });
});
