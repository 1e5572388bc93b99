import { describe, expect, it } from 'vitest';
import { handler } from '#functions/http/lookups/list-voices.ts';
import { publicVoices } from '#shared/catalog/voices.ts';
import { assistantDeps } from '#test/support/assistant-endpoints.ts';
import { askerOf } from '#test/support/http-event.ts';

const list = askerOf(handler.with(assistantDeps()));
const isOfMode = (mode: string) => (voice: { mode: string }) => voice.mode === mode;
const mine = { id: 5001, name: 'Mine', mode: 'pipeline' };
const shown = publicVoices.map(({ id, name, mode }) => ({ id, name, mode }));

describe('GET /user/assistants/voices', () => {
  it("answers 200 with the public voices and the user's own", async () => {
    expect(await list()).toEqual({ status: 200, body: [...shown, mine] });
  });

  it.each([
    { mode: 'pipeline', voices: [...shown.filter(isOfMode('pipeline')), mine] },
    { mode: 'multimodal', voices: shown.filter(isOfMode('multimodal')) },
  ])('lists the voices of $mode mode alone', async ({ mode, voices }) => {
    expect(await list({ query: `mode=${mode}` })).toEqual({ status: 200, body: voices });
  });
});
