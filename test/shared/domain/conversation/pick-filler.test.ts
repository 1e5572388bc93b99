import { describe, expect, it } from 'vitest';
import type { ConversationEvent } from '#shared/domain/conversation/conversation.ts';
import { moodOf } from '#shared/domain/conversation/mood-of.ts';
import { pickFiller } from '#shared/domain/conversation/pick-filler.ts';

const fillers = {
  neutral: ['Okay.', 'One moment.'],
  negative: [],
  positive: ['Great.'],
  question: ['Let me see.', 'Hm.'],
};
const said = (text: string): ConversationEvent => ({
  kind: 'assistant_said',
  at: 1,
  generation: 1,
  text,
  filler: true,
});

describe('the mood of a customer', () => {
  it.each([
    { text: 'Are you open today?', mood: 'question' },
    { text: 'how much is it', mood: 'question' },
    { text: '今日は開いていますか？', mood: 'question' },
    { text: 'Wie lange dauert das', mood: 'question' },
    { text: 'No, that is wrong.', mood: 'negative' },
    { text: 'It doesn’t work.', mood: 'negative' },
    { text: 'Das ist leider kaputt.', mood: 'negative' },
    { text: 'Yes, please.', mood: 'positive' },
    { text: 'Perfecto, gracias.', mood: 'positive' },
    { text: 'A table for two.', mood: 'neutral' },
    { text: 'Nottingham.', mood: 'neutral' },
    { text: '', mood: 'neutral' },
  ])('of «$text» is $mood', ({ text, mood }) => {
    expect(moodOf(text)).toBe(mood);
  });
});

describe('a filler', () => {
  it.each([
    { customerText: 'When?', filler: 'Let me see.' },
    { customerText: 'Yes.', filler: 'Great.' },
    { customerText: 'A table.', filler: 'Okay.' },
    { customerText: 'No.', filler: 'Okay.' },
  ])('to «$customerText» is «$filler»', ({ customerText, filler }) => {
    expect(pickFiller({ fillers, customerText, events: [] })).toBe(filler);
  });

  it('is never the same twice in a row', () => {
    const events: ConversationEvent[] = [];
    for (let turn = 0; turn < 20; turn += 1) {
      const next = pickFiller({ fillers, customerText: turn % 3 === 0 ? 'When?' : 'A table.', events });
      const before = events.at(-1);
      expect(next).toBeDefined();
      expect(next).not.toBe(before?.kind === 'assistant_said' && before.text);
      events.push(said(next!));
    }
  });

  it('is left out where there is no other one', () => {
    expect(pickFiller({ fillers, customerText: 'Yes.', events: [said('Great.')] })).toBeUndefined();
    const none = { neutral: [' '], negative: [], positive: [], question: [] };
    expect(pickFiller({ fillers: none, customerText: 'Yes.', events: [] })).toBeUndefined();
  });
});
