import * as v from 'valibot';
import { toIsoMicroseconds } from '#shared/platform/clock.ts';
import { describedAs } from '#shared/platform/http/fields.ts';
import { isoTime, plainText, recordId, wholeNumber } from '#shared/platform/http/record-fields.ts';
import { simpleTypes, toolMethods, type UserTool } from '#shared/tools/user-tool.ts';

const described = <const S extends v.GenericSchema>(field: S, words: string) => v.pipe(field, v.description(words));

export const ToolRecord = v.pipe(
  v.strictObject({
    id: recordId(),
    name: plainText('find_slots'),
    description: plainText('Finds free appointments.'),
    endpoint: plainText('https://example.com/slots'),
    method: v.picklist(toolMethods),
    timeout: wholeNumber(10),
    headers: described(
      v.array(
        v.pipe(
          v.strictObject({ name: plainText('Authorization'), value: plainText('••••9f3a') }),
          v.title('ToolHeader'),
        ),
      ),
      'Values are masked: the record shows four bullets, and the last four characters of a value of at least eight. A masked value that is sent back means that the value is unchanged.',
    ),
    schema: v.array(
      v.pipe(
        v.strictObject({
          name: plainText('day'),
          type: v.picklist(simpleTypes),
          description: plainText('The day that the customer wants.'),
        }),
        v.title('SimpleToolParameter'),
      ),
    ),
    parameters: described(
      v.nullable(
        v.pipe(v.record(v.string(), v.unknown()), describedAs({ type: 'object', additionalProperties: true })),
      ),
      'A subset of JSON Schema, which wins over `schema`.',
    ),
    wait_message: described(
      v.nullable(plainText('Let me check the calendar.')),
      'The assistant says this while the tool runs. Empty: nothing. Null: a phrase of the service.',
    ),
    assignments: v.array(
      v.pipe(
        v.strictObject({ variable: plainText('slot'), path: plainText('slots.0.time'), sensitive: v.boolean() }),
        v.title('ToolAssignment'),
      ),
    ),
    response_filter: described(
      v.nullable(v.array(plainText('slots'))),
      'The model gets only these parts of the answer. Null: all of it. An empty list: none of it.',
    ),
    repeatable: described(v.boolean(), 'Whether the same call of the tool may be made twice in a conversation.'),
    idempotent: described(
      v.boolean(),
      'Whether the receiver makes a request with the same `Idempotency-Key` once. Then the service may send it again.',
    ),
    created_at: isoTime(),
    updated_at: isoTime(),
  }),
  v.title('ToolRecord'),
);

export function toToolRecord(tool: UserTool): v.InferOutput<typeof ToolRecord> {
  const { id, name, description, endpoint: url, method: verb, schema: simple } = tool;
  return {
    id,
    name,
    description,
    endpoint: url,
    method: verb,
    timeout: tool.timeoutSeconds,
    headers: tool.headers.map((one) => ({ name: one.name, value: one.masked })),
    schema: simple,
    parameters: tool.parameters && { ...tool.parameters },
    wait_message: tool.waitMessage,
    assignments: tool.assignments,
    response_filter: tool.responseFilter,
    repeatable: tool.repeatable,
    idempotent: tool.idempotent,
    created_at: toIsoMicroseconds(tool.createdAt),
    updated_at: toIsoMicroseconds(tool.updatedAt),
  };
}
