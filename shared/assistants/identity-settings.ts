import * as v from 'valibot';
import { inBothModes, engineMode, fixed, type SettingTable } from '#shared/assistants/setting.ts';
import { engineModes } from '#shared/catalog/engine-mode.ts';
import { assistantTypes } from '#shared/numbers/phone-number.ts';
import { sentences } from '#shared/platform/errors.ts';
import {
  anyObject,
  arrayOf,
  describedAs,
  integerBetween,
  matching,
  oneOf,
  reference,
  text,
  timezone,
} from '#shared/platform/http/fields.ts';
import { recordId, plainText as shownText, wholeNumber } from '#shared/platform/http/record-fields.ts';

const themes = ['light', 'dark', 'auto'] as const;
const positions = ['bottom-right', 'bottom-left', 'top-right', 'top-left'] as const;

function standardLook() {
  return { theme: 'light', color: '#2563eb', position: 'bottom-right' } as const;
}

const MOST_ORIGINS = 20;
const MOST_CALLS_AT_ONCE = 100;
const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;

const widgetSettings = {
  widgetSettings: {
    request: 'widget_settings',
    rule: v.pipe(
      anyObject(),
      v.object({
        theme: v.optional(oneOf(themes), standardLook().theme),
        color: v.optional(
          v.pipe(
            matching(/^#[\dA-Fa-f]{6}$/),
            v.transform((color) => color.toLowerCase()),
          ),
          standardLook().color,
        ),
        position: v.optional(oneOf(positions), standardLook().position),
        allowed_origins: v.optional(v.pipe(arrayOf(pageOrigin()), v.maxLength(MOST_ORIGINS, sentences.format))),
        calls_at_once: v.optional(integerBetween(1, MOST_CALLS_AT_ONCE)),
      }),
    ),
    default: standardLook(),
    stored: v.object({
      theme: v.picklist(themes),
      color: v.string(),
      position: v.picklist(positions),
      allowed_origins: v.optional(v.array(v.string())),
      calls_at_once: v.optional(v.number()),
    }),
    record: 'widget_settings',
    shown: v.pipe(
      v.object({
        theme: v.picklist(themes),
        color: v.string(),
        position: v.picklist(positions),
        allowed_origins: v.optional(v.array(v.string())),
        calls_at_once: v.optional(v.number()),
      }),
      v.examples([standardLook()]),
    ),
    ...inBothModes(
      'The object describes the look of the web widget, the pages that may show it (`allowed_origins`, none by default), and the most ' +
        'calls that it may have at the same time (`calls_at_once`). An update replaces the whole object.',
    ),
  },
} as const satisfies SettingTable;

export const identitySettings = {
  instanceId: fixed('instance_id', 1, wholeNumber(1)),
  name: {
    request: 'assistant_name',
    rule: text(255),
    stored: v.string(),
    record: 'name',
    shown: shownText('Reception'),
    ...inBothModes('Prompts and messages can contain the name as `{assistant_name}`.'),
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
    ...inBothModes('With `make`, the assistant makes calls. With `receive`, it answers its phone number.'),
  },
  mode: {
    request: 'engine_type',
    rule: engineMode(),
    stored: v.picklist(engineModes),
    record: 'mode',
    shown: v.picklist(engineModes),
    ...inBothModes('This engine handles the calls of the assistant.'),
  },
  status: {
    default: 'active',
    stored: v.picklist(['active', 'inactive']),
    record: 'status',
    shown: v.picklist(['active', 'inactive']),
    ...inBothModes('An assistant that is not active neither makes nor answers calls.'),
  },
  phoneNumberId: {
    request: 'phone_number_id',
    rule: reference(),
    default: null,
    stored: v.nullable(v.number()),
    record: 'phone_number_id',
    shown: v.nullable(recordId()),
    ...inBothModes(
      'The assistant calls from this number, or answers it. Without one, it calls from the oldest number that can make calls.',
    ),
  },
  timezone: {
    request: 'timezone',
    rule: timezone(),
    stored: v.string(),
    record: 'timezone',
    shown: shownText('Europe/Berlin'),
    ...inBothModes('The variables `{current_date}` and `{current_time}` are in this time zone.'),
  },
  flowsPlatformId: fixed('flows_platform_id', null, v.nullable(wholeNumber(1))),
  knowledgebaseId: fixed(
    'knowledgebase_id',
    0,
    v.pipe(wholeNumber(0), v.description('The value is always 0, because assistants have no knowledge base.')),
  ),
  knowledgebaseMode: fixed('knowledgebase_mode', 'function_call', shownText('function_call')),
  ...widgetSettings,
} as const satisfies SettingTable;

/** Only pages of the same machine may be without TLS. */
function pageOrigin() {
  return v.pipe(
    v.string(sentences.string),
    v.trim(),
    v.check((input) => originOf(input) !== undefined, sentences.url),
    v.transform((input) => originOf(input) ?? input),
    describedAs({ type: 'string', format: 'uri' }),
  );
}

function originOf(input: string): string | undefined {
  if (!URL.canParse(input)) return undefined;
  const { protocol, hostname, origin, pathname, search, hash, username } = new URL(input);
  const isBare = pathname === '/' && search === '' && hash === '' && username === '';
  const isSafe = protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));
  return isBare && isSafe ? origin : undefined;
}
