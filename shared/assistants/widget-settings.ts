import * as v from 'valibot';
import { inBothModes, type SettingTable } from '#shared/assistants/setting.ts';
import { sentences } from '#shared/platform/errors.ts';
import { anyObject, arrayOf, describedAs, integerBetween, matching, oneOf } from '#shared/platform/http/fields.ts';

const themes = ['light', 'dark', 'auto'] as const;
const positions = ['bottom-right', 'bottom-left', 'top-right', 'top-left'] as const;

/** The look of a new widget, as the contract has it. */
function standardLook() {
  return { theme: 'light', color: '#2563eb', position: 'bottom-right' } as const;
}

const MOST_ORIGINS = 20;
const MOST_CALLS_AT_ONCE = 100;
const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;

/** The web widget of an assistant: its look, and the pages that may show it. */
export const widgetSettings = {
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
      'The look of the web widget, the origins whose pages may show it (`allowed_origins`, none by default), and its calls at once. ' +
        'An update replaces the whole object.',
    ),
  },
} as const satisfies SettingTable;

/** The origin of a page, such as `https://shop.example.com`. Only pages of the same machine may be without TLS. */
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
