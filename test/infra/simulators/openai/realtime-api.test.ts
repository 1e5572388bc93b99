import { describe, expect, it } from 'vitest';
import { useRealtimeModel } from '#test/support/realtime-model.ts';

const model = useRealtimeModel();

async function post(id: string, action: string, body: unknown = {}, key = model.apiKey) {
  const response = await fetch(`${model.apiUrl()}/realtime/calls/${id}/${action}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, error: text === '' ? undefined : (JSON.parse(text) as { error: unknown }).error };
}

const vad = (turn_detection: object) => ({ type: 'realtime', audio: { input: { turn_detection } } });

describe('the stand-in of the Realtime API', () => {
  it('accepts a call by its type alone', async () => {
    const { call } = model.ring();
    expect(await post(call.id, 'accept', { type: 'realtime' })).toEqual({ status: 200, error: undefined });
    expect(call).toMatchObject({ state: 'live', session: { model: 'gpt-realtime' } });
  });

  it.each([
    { case: 'no type', body: {}, param: 'type' },
    { case: 'an unknown field', body: { type: 'realtime', temperature: 0.5 }, param: 'temperature' },
    { case: 'another model', body: { type: 'realtime', model: 'gpt-4o' }, param: 'model' },
    {
      case: 'a voice of another user',
      body: { type: 'realtime', audio: { output: { voice: 'EXAVITQu4vr4xnSDxMaL' } } },
      param: 'audio.output.voice',
    },
    { case: 'a speed', body: { type: 'realtime', audio: { output: { speed: 2 } } }, param: 'audio.output.speed' },
    {
      case: 'a threshold',
      body: vad({ type: 'server_vad', threshold: 2 }),
      param: 'audio.input.turn_detection.threshold',
    },
    {
      case: 'an idle timeout that is too long',
      body: vad({ type: 'server_vad', idle_timeout_ms: 40_000 }),
      param: 'audio.input.turn_detection.idle_timeout_ms',
    },
    {
      case: 'a field of the other kind of turn detection',
      body: vad({ type: 'semantic_vad', threshold: 0.5 }),
      param: 'audio.input.turn_detection.threshold',
    },
    {
      case: 'a tool without an address',
      body: { type: 'realtime', tools: [{ type: 'mcp', server_label: 'a' }] },
      param: 'tools.0.server_url',
    },
  ])('refuses $case, and says which', async ({ body, param }) => {
    const { call } = model.ring();
    expect(await post(call.id, 'accept', body)).toMatchObject({
      status: 400,
      error: { type: 'invalid_request_error', param },
    });
    expect(call.state).toBe('ringing');
  });

  it.each([
    { case: 'no JSON', action: 'accept', body: '{', status: 400 },
    { case: 'a wrong key', action: 'accept', key: 'sk-wrong', status: 401 },
    { case: 'another action', action: 'transfer', status: 404 },
    { case: 'a hang-up while it rings', action: 'hangup', status: 409 },
  ])('answers $status to $case', async ({ action, body, key, status }) => {
    expect((await post(model.ring().call.id, action, body, key)).status).toBe(status);
  });

  it('hands a call over, which ends it', async () => {
    const { call, isHungUp } = model.ring();
    await post(call.id, 'accept', { type: 'realtime' });
    expect((await post(call.id, 'refer', { target_uri: 'tel:+12025550100' })).status).toBe(200);
    expect({ state: call.state, isHungUp: isHungUp() }).toEqual({ state: 'over', isHungUp: true });
  });
});
