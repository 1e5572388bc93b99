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
    ['Fish &amp; chips&nbsp;today', 'Fish & chips today'],
    ['go <!-- home --> now', 'go now'],
    ['Menu → Settings • Voice ✓', 'Menu Settings Voice'],
    ['Scotland \u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}!', 'Scotland !'],
    ['family 👨‍👩‍👧‍👦 ❤️', 'family'],
    ['~~old~~ **new**', 'old new'],
    ['### 1) First', '1) First'],
    ['- [x] done', 'done'],
    ['---', ''],
    ['🎉', ''],
    ['  ', ''],
    ['Acme® costs 5 €.', 'Acme® costs 5 €.'],
    ['你好。', '你好。'],
  ])('says %j as %j', (written, said) => {
    expect(cleanSpeech(written)).toBe(said);
  });
});
