export interface Block {
  begin: RegExp;
  findEnd: (text: string) => number | undefined;
  /** A tool call as text counts as a call. Otherwise the model thinks aloud. */
  isCall: boolean;
}

// Formats of Qwen and Hermes, Llama, Mistral, Gemma, gpt-oss, and of servers that do not parse the format of their model.
export const blocks: readonly Block[] = [
  {
    begin: /<(?:think|thinking|thought|reasoning)>/i,
    findEnd: after(/<\/(?:think|thinking|thought|reasoning)>/i),
    isCall: false,
  },
  // Magistral
  { begin: /\[THINK\]/, findEnd: after(/\[\/THINK\]/), isCall: false },
  {
    begin: /<(?:tool_calls?|function_calls?|tool_code|tool_use|tool|function|action|invoke)>/i,
    findEnd: after(/<\/(?:tool_calls?|function_calls?|tool_code|tool_use|tool|function|action|invoke)>/i),
    isCall: true,
  },
  {
    begin: /<(?:invoke|tool|call|action)\s+name\s*=/i,
    findEnd: after(/\/>|<\/(?:invoke|tool|call|action)>/i),
    isCall: true,
  },
  { begin: /\[(?:tool_call|function_call)\]/i, findEnd: after(/\[\/(?:tool_call|function_call)\]/i), isCall: true },
  // Kimi, DeepSeek: `<|tool_calls_section_begin|>`, `<｜tool▁calls▁begin｜>`
  {
    begin: /<[|｜]tool[_▁]call/,
    findEnd: after(/<[|｜]tool[_▁]calls?(?:[_▁]section)?[_▁]end[|｜]>/),
    isCall: true,
  },
  // gpt-oss: https://developers.openai.com/cookbook/articles/openai-harmony
  {
    begin: /<\|channel\|>\s*analysis/,
    findEnd: after(/<\|end\|>|<\|channel\|>\s*final\s*<\|message\|>/),
    isCall: false,
  },
  {
    begin: /<\|start\|>\s*assistant(?=\s+to=)|(?:<\|start\|>\s*assistant\s*)?<\|channel\|>\s*commentary/,
    findEnd: after(/<\|(?:call|end|return)\|>/),
    isCall: true,
  },
  { begin: /<\|channel\|>\s*final/, findEnd: after(/<\|message\|>/), isCall: false },
  { begin: /<\|start\|>\s*assistant(?=\s*<)/, findEnd: () => 0, isCall: false },
  { begin: /<function[= ]/i, findEnd: after(/<\/function>/i), isCall: true },
  { begin: /\[TOOL_CALLS\]|<\|python_tag\|>/, findEnd: () => undefined, isCall: true },
  { begin: /```/, findEnd: after(/```/), isCall: true },
  { begin: /\{\s*"(?:name|tool|function|type|tool_calls)"\s*:/, findEnd: findClosingBrace, isCall: true },
];

/* @__NO_SIDE_EFFECTS__ */
function after(end: RegExp): Block['findEnd'] {
  return (text) => {
    const match = end.exec(text);
    return match ? match.index + match[0].length : undefined;
  };
}

function findClosingBrace(text: string): number | undefined {
  let depth = 1;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (token === '{') depth += 1;
    if (token === '}') depth -= 1;
    if (depth === 0) return index + 1;
  }
  return undefined;
}
