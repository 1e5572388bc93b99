import { expect, it } from 'vitest';
import { transcriptText } from '#shared/domain/call/transcript-text.ts';

it('writes one line per turn', () => {
  const text = transcriptText([
    { sender: 'bot', text: 'Hello!', timestamp: 1 },
    { sender: 'human', text: 'Who is\n this?', timestamp: 2 },
  ]);
  expect(text).toBe('Assistant: Hello!\nCustomer: Who is this?');
});

it('is empty without turns', () => {
  expect(transcriptText([])).toBe('');
});
