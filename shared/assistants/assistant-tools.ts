import * as v from 'valibot';
import { sentences } from '#shared/platform/errors.ts';
import { anyObject, arrayOf, describedAs, objectOf, optional, required, text } from '#shared/platform/http/fields.ts';

/** A tool of the service that an assistant has, with the words of its user. */
export interface AssistantTool {
  type: 'end_call';
  data: { description: string };
}

const toolTypes = ['end_call'] as const satisfies Array<AssistantTool['type']>;

/** The API knows these, and this release does not have them. */
const laterTypes = [
  'wait',
  'call_transfer',
  'warm_call_transfer',
  'dtmf_input',
  'collect_keypad',
  'assistant_transfer',
  'calendar_integration',
  'send_sms',
  'schedule_call',
];

/** Names that a tool of a user cannot have. */
export const reservedToolNames: ReadonlySet<string> = new Set([...toolTypes, ...laterTypes, 'do_not_call']);

const END_CALL = 'When the conversation is over.';

export const endCall = (description: string): AssistantTool => ({ type: 'end_call', data: { description } });

const toolType = () =>
  required(
    v.pipe(
      v.string(sentences.string),
      v.trim(),
      v.check((type) => !laterTypes.includes(type), sentences.notSupported),
      v.picklist([...toolTypes, ...laterTypes], sentences.selected),
    ),
  );

const words = () => optional(text(500));

/** As a record shows it, and as the API documents a request. Errors name the fields as they were sent. @__NO_SIDE_EFFECTS__ */
export function assistantTools() {
  const nested = v.pipe(
    objectOf({ type: toolType(), data: required(objectOf({ description: words() })) }),
    v.transform(({ data }) => endCall(data.description ?? END_CALL)),
  );
  const flat = v.pipe(
    objectOf({ type: toolType(), description: words() }),
    v.transform(({ description }) => endCall(description ?? END_CALL)),
  );
  const isNested = (input: unknown) => v.is(v.object({ data: v.unknown() }), input);
  const tool = v.pipe(
    anyObject(),
    v.lazy((input) => (isNested(input) ? nested : flat)),
    describedAs<AssistantTool>({
      type: 'object',
      properties: {
        type: { type: 'string', enum: toolTypes },
        description: { type: 'string', maxLength: 500 },
        data: { type: 'object', properties: { description: { type: 'string', maxLength: 500 } } },
      },
      required: ['type'],
    }),
  );
  return arrayOf(tool);
}
