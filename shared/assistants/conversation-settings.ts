import * as v from 'valibot';
import { inBothModes, type SettingTable } from '#shared/assistants/setting.ts';
import {
  anyObject,
  arrayOf,
  boolean,
  describedAs,
  objectOf,
  oneOf,
  optional,
  required,
  smallKeyValues,
  text,
} from '#shared/platform/http/fields.ts';
import { plainText as shownText } from '#shared/platform/http/record-fields.ts';
import { JsonText } from '#shared/platform/table/table.ts';

export interface AssistantTool {
  type: 'end_call';
  data: { description: string };
}

const endCall = (description: string): AssistantTool[] => [{ type: 'end_call', data: { description } }];
const noTools: AssistantTool[] = [];

export const conversationSettings = {
  initialMessage: {
    request: 'initial_message',
    rule: text(),
    stored: v.string(),
    record: 'initial_message',
    shown: shownText('Hello {customer_name}, do you have a minute?'),
    pipeline: {
      support: 'carrier',
      how: 'The carrier speaks these words, with variables filled in, as soon as the call is answered.',
    },
    multimodal: {
      support: 'model',
      session: ['instructions'],
      how: 'The instructions ask the model to say exactly these words first, with variables filled in, but nothing forces it to.',
    },
  },
  systemPrompt: {
    request: 'system_prompt',
    rule: text(),
    stored: v.string(),
    record: 'system_prompt',
    shown: shownText('You confirm an appointment on Tuesday at ten.'),
    pipeline: { support: 'model', how: 'The model gets these instructions, with variables filled in as quoted data.' },
    multimodal: {
      support: 'model',
      session: ['instructions'],
      how: 'The model gets these instructions, with variables filled in as quoted data.',
    },
  },
  variables: {
    request: 'variables',
    rule: smallKeyValues(),
    default: {},
    stored: JsonText,
    record: 'variables',
    shown: v.pipe(
      anyObject(),
      describedAs({ type: 'object', additionalProperties: true }),
      v.examples([{ customer_name: 'Ada' }]),
    ),
    ...inBothModes(
      'The values replace `{name}` in the initial message and, in quotes, in the system prompt. The values of a call override the values of its assistant.',
    ),
  },
  tools: {
    request: 'end_call_tool',
    // Without a description the object says nothing; with an empty one it removes the tool.
    rule: v.pipe(
      objectOf({ description: optional(text(500)) }),
      v.transform(({ description }) => (typeof description === 'string' ? endCall(description) : description)),
    ),
    aliases: {
      tools: arrayOf(
        objectOf({
          type: required(oneOf(['end_call'])),
          data: required(objectOf({ description: required(text(500)) })),
        }),
      ),
    },
    default: noTools,
    stored: v.array(v.object({ type: v.literal('end_call'), data: v.object({ description: v.string() }) })),
    record: 'tools',
    shown: v.array(
      v.pipe(
        v.strictObject({
          type: v.literal('end_call'),
          data: v.strictObject({ description: shownText('When the customer says goodbye.') }),
        }),
        v.title('AssistantTool'),
      ),
    ),
    pipeline: { support: 'model', how: 'The model gets a tool that ends the call, with this description.' },
    multimodal: {
      support: 'model',
      session: ['tools'],
      how: 'The model gets a tool that ends the call, with this description.',
    },
  },
  waitForCustomer: {
    request: 'who_speaks_first',
    rule: v.pipe(
      oneOf(['AI assistant', 'Customer']),
      v.transform((first) => first === 'Customer'),
    ),
    aliases: { wait_for_customer: boolean() },
    default: false,
    stored: v.boolean(),
    record: 'wait_for_customer',
    shown: v.pipe(v.boolean(), v.description('If true, the customer speaks first.')),
    pipeline: {
      support: 'service',
      how: 'With `Customer`, the assistant has no first words, and the silence of the customer counts from the beginning.',
    },
    multimodal: {
      support: 'service',
      session: ['instructions'],
      how: 'With `Customer`, the service does not ask for first words, and the instructions tell the model to wait.',
    },
  },
} as const satisfies SettingTable;
