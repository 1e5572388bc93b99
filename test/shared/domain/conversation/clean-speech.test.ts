import { describe, expect, it } from 'vitest';
import { cleanSpeech } from '#shared/domain/conversation/clean-speech.ts';

describe('clean speech', () => {
  it.each([
    ['**Hello** there, ', 'Hello there, '],
    ['**half of', 'half of'],
    ['a pair** of', 'a pair of'],
    ['# Title\n', 'Title '],
    ['- first\n', 'first '],
    ['* second', 'second'],
    ['1. third', '1. third'],
    ['> quoted', 'quoted'],
    ['`code` and ```js', 'code and'],
    ['see [our page](https://example.com/a?b=c). ', 'see our page. '],
    ['go to https://www.example.com/menu ', 'go to example.com/menu '],
    ['write to jane_doe@example.com', 'write to jane_doe@example.com'],
    ['_really_ nice', 'really nice'],
    ['Great! 🎉 👍🏽 🇩🇪 1️⃣ ', 'Great! 1 '],
    ['<b>bold</b> 3 < 4', 'bold 3 < 4'],
    ['| a | b |', 'a b'],
    ['---', ''],
    ['🎉', ''],
    ['  ', ''],
    ['Acme® costs 5 €.', 'Acme® costs 5 €.'],
    ['你好。', '你好。'],
  ])('says %j as %j', (written, said) => {
    expect(cleanSpeech(written)).toBe(said);
  });
});
