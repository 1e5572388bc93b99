import { expect, it } from 'vitest';
import { refuseTooLarge } from '#shared/assistants/assistant-rules.ts';
import { MAX_HALF_ITEM_BYTES } from '#shared/platform/http/fields.ts';
import { buildAssistant } from '#test/support/builders.ts';
const others = JSON.stringify({ ...buildAssistant(), systemPrompt: '', variables: {} }).length;
const most = MAX_HALF_ITEM_BYTES - others;

it.each([
  { what: 'as large as it may be', changes: { systemPrompt: 'x'.repeat(most) } },
  { what: 'with 50,000 emojis', changes: { systemPrompt: '😀'.repeat(50_000) } },
  { what: 'with variables that are large', changes: { variables: { a: 'x'.repeat(MAX_HALF_ITEM_BYTES) } } },
])('$what can be stored', ({ changes }) => expect(() => refuseTooLarge(buildAssistant(changes))).not.toThrow());

const tooLarge = (words: string) => [expect.stringContaining(`The ${words} must not be greater than`) as string];
const field = { name: 'field', type: 'bool' as const, description: 'Whether it was said in the whole of the call.' };

it.each([
  {
    what: 'a byte too large',
    changes: { systemPrompt: 'x'.repeat(most + 1) },
    problems: { system_prompt: [`The system prompt must not be greater than ${most} characters.`] },
  },
  {
    what: 'that begins with a book',
    changes: { initialMessage: 'x'.repeat(300_000) },
    problems: { initial_message: tooLarge('initial message') },
  },
  {
    what: 'of letters of three bytes',
    changes: { systemPrompt: '語'.repeat(80_000) },
    problems: {
      system_prompt: [`The system prompt must not be greater than ${Math.floor(most / 3)} characters.`],
    },
  },
  {
    what: 'that asks for too much after the call',
    changes: { postCallSchema: Array.from({ length: 5000 }, () => field) },
    problems: { post_call_schema: tooLarge('post call schema') },
  },
])('$what is refused', ({ changes, problems }) => {
  expect(() => refuseTooLarge(buildAssistant(changes))).toThrow(
    expect.objectContaining({ code: 'validation_failed', errors: problems }),
  );
});
