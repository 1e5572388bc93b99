import { describe, expect, it } from 'vitest';
import { useCarrier } from '#test/support/carrier-simulator/use-carrier.ts';

describe('recordings', () => {
  const carrier = useCarrier();
  const record = async () => {
    const { url } = carrier.service();
    const recording = `<Recording channels="dual" recordingStatusCallback="${url}/recording"/>`;
    const twiml = `<Response><Start>${recording}</Start><Pause length="12"/></Response>`;
    carrier.service().script = { twiml: { '/answered': twiml } };
    const call = await carrier.call('+12025550155');
    await carrier.until(() => expect(carrier.service().to('/recording')).toHaveLength(1));
    return { call, told: carrier.service().to('/recording')[0]! };
  };

  it('are announced some seconds after the call, signed', async () => {
    const { call, told } = await record();
    expect(told.isSigned).toBe(true);
    expect(told.parameters).toMatchObject({
      CallSid: call.sid,
      RecordingSid: expect.stringMatching(/^RE[\da-f]{32}$/),
      RecordingStatus: 'completed',
      RecordingChannels: '2',
    });
    expect(Number(told.parameters['RecordingDuration'])).toBeGreaterThanOrEqual(12);
    expect(told.parameters['RecordingUrl']).not.toMatch(/\.\w+$/);
  });

  it('are playable behind the password, as WAV and MP3', async () => {
    const { told } = await record();
    const url = told.parameters['RecordingUrl'] ?? '';
    expect((await fetch(`${url}.wav`)).status).toBe(401);
    const sid = told.parameters['RecordingSid'] ?? '';
    const wav = await carrier.client().request('GET', `/Recordings/${sid}.wav`);
    const bytes = Buffer.from(await wav.arrayBuffer());
    expect(bytes.subarray(0, 4).toString('latin1')).toBe('RIFF');
    expect(bytes.readUInt32LE(42)).toBe(Number(told.parameters['RecordingDuration']) * 8000 * 2);
    const mp3 = await carrier.client().request('GET', `/Recordings/${sid}.mp3`);
    expect(mp3.headers.get('content-type')).toBe('audio/mpeg');
    expect(Buffer.from(await mp3.arrayBuffer()).readUInt16BE(0)).toBe(0xff_fb);
  });

  it('are listed under their call, and gone once deleted', async () => {
    const { call, told } = await record();
    const sid = told.parameters['RecordingSid'] ?? '';
    const list = await carrier.client().api('GET', `/Calls/${call.sid}/Recordings.json`);
    expect(list.body).toMatchObject({ recordings: [{ sid, call_sid: call.sid, channels: 2, status: 'completed' }] });
    expect((await carrier.client().api('DELETE', `/Recordings/${sid}.json`)).status).toBe(204);
    expect((await carrier.client().api('GET', `/Recordings/${sid}.json`)).status).toBe(404);
    expect((await carrier.client().request('GET', `/Recordings/${sid}.wav`)).status).toBe(404);
  });
});
