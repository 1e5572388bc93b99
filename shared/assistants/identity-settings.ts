import * as v from 'valibot';
import { assistantTypes, engineModes } from '#shared/assistants/assistant.ts';
import { widgetSettings } from '#shared/assistants/widget-settings.ts';
import { engineMode, fixed, inBothModes, type SettingTable } from '#shared/assistants/setting.ts';
import { reference, oneOf, text, timezone } from '#shared/platform/http/fields.ts';
import { recordId, plainText as shownText, wholeNumber } from '#shared/platform/http/record-fields.ts';

/** What an assistant is, and what its record shows for clients that expect it. */
export const identitySettings = {
  instanceId: fixed('instance_id', 1, wholeNumber(1)),
  name: {
    request: 'assistant_name',
    rule: text(255),
    stored: v.string(),
    record: 'name',
    shown: shownText('Reception'),
    ...inBothModes('The name of the assistant; prompts and messages have it as `{assistant_name}`.'),
  },
  type: {
    request: 'calls_direction',
    rule: v.pipe(
      oneOf(['receive', 'make']),
      v.transform((direction) => (direction === 'make' ? 'outbound' : 'inbound')),
    ),
    aliases: { type: oneOf(assistantTypes) },
    stored: v.picklist(assistantTypes),
    record: 'type',
    shown: v.picklist(assistantTypes),
    ...inBothModes('`make`: it makes calls. `receive`: it answers its phone number.'),
  },
  mode: {
    request: 'engine_type',
    rule: engineMode(),
    stored: v.picklist(engineModes),
    record: 'mode',
    shown: v.picklist(engineModes),
    ...inBothModes('The engine mode of its calls.'),
  },
  status: {
    default: 'active',
    stored: v.picklist(['active', 'inactive']),
    record: 'status',
    shown: v.picklist(['active', 'inactive']),
    ...inBothModes('An assistant that is not active makes and answers no calls.'),
  },
  phoneNumberId: {
    request: 'phone_number_id',
    rule: reference(),
    default: null,
    stored: v.nullable(v.number()),
    record: 'phone_number_id',
    shown: v.nullable(recordId()),
    ...inBothModes(
      'The number that it calls from, or that it answers. Without one, calls are made from the oldest number that can.',
    ),
  },
  timezone: {
    request: 'timezone',
    rule: timezone(),
    stored: v.string(),
    record: 'timezone',
    shown: shownText('Europe/Berlin'),
    ...inBothModes('The zone of `{current_date}` and `{current_time}`.'),
  },
  flowsPlatformId: fixed('flows_platform_id', null, v.nullable(wholeNumber(1))),
  knowledgebaseId: fixed('knowledgebase_id', 0, v.pipe(wholeNumber(0), v.description('0: none.'))),
  knowledgebaseMode: fixed('knowledgebase_mode', 'function_call', shownText('function_call')),
  ...widgetSettings,
} as const satisfies SettingTable;
