import * as v from 'valibot';
import type { CallBody } from '#shared/calls/call.ts';
import { keyValues, plainText, wholeNumber } from '#shared/platform/http/record-fields.ts';

const ToolCallRecord = v.pipe(
  v.strictObject({
    name: plainText('book_appointment'),
    arguments: v.pipe(
      keyValues({ day: 'Tuesday' }),
      v.description('As the model gave them. Long ones are a text, `shortened`.'),
    ),
    status: v.pipe(
      plainText('done'),
      v.description(
        '`done`; `failed`: the receiver refused; `unknown`: it is not known whether it has taken effect; `cancelled`: it was not sent.',
      ),
    ),
    duration_ms: v.pipe(v.nullable(wholeNumber(412)), v.description('Null if no answer came.')),
    result: v.pipe(plainText('{"booked":true}'), v.description('What the model was told, shortened.')),
  }),
  v.title('ToolCall'),
);

export const toolCallRecords = () =>
  v.pipe(
    v.array(ToolCallRecord),
    v.description('The tools of the user that the model called, 50 at most, once the call is settled.'),
  );

export function toToolCalls({
  toolCalls = [],
}: Pick<CallBody, 'toolCalls'>): Array<v.InferOutput<typeof ToolCallRecord>> {
  return toolCalls.map(({ durationMs, ...call }) => ({ ...call, duration_ms: durationMs }));
}
