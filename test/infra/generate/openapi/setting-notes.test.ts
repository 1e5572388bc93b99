import { expect, it } from 'vitest';
import { settingNote } from '#infra/generate/openapi/setting-notes.ts';

it.each([
  { field: 'ambient_sound_volume', note: /^Stored, and without effect: / },
  { field: 'noise_cancellation', note: /^Without effect in pipeline mode: / },
  { field: 'llm_temperature', note: /^Without effect in multimodal mode: / },
])('tells clients that $field has no effect, and where', ({ field, note }) => {
  expect(settingNote(field)).toMatch(note);
});

it.each(['voice_id', 'phone_number'])('has nothing to say of %s', (field) => {
  expect(settingNote(field)).toBeUndefined();
});
