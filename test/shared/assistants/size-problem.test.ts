import { describe, expect, it } from 'vitest';
import { findSizeProblem, MAX_ASSISTANT_BYTES } from '#shared/domain/assistant/find-size-problem.ts';
import { buildAssistant } from '#test/support/builders.ts';

const others = JSON.stringify({ ...buildAssistant(), systemPrompt: '', variables: {} }).length;
const most = MAX_ASSISTANT_BYTES - others;

describe('an assistant', () => {
  it.each([
    { what: 'as large as it may be', changes: { systemPrompt: 'x'.repeat(most) } },
    { what: 'with variables that are large', changes: { variables: { a: 'x'.repeat(MAX_ASSISTANT_BYTES) } } },
  ])('$what can be stored', ({ changes }) => {
    expect(findSizeProblem(buildAssistant(changes))).toEqual({});
  });

  it.each([
    {
      what: 'a byte too large',
      changes: { systemPrompt: 'x'.repeat(most + 1) },
      problems: { system_prompt: [`The system prompt must not be greater than ${most} characters.`] },
    },
    {
      what: 'that begins with a book',
      changes: { initialMessage: 'x'.repeat(300_000) },
      problems: { initial_message: [expect.stringContaining('The initial message must not be greater than')] },
    },
    {
      what: 'of letters of three bytes',
      changes: { systemPrompt: '語'.repeat(80_000) },
      problems: { system_prompt: [expect.stringContaining('The system prompt must not be greater than')] },
    },
    {
      what: 'that asks for too much after the call',
      changes: {
        postCallSchema: Array.from({ length: 5000 }, (_, index) => ({
          name: `field_${index}`,
          type: 'bool' as const,
          description: 'Whether it was said.',
        })),
      },
      problems: { post_call_schema: [expect.stringContaining('The post call schema must not be greater than')] },
    },
  ])('$what is refused', ({ changes, problems }) => {
    expect(findSizeProblem(buildAssistant(changes))).toEqual(problems);
  });
});
