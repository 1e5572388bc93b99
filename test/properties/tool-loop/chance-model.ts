import type { LanguageModel, ReplyPart } from '#shared/conversations/language-model.ts';
import type { Chance } from '#test/properties/tool-loop/chance.ts';
import { kinds } from '#test/properties/tool-loop/receiver.ts';
import type { VirtualTime } from '#test/properties/tool-loop/virtual-time.ts';

/** Says some words, calls some tools, in any order; asks for the same again; fails. */
export function createChanceModel(time: VirtualTime, chance: Chance, hasFaults: boolean): LanguageModel {
  let parts = 0;
  const part = (): ReplyPart | Error => {
    parts += 1;
    if (hasFaults && chance.is(0.05)) return new Error('the model failed');
    if (chance.is(0.5)) return { kind: 'text', text: `These are the words number ${parts}. ` };
    const name = chance.one(kinds).name;
    const args = chance.is(0.1) ? { wrong: true } : { day: chance.int(1, 2) };
    return { kind: 'tool_call', id: `c${parts}`, name, arguments: args };
  };
  return {
    async *reply({ signal, tools, rounds = [] }) {
      const most = rounds.length > 0 && chance.is(0.7) ? 0 : chance.int(0, 3);
      const all = [...Array.from({ length: most }, part), ...(most === 0 ? [words()] : [])];
      for (const one of all) {
        await time.step(
          () => chance.int(5, 150),
          async () => undefined,
        );
        signal.throwIfAborted();
        if (one instanceof Error) throw one;
        if (one.kind === 'text' || tools.some(({ name }) => name === one.name)) yield one;
      }
    },
    evaluate: async () => ({}),
  };
  function words(): ReplyPart {
    parts += 1;
    return { kind: 'text', text: `The answer number ${parts}.` };
  }
}
