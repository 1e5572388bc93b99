/** A part of DynamoDB's expression language: its attribute names and values become placeholders when it is sent. */
export class Expression {
  readonly texts: readonly string[];
  readonly inputs: readonly unknown[];

  constructor(texts: readonly string[], inputs: readonly unknown[]) {
    this.texts = texts;
    this.inputs = inputs;
  }
}

/**
 * DynamoDB's own language without placeholders: `` expr`attribute_not_exists(expiresAt) OR expiresAt <= ${now}` ``.
 * An input is a value, another expression, or an attribute's name. A dot in a name leads into a map.
 */
export function expr(texts: TemplateStringsArray, ...inputs: readonly unknown[]): Expression {
  return new Expression(texts, inputs);
}

/** An attribute whose name is known at run time only, as an input of `expr`. */
export function attribute(path: string): AttributeName {
  return new AttributeName(path);
}

export const absent: Expression = /* @__PURE__ */ new Expression(['attribute_not_exists(pk)'], []);
export const present: Expression = /* @__PURE__ */ new Expression(['attribute_exists(pk)'], []);

/** An expression, or attributes that all equal these values. A list means one of its values. */
export type Condition<Item = Record<string, unknown>> =
  | Expression
  | { readonly [Name in keyof Item]?: Item[Name] | readonly Item[Name][] | undefined };

/** The parts of a change. Attributes of `set` that are undefined stay as they are. */
export interface ChangeParts<Item = Record<string, unknown>> {
  set?: { readonly [Name in keyof Item]?: Item[Name] | Expression | undefined };
  /** Adds to a number or to a set. A missing attribute counts as zero, or as an empty set. */
  add?: { readonly [Name in keyof Item]?: number | ReadonlySet<number | string> };
  drop?: { readonly [Name in keyof Item]?: ReadonlySet<number | string> };
  remove?: ReadonlyArray<(keyof Item & string) | 'claimedBy' | 'claimedUntil'>;
  condition?: Condition<Item> | undefined;
}

type WithPart<Parts, Name extends keyof Parts> = Parts & Required<Pick<Parts, Name>>;

/** What an update changes: an update without any part is refused by its type, and one whose parts are empty when it is built. */
export type Change<Item = Record<string, unknown>> =
  | WithPart<ChangeParts<Item>, 'set'>
  | WithPart<ChangeParts<Item>, 'add'>
  | WithPart<ChangeParts<Item>, 'drop'>
  | WithPart<ChangeParts<Item>, 'remove'>;

interface ConditionFields {
  ConditionExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Record<string, unknown>;
}

export function conditionFields(condition: Condition | undefined): ConditionFields {
  if (condition === undefined) return {};
  const placeholders = createPlaceholders();
  return { ConditionExpression: placeholders.write(toExpression(condition)), ...placeholders.fields() };
}

export function updateFields(change: Change): ConditionFields & { UpdateExpression: string } {
  const { name, value, write, fields } = createPlaceholders();
  const operand = (input: unknown) => (input instanceof Expression ? write(input) : value(input));
  const pairs = (attributes: object | undefined) =>
    Object.entries(attributes ?? {}).filter(([, input]) => input !== undefined);
  const clauses = {
    SET: pairs(change.set).map(([path, input]) => `${name(path)} = ${operand(input)}`),
    REMOVE: (change.remove ?? []).map(name),
    ADD: pairs(change.add).map(([path, input]) => `${name(path)} ${value(input)}`),
    DELETE: pairs(change.drop).map(([path, input]) => `${name(path)} ${value(input)}`),
  };
  const texts = Object.entries(clauses).flatMap(([keyword, parts]) =>
    parts.length === 0 ? [] : [`${keyword} ${parts.join(', ')}`],
  );
  const UpdateExpression = notEmpty(texts.join(' '));
  const condition = change.condition && { ConditionExpression: write(toExpression(change.condition)) };
  return { UpdateExpression, ...condition, ...fields() };
}

export function queryFields(keys: Expression, filter?: Expression, attributes?: readonly string[]) {
  const { name, write, fields } = createPlaceholders();
  const KeyConditionExpression = write(keys);
  const FilterExpression = filter && write(filter);
  const ProjectionExpression = attributes?.map(name).join(', ');
  return {
    KeyConditionExpression,
    ...(FilterExpression !== undefined && { FilterExpression }),
    ...(ProjectionExpression !== undefined && { ProjectionExpression }),
    ...fields(),
  };
}

/** DynamoDB refuses an empty expression, when the steps before it are written: nothing that has one is sent. */
function notEmpty(text: string): string {
  if (text === '') throw new TypeError('an empty expression');
  return text;
}

/** Each condition must stand without outer parentheses: DynamoDB refuses double ones. */
export function allOf(conditions: ReadonlyArray<Condition | undefined>): Expression {
  const given = conditions.filter((condition) => condition !== undefined);
  return joined(
    given.map((condition) => (condition instanceof Expression ? expr`(${condition})` : toExpression(condition))),
    ' AND ',
  );
}

class AttributeName {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }
}

function toExpression(condition: Condition): Expression {
  if (condition instanceof Expression) return condition;
  const parts = Object.entries(condition).flatMap(([path, value]) => {
    if (value === undefined) return [];
    const name = attribute(path);
    return Array.isArray(value) ? [expr`${name} IN (${joined(value, ', ')})`] : [expr`${name} = ${value}`];
  });
  return joined(parts, ' AND ');
}

function joined(inputs: readonly unknown[], separator: string): Expression {
  return new Expression(['', ...inputs.slice(1).map(() => separator), ''], inputs);
}

const KEYWORDS: ReadonlySet<string> = new Set(['AND', 'OR', 'NOT', 'IN', 'BETWEEN']);
/** A word, perhaps a path into a map; what opens a parenthesis is a function or a keyword. */
const WORD = /([A-Za-z_]\w*(?:\.\w+)*)(\s*\()?/g;

/** Placeholders for all names, so that no word is a reserved one, and for all values. */
function createPlaceholders() {
  const names = new Map<string, string>();
  const values: Record<string, unknown> = {};
  const name = (path: string): string =>
    path
      .split('.')
      .map((part) => {
        const placeholder = names.get(part) ?? `#n${names.size}`;
        names.set(part, placeholder);
        return placeholder;
      })
      .join('.');
  const value = (input: unknown): string => {
    const placeholder = `:v${Object.keys(values).length}`;
    values[placeholder] = input;
    return placeholder;
  };
  const writeText = (text: string) =>
    text.replace(WORD, (match, word: string, opening: string | undefined) =>
      opening !== undefined || KEYWORDS.has(word) ? match : name(word),
    );
  const writeInput = (input: unknown) => {
    if (input instanceof Expression) return write(input);
    return input instanceof AttributeName ? name(input.path) : value(input);
  };
  const write = ({ texts, inputs }: Expression): string =>
    notEmpty(
      texts.map((text, index) => writeText(text) + (index < inputs.length ? writeInput(inputs[index]) : '')).join(''),
    );
  const fields = () => ({
    ...(names.size > 0 && { ExpressionAttributeNames: Object.fromEntries([...names].map(([part, to]) => [to, part])) }),
    ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
  });
  return { name, value, write, fields };
}
