import { expect, it } from 'vitest';
import { settingNote } from '#infra/generate/openapi/setting-notes.ts';

it.each([
  { field: 'ambient_sound_volume', note: /^The value is stored and has no effect, because / },
  { field: 'noise_cancellation', note: /^It has no effect in pipeline mode, because / },
  { field: 'llm_temperature', note: /^It has no effect in multimodal mode, because / },
])('tells clients that $field has no effect, and where', ({ field, note }) => {
  expect(settingNote(field)).toMatch(note);
});

it.each(['voice_id', 'phone_number'])('has nothing to say of %s', (field) => {
  expect(settingNote(field)).toBeUndefined();
});
