import * as v from 'valibot';
import {
  assistantTools,
  endCall,
  shownTools,
  storedTool,
  type AssistantTool,
} from '#shared/assistants/assistant-tools.ts';
import { fixed, inBothModes, type SettingTable } from '#shared/assistants/setting.ts';
import { sentences } from '#shared/platform/errors.ts';
import {
  anyObject,
  arrayOf,
  boolean,
  describedAs,
  objectOf,
  oneOf,
  optional,
  reference,
  smallKeyValues,
  text,
} from '#shared/platform/http/fields.ts';
import { plainText as shownText, recordId } from '#shared/platform/http/record-fields.ts';
import { JsonText } from '#shared/platform/table/table.ts';
import { MOST_TOOLS_OF_ASSISTANT } from '#shared/tools/user-tool.ts';

const noTools: AssistantTool[] = [];
const noIds: number[] = [];

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
      v.transform(({ description }) => (typeof description === 'string' ? [endCall(description)] : description)),
    ),
    aliases: { tools: assistantTools() },
    default: noTools,
    stored: v.array(storedTool()),
    record: 'tools',
    shown: shownTools(),
    pipeline: {
      support: 'model',
      how: 'The model gets a tool that ends the call, with this description. In `tools` there may also be `call_transfer`, which passes the customer on to a human.',
    },
    multimodal: {
      support: 'model',
      session: ['tools'],
      how: 'The model gets a tool that ends the call, with this description.',
    },
  },
  toolIds: {
    request: 'tool_ids',
    rule: v.pipe(
      arrayOf(reference()),
      v.transform((ids) => [...new Set(ids)]),
      v.maxLength(MOST_TOOLS_OF_ASSISTANT, sentences.maxItems(MOST_TOOLS_OF_ASSISTANT)),
      describedAs<number[]>({
        type: 'array',
        items: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
        maxItems: MOST_TOOLS_OF_ASSISTANT,
      }),
    ),
    default: noIds,
    stored: v.array(v.number()),
    record: 'tool_ids',
    shown: v.array(recordId()),
    pipeline: {
      support: 'service',
      how: 'The model can call these tools of the user in a conversation. There may be up to 20. An update replaces the list.',
    },
    multimodal: {
      support: 'service',
      how: 'The speech model can call these tools of the user in a conversation. There may be up to 20. An update replaces the list.',
    },
  },
  secondaryLanguageIds: fixed('secondary_language_ids', noIds, v.array(recordId(9))),
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
