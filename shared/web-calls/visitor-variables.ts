import * as v from 'valibot';
import type { Assistant } from '#shared/assistants/assistant.ts';
import { fillSentence, invalidFields, sentences } from '#shared/platform/errors.ts';
import { anyObject, describedAs, text } from '#shared/platform/http/fields.ts';

export const LONGEST_VALUE = 200;
/** More than a widget can allow: a request with more is no mistake of a page. */
const MOST_NAMES = 50;
const LONGEST_NAME = 64;

type VisitorValue = string | number | boolean;
export type SentVariables = Readonly<Record<string, VisitorValue | null>>;

/** Values of an anonymous visitor: short texts, numbers, yes and no. Null counts as not given. @__NO_SIDE_EFFECTS__ */
export function visitorVariables() {
  return v.pipe(
    v.unknown(),
    v.transform((input) => (Array.isArray(input) && input.length === 0 ? {} : input)),
    anyObject(),
    v.check((input) => Object.keys(input).length <= MOST_NAMES, sentences.maxItems(MOST_NAMES)),
    v.check((input) => Object.keys(input).every(isName), sentences.format),
    v.record(v.string(), v.nullable(visitorValue())),
    describedAs<Record<string, VisitorValue | null>>({
      type: 'object',
      additionalProperties: { type: ['string', 'number', 'boolean', 'null'], maxLength: LONGEST_VALUE },
    }),
  );
}

/** Valibot would leave out the names that every object has. */
function isName(name: string): boolean {
  return name.length <= LONGEST_NAME && !(name in Object.prototype);
}

function visitorValue() {
  return v.lazy((input): v.GenericSchema<unknown, VisitorValue> => {
    if (typeof input === 'boolean') return v.boolean();
    if (typeof input === 'number') return v.pipe(v.number(), v.finite(sentences.number));
    return v.pipe(text(LONGEST_VALUE), v.transform(toOneLine));
  });
}

const BREAKS = /[\p{Cc}\u2028\u2029]+/gu;
/** They hide text from people that a model reads. Scripts and emoji need the two joiners. */
const INVISIBLE = /[\p{Cf}--[\u200C\u200D]]/gv;

function toOneLine(value: string): string {
  return value.replaceAll(BREAKS, ' ').replaceAll(INVISIBLE, '').toWellFormed().trim();
}

/**
 * A name that the widget does not allow is refused in the same words whether the prompt has it or not.
 * @throws AppError validation_failed
 */
export function allowedVariables(
  sent: SentVariables,
  { widgetSettings }: Pick<Assistant, 'widgetSettings'>,
): Record<string, VisitorValue> {
  const allowed = new Set(widgetSettings.visitor_variables);
  const others = Object.keys(sent).filter((name) => !allowed.has(name));
  if (others.length > 0) {
    const problems = others.map((name) => {
      const field = `variables.${name}`;
      return [field, [fillSentence(sentences.notSupported, field)]];
    });
    throw invalidFields(Object.fromEntries(problems));
  }
  return Object.fromEntries(Object.entries(sent).flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
}
