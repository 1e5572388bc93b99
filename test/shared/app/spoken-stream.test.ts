import { expect, it } from 'vitest';
import { createMemoryLanguageModel } from '#test/support/memory/platform.ts';
import { holdCall } from '#test/support/live-call.ts';

const WRITTEN = `# Our offer 🎉

**Good news**, dear *customer*: we have _two_ rooms left 👨‍👩‍👧‍👦 for you!

- The first one, with \`breakfast\` included; see [our page, part two](https://hotel.example/rooms?a=1,b=2 "all, rooms").
- [x] The second, <a href="https://hotel.example/x, y" class="big one">quiet</a> &amp; cheap 🇩🇪

| room | price |
|------|-------|
| one  | 90 €  |

\`\`\`text
Call us.
\`\`\`
~~Never~~ **always** open 👍🏽`;

const SPOKEN =
  'Our offer Good news, dear customer: we have two rooms left for you! The first one, with breakfast included; see our page, part two. ' +
  'The second, quiet & cheap room price one 90 € Call us. Never always open';

it.each([1, 2, 3, 5, 8, 13, 1000])(
  'markdown and emoji never reach the voice, in pieces of %i characters',
  async (size) => {
    const units = Array.from({ length: Math.ceil(WRITTEN.length / size) }, (_, index) =>
      WRITTEN.slice(index * size, (index + 1) * size),
    );
    const live = await holdCall({ model: createMemoryLanguageModel([units]) });
    await live.say('What do you have?');
    const spoken = live.tokens().join('').replaceAll(/\s+/g, ' ').trim();
    expect(spoken).toBe(SPOKEN);
  },
);
