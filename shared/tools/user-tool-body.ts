import * as v from 'valibot';
import { sentences } from '#shared/platform/errors.ts';
import {
  arrayOf,
  boolean,
  describedAs,
  integerBetween,
  matching,
  MAX_URL_LENGTH,
  objectOf,
  oneOf,
  optional,
  required,
  text,
  uniqueBy,
} from '#shared/platform/http/fields.ts';
import { parametersField } from '#shared/tools/parameter-rules.ts';
import { parseEndpoint, VARIABLE_NAME } from '#shared/tools/tool-template.ts';
import {
  DEFAULT_TIMEOUT_SECONDS,
  MOST_TIMEOUT_SECONDS,
  simpleTypes,
  toolMethods,
  type UserTool,
} from '#shared/tools/user-tool.ts';

const MOST_HEADERS = 20;
const MOST_PARAMETERS = 50;
const MOST_ASSIGNMENTS = 20;
const MOST_PATHS = 50;

const NAME_SENTENCE = 'Tool name must contain only lowercase letters and underscores, and start with a letter.';

const toolName = v.pipe(
  v.string(sentences.string),
  v.trim(),
  v.regex(/^[a-z][a-z_]*$/, NAME_SENTENCE),
  v.maxLength(64, sentences.maxLength(64)),
);

const endpoint = v.pipe(
  v.string(sentences.string),
  v.trim(),
  v.maxLength(MAX_URL_LENGTH, sentences.maxLength(MAX_URL_LENGTH)),
  v.check((input) => {
    const parts = parseEndpoint(input);
    return parts !== undefined && URL.canParse(parts.origin);
  }, sentences.url),
  describedAs({
    type: 'string',
    maxLength: MAX_URL_LENGTH,
    description:
      'The path and the query may contain `{parameter}` and `{{variable}}`. Scheme, host and port may not. A URL cannot contain credentials: use a header.',
    examples: ['https://example.com/customers/{customer_id}/slots'],
  }),
);

const method = v.pipe(
  v.unknown(),
  v.transform((input) => (typeof input === 'string' ? input.toUpperCase() : input)),
  oneOf(toolMethods),
);

/** The service sets these itself. */
const OWN_HEADERS =
  /^(?:host|connection|content-length|transfer-encoding|keep-alive|upgrade|te|trailer|expect|proxy-.*|webhook-(?:id|timestamp|signature)|idempotency-key)$/i;

const header = objectOf({
  name: required(
    v.pipe(
      matching(/^[\w!#$%&'*+.^`|~-]{1,100}$/),
      v.check((name) => !OWN_HEADERS.test(name), sentences.selected),
    ),
  ),
  value: required(text(4096)),
});

const headers = v.pipe(
  arrayOf(header),
  v.maxLength(MOST_HEADERS, sentences.maxItems(MOST_HEADERS)),
  uniqueBy<v.InferOutput<typeof header>>('name'),
);

const simpleParameter = objectOf({
  name: required(matching(/^(?!(?:__proto__|constructor|prototype)$)[A-Za-z_]{1,32}$/)),
  type: required(oneOf(simpleTypes)),
  description: required(v.pipe(text(255), v.minLength(3, 'The {f} must be at least 3 characters.'))),
});

const schema = v.pipe(
  arrayOf(simpleParameter),
  v.maxLength(MOST_PARAMETERS, sentences.maxItems(MOST_PARAMETERS)),
  uniqueBy<v.InferOutput<typeof simpleParameter>>('name'),
);

const answerPath = text(200);

const assignment = objectOf({
  variable: required(
    v.pipe(
      text(),
      v.check((name) => VARIABLE_NAME.test(name), sentences.format),
      v.maxLength(64, sentences.maxLength(64)),
    ),
  ),
  path: v.optional(answerPath),
  sensitive: optional(boolean()),
});

const assignments = v.pipe(
  arrayOf(assignment),
  v.maxLength(MOST_ASSIGNMENTS, sentences.maxItems(MOST_ASSIGNMENTS)),
  uniqueBy<v.InferOutput<typeof assignment>>('variable'),
);

const requiredFields = { name: toolName, description: text(255), endpoint, method };

const optionalFields = {
  timeout: optional(integerBetween(1, MOST_TIMEOUT_SECONDS)),
  headers: optional(headers),
  schema: optional(schema),
  parameters: optional(parametersField()),
  // An empty one means that nothing is said.
  wait_message: v.optional(v.nullable(text(500))),
  assignments: optional(assignments),
  response_filter: optional(v.pipe(arrayOf(answerPath), v.maxLength(MOST_PATHS, sentences.maxItems(MOST_PATHS)))),
  repeatable: optional(boolean()),
  idempotent: optional(boolean()),
};

export const CreateToolBody = objectOf({
  name: required(requiredFields.name),
  description: required(requiredFields.description),
  endpoint: required(requiredFields.endpoint),
  method: required(requiredFields.method),
  ...optionalFields,
});
export type CreateToolBody = v.InferOutput<typeof CreateToolBody>;

export const UpdateToolBody = objectOf({
  name: v.optional(required(requiredFields.name)),
  description: v.optional(required(requiredFields.description)),
  endpoint: v.optional(required(requiredFields.endpoint)),
  method: v.optional(required(requiredFields.method)),
  ...optionalFields,
});
/** Undefined: unchanged. Null: the default. */
export type UpdateToolBody = v.InferOutput<typeof UpdateToolBody>;

const { headers: _, ...withoutHeaders } = optionalFields;
type Given = Partial<v.InferOutput<v.ObjectSchema<typeof requiredFields & typeof withoutHeaders, undefined>>>;

/** All but the headers. */
export function givenFields(body: Given): Partial<UserTool> {
  const { timeout, wait_message: waitMessage, response_filter: responseFilter, ...rest } = body;
  const given = {
    name: rest.name,
    description: rest.description,
    endpoint: rest.endpoint,
    method: rest.method,
    timeoutSeconds: timeout === null ? DEFAULT_TIMEOUT_SECONDS : timeout,
    schema: rest.schema === null ? [] : rest.schema,
    parameters: rest.parameters,
    waitMessage,
    assignments: rest.assignments === null ? [] : rest.assignments?.map(toAssignment),
    responseFilter,
    repeatable: rest.repeatable ?? (rest.repeatable === null ? false : undefined),
    idempotent: rest.idempotent ?? (rest.idempotent === null ? false : undefined),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

const toAssignment = ({ variable, path = '', sensitive }: v.InferOutput<typeof assignment>) => ({
  variable,
  path,
  sensitive: sensitive ?? false,
});
