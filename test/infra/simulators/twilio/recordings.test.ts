import { expect, it } from 'vitest';
import { useCarrier } from '#test/infra/simulators/twilio/use-carrier.ts';

const carrier = useCarrier();

it('recordings are playable behind the password, as WAV and MP3', async () => {
  const { url: service } = carrier.service();
  const recording = `<Recording channels="dual" recordingStatusCallback="${service}/recording"/>`;
  const twiml = `<Response><Start>${recording}</Start><Pause length="12"/></Response>`;
  carrier.service().script = { twiml: { '/answered': twiml } };
  await carrier.call('+12025550155');
  await carrier.until(() => expect(carrier.service().to('/recording')).toHaveLength(1));
  const {
    RecordingUrl: url = '',
    RecordingSid: sid,
    RecordingDuration,
  } = carrier.service().to('/recording')[0]!.parameters;
  expect((await fetch(`${url}.wav`)).status).toBe(401);
  const wav = await carrier.client().request('GET', `/Recordings/${sid}.wav`);
  const bytes = Buffer.from(await wav.arrayBuffer());
  expect(bytes.subarray(0, 4).toString('latin1')).toBe('RIFF');
  expect(bytes.readUInt32LE(42)).toBe(Number(RecordingDuration) * 8000 * 2);
  const mp3 = await carrier.client().request('GET', `/Recordings/${sid}.mp3`);
  expect(mp3.headers.get('content-type')).toBe('audio/mpeg');
  expect(Buffer.from(await mp3.arrayBuffer()).readUInt16BE(0)).toBe(0xff_fb);
});
