import * as v from 'valibot';
import { CallTransferFields, ShownCallTransfer, StoredCallTransfer } from '#shared/assistants/call-transfer-fields.ts';
import { sentences } from '#shared/platform/errors.ts';
import { anyObject, arrayOf, describedAs, objectOf, optional, required, text } from '#shared/platform/http/fields.ts';
import { plainText } from '#shared/platform/http/record-fields.ts';

const END_CALL = 'When the conversation is over.';

const WAIT = 'When the customer asks for time.';

const WordsFields = objectOf({ description: optional(text(500)) });
const StoredWords = v.object({ description: v.string() });

/** A tool of the service that an assistant has, with the words of its user. */
export type AssistantTool =
  | { type: 'end_call' | 'wait'; data: v.InferOutput<typeof StoredWords> }
  | { type: 'call_transfer'; data: v.InferOutput<typeof StoredCallTransfer> };

const toolTypes = ['end_call', 'wait', 'call_transfer'] as const satisfies Array<AssistantTool['type']>;

/** The API knows these, and this release does not have them. */
const laterTypes = [
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

export const endCall = (description: string): AssistantTool => ({ type: 'end_call', data: { description } });

const toolType = v.object({
  type: required(
    v.pipe(
      v.string(sentences.string),
      v.trim(),
      v.check((type) => !laterTypes.includes(type), sentences.notSupported),
      v.picklist([...toolTypes, ...laterTypes], sentences.selected),
    ),
  ),
});

/** What a tool of a type is written with, and what is stored of it. */
const fieldsOf = {
  end_call: v.pipe(
    WordsFields,
    v.transform(({ description }) => endCall(description ?? END_CALL)),
  ),
  wait: v.pipe(
    WordsFields,
    v.transform(({ description }): AssistantTool => ({ type: 'wait', data: { description: description ?? WAIT } })),
  ),
  call_transfer: v.pipe(
    CallTransferFields,
    v.transform((data): AssistantTool => ({ type: 'call_transfer', data })),
  ),
} satisfies Record<AssistantTool['type'], v.GenericSchema<unknown, AssistantTool>>;

function nested(type: AssistantTool['type']) {
  return v.pipe(
    objectOf({ data: required(fieldsOf[type]) }),
    v.transform(({ data }) => data),
  );
}

const Typed = v.object({ type: v.pipe(v.string(), v.trim(), v.picklist(toolTypes)) });
const Nested = v.object({ data: v.unknown() });

/** As a record shows it, and as the API documents a request. Errors name the fields as they were sent. @__NO_SIDE_EFFECTS__ */
export function assistantTools() {
  const tool = v.pipe(
    anyObject(),
    v.lazy((input): v.GenericSchema<Record<string, unknown>, AssistantTool> => {
      const typed = v.safeParse(Typed, input);
      if (!typed.success) return v.is(Nested, input) ? refusedNested : refused;
      const { type } = typed.output;
      return v.pipe(anyObject(), v.is(Nested, input) ? nested(type) : fieldsOf[type]);
    }),
    describedAs<AssistantTool>({
      type: 'object',
      properties: {
        type: { type: 'string', enum: toolTypes },
        description: { type: 'string', maxLength: 500 },
        phone_number: { type: 'string', description: 'Of `call_transfer`: the human, in E.164 format.' },
        data: { type: 'object', additionalProperties: true },
      },
      required: ['type'],
    }),
  );
  return arrayOf(tool);
}

const refused = v.pipe(
  anyObject(),
  toolType,
  v.transform(() => endCall(END_CALL)),
);

export const storedTool = () =>
  v.variant('type', [
    v.object({ type: v.literal('end_call'), data: StoredWords }),
    v.object({ type: v.literal('wait'), data: StoredWords }),
    v.object({ type: v.literal('call_transfer'), data: StoredCallTransfer }),
  ]);

const refusedNested = v.pipe(
  anyObject(),
  v.object({ ...toolType.entries, data: required(anyObject()) }),
  v.transform(() => endCall(END_CALL)),
);

/** One form for all types: generators of clients have no union of objects. */
export const shownTools = () =>
  v.array(
    v.pipe(
      v.strictObject({
        type: v.pipe(v.picklist(toolTypes), v.description('The tool of the service.')),
        data: v.pipe(
          v.strictObject({
            description: v.pipe(
              plainText('When the customer says goodbye.'),
              v.description('When the model calls the tool.'),
            ),
            ...ShownCallTransfer.entries,
          }),
          v.title('AssistantToolFields'),
        ),
      }),
      v.title('AssistantTool'),
    ),
  );
