/**
 * The JSON object in the answer of a model. Models without structured output write their thoughts before it, sentences around it, a fence, or
 * it twice.
 * @throws SyntaxError if the answer has no object, or if it is cut off
 */
export function readForm(answer: string): unknown {
  const text = answer.replace(/^[^]*<\/think(?:ing)?>/iu, '');
  for (let begin = text.indexOf('{'); begin >= 0;) {
    const end = endOfObject(text, begin);
    const read = end === undefined ? undefined : parse(text.slice(begin, end));
    if (read) return read.value;
    // What is inside of an object that is cut off is not the form.
    begin = end === undefined ? -1 : text.indexOf('{', end);
  }
  return JSON.parse(text);
}

function parse(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** The position behind the brace that closes the one at `begin`. */
function endOfObject(text: string, begin: number): number | undefined {
  let depth = 0;
  for (const { 0: token, index } of text.slice(begin).matchAll(/"(?:[^"\\]|\\.)*"|[{}]/gu)) {
    if (token === '{') depth += 1;
    if (token === '}') depth -= 1;
    if (depth === 0) return begin + index + 1;
  }
  return undefined;
}
