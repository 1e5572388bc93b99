import * as v from 'valibot';
import { systemVariables, VARIABLE_NAME } from '#shared/assistants/prompt-template.ts';
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
  numberBetween,
  oneOf,
  reference,
  text,
} from '#shared/platform/http/fields.ts';
import { recordId, plainText as shownText, wholeNumber } from '#shared/platform/http/record-fields.ts';
import { timezone } from '#shared/platform/http/time-zone-field.ts';

const themes = ['light', 'dark', 'auto'] as const;
const positions = ['bottom-right', 'bottom-left', 'top-right', 'top-left'] as const;

function standardLook() {
  return { theme: 'light', color: '#2563eb', position: 'bottom-right' } as const;
}

export const MOST_ORIGINS = 20;
const MOST_CALLS_AT_ONCE = 100;
export const MOST_VISITOR_VARIABLES = 20;
/** USD. Half of the least pays for a minute, which is the shortest call of a visitor. */
const LEAST_SPEND = 0.2;
const MOST_SPEND_PER_HOUR = 1_000;
const MOST_SPEND_PER_DAY = 10_000;
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
        allowed_origins: v.optional(
          v.pipe(arrayOf(pageOrigin()), v.maxLength(MOST_ORIGINS, sentences.maxItems(MOST_ORIGINS))),
        ),
        calls_at_once: v.optional(integerBetween(1, MOST_CALLS_AT_ONCE)),
        visitor_variables: v.optional(
          v.pipe(
            arrayOf(visitorVariable()),
            v.maxLength(MOST_VISITOR_VARIABLES, sentences.maxItems(MOST_VISITOR_VARIABLES)),
          ),
        ),
        max_call_seconds: v.optional(integerBetween(20, 1200)),
        max_spend_per_hour: v.optional(numberBetween(LEAST_SPEND, MOST_SPEND_PER_HOUR)),
        max_spend_per_day: v.optional(numberBetween(LEAST_SPEND, MOST_SPEND_PER_DAY)),
      }),
      v.title('WidgetSettingsRequest'),
    ),
    default: standardLook(),
    stored: v.object({
      theme: v.picklist(themes),
      color: v.string(),
      position: v.picklist(positions),
      ...storedLimits(),
    }),
    record: 'widget_settings',
    shown: v.pipe(
      v.object({
        theme: v.picklist(themes),
        color: v.string(),
        position: v.picklist(positions),
        ...storedLimits(),
      }),
      v.title('WidgetSettings'),
      v.examples([standardLook()]),
    ),
    ...inBothModes(
      'The object describes the look of the web widget, the pages that may show it (`allowed_origins`), the variables that a visitor ' +
        'may give (`visitor_variables`), and the limits of its calls (`calls_at_once`, `max_call_seconds`) and of their cost ' +
        '(`max_spend_per_hour`, `max_spend_per_day`). An update replaces the whole object.',
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
    pipeline: {
      support: 'service',
      how: 'The words of the customer become text, a language model writes the answer, and a voice reads it. This engine has the largest choice of models and voices.',
    },
    multimodal: { support: 'service', how: 'One model hears the customer and speaks itself.' },
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

function storedLimits() {
  return {
    allowed_origins: v.optional(v.array(v.string())),
    calls_at_once: v.optional(v.number()),
    visitor_variables: v.optional(v.array(v.string())),
    max_call_seconds: v.optional(v.number()),
    max_spend_per_hour: v.optional(v.number()),
    max_spend_per_day: v.optional(v.number()),
  };
}

/** The name of a placeholder that the service does not fill by itself. */
function visitorVariable() {
  return v.pipe(
    text(),
    v.check((name) => VARIABLE_NAME.test(name), sentences.format),
    v.check((name) => !systemVariables.some((system) => system === name), sentences.selected),
    v.check((name) => !(name in Object.prototype), sentences.format),
    describedAs({ type: 'string', maxLength: 64 }),
  );
}

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
