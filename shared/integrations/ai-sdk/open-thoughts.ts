import type { ModelEntry } from '#shared/catalog/models.ts';

/** `tag`: their thoughts end with a tag that nothing has opened. `channel`: so do they, with the name of a channel. */
export type OpenThoughts = 'tag' | 'channel';

// Chat templates that open the thoughts in the prompt: https://huggingface.co/deepseek-ai/DeepSeek-R1/discussions/144
const TAGGED =
  /deepseek-?r1|\br1-distill|qwen-?3(?!.*instruct)|\bqwq\b|magistral|\bglm-?4\.[5-9]|nemotron|-thinking\b/iu;
// Servers that drop the marks of harmony leave «analysisThey ask …assistantfinalWe are open.»
const CHANNELLED = /gpt-oss/iu;

/** By the name at a compatible server: OpenAI and Bedrock send thoughts apart. */
export function openThoughtsOf(servedName: string, reasoning: ModelEntry['reasoning']): OpenThoughts | undefined {
  if (reasoning === 'none') return undefined;
  if (CHANNELLED.test(servedName)) return 'channel';
  return TAGGED.test(servedName) ? 'tag' : undefined;
}

const ENDS: Readonly<Record<OpenThoughts, RegExp>> = {
  tag: /<\/(?:think|thinking|thought|reasoning)>|\[\/THINK\]/iu,
  channel: /(?:<\|[a-z]+\|>)*assistant\s*(?:<\|channel\|>)?\s*final(?:<\|message\|>)?/u,
};

export interface ThoughtHolder {
  /** Returns what is no thought. */
  read(text: string): string;
  /** @param isCut the answer was too long: what is held are thoughts */
  end(isCut: boolean): string;
}

/** Holds the answer back until its thoughts end, or to its end. Thoughts that are opened pass at once. */
export function holdThoughts(kind: OpenThoughts): ThoughtHolder {
  let held = '';
  let isOver = false;
  const release = (text: string) => {
    isOver = true;
    held = '';
    return text;
  };
  return {
    read(text) {
      if (isOver) return text;
      held += text;
      const begin = held.trimStart();
      if (begin !== '' && passes(begin, kind)) return release(held);
      const end = ENDS[kind].exec(held);
      return end ? release(held.slice(end.index + end[0].length)) : '';
    },
    end: (isCut) => release(isCut ? '' : held),
  };
}

function passes(begin: string, kind: OpenThoughts): boolean {
  if (kind === 'tag') return /^(?:<(?:think|thinking|thought|reasoning)>|\[THINK\])/iu.test(begin);
  return !(begin.startsWith('analysis') || 'analysis'.startsWith(begin));
}
