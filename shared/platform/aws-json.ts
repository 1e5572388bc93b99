import { hash } from 'node:crypto';
import type { ResponseMetadata } from '@smithy/types';

/** The JSON of a service's requests and answers. */
export interface JsonForm<Output> {
  /** Undefined for what is left to the SDK. */
  write(input: object): string | undefined;
  /** @throws for what is left to the SDK */
  read(text: string, $metadata: ResponseMetadata, input: object): Output;
}

export const messageJson: JsonForm<{ $metadata: ResponseMetadata }> = {
  write: (input) => JSON.stringify(input),
  read(text, $metadata, input) {
    const answer = recordOf(JSON.parse(text));
    const sent = hash('md5', String(recordOf(input)['MessageBody']));
    if (answer['MD5OfMessageBody'] !== sent) throw new TypeError();
    return { ...answer, $metadata };
  },
};

/** DynamoDB's JSON of items, for what the toolbox of the table sends. */
export const itemJson: JsonForm<{ $metadata: ResponseMetadata }> = {
  write(input) {
    const hasToken = !('TransactItems' in input) || 'ClientRequestToken' in input;
    try {
      return hasToken ? JSON.stringify(fieldsOf(input)) : undefined;
    } catch {
      return undefined;
    }
  },
  read(text, $metadata) {
    return { ...mapValues(recordOf(JSON.parse(text)), fromAnswer), $metadata };
  },
};

const MAPS = /^(?:Key|Item|ExpressionAttributeValues|ExclusiveStartKey)$/;

function fieldsOf(input: object): Fields {
  return mapValues({ ...input }, (value, name) => {
    if (MAPS.test(name)) return value === undefined ? undefined : mapOf(value);
    if (name === 'Keys') return listOf(value).map(mapOf);
    if (name === 'TransactItems') return listOf(value).map(partsOf);
    return name === 'RequestItems' ? partsOf(value) : value;
  });
}

const partsOf = (parts: unknown): Fields =>
  mapValues(recordOf(parts), (part) => (Array.isArray(part) ? part.map(partsOf) : fieldsOf(recordOf(part))));

/** @throws for what only the SDK writes, or refuses */
function mapOf(map: unknown): Fields {
  const prototype: unknown = Object.getPrototypeOf(map);
  if (prototype !== Object.prototype && prototype !== null) throw new TypeError();
  return mapValues(recordOf(map), (value) => (value === undefined ? undefined : attributeOf(value)));
}

function attributeOf(value: unknown): Fields {
  switch (typeof value) {
    case 'string':
      return { S: value };
    case 'number':
      return { N: String(safe(value)) };
    case 'boolean':
      return { BOOL: value };
    default:
      if (value === null) return { NULL: true };
      if (Array.isArray(value)) return { L: value.filter((one) => one !== undefined).map(attributeOf) };
      if (value instanceof Uint8Array) return { B: Buffer.from(value).toString('base64') };
      if (value instanceof Set && value.size > 0) return { NS: [...value].map((one) => String(safe(one))) };
      return { M: mapOf(value) };
  }
}

function fromAnswer(value: unknown, name: string): unknown {
  if (name === 'Item' || name === 'Attributes' || name === 'LastEvaluatedKey') return valuesOf(value);
  if (name === 'Items') return listOf(value).map(valuesOf);
  if (name === 'Responses') return mapValues(recordOf(value), (items) => listOf(items).map(valuesOf));
  const isDone = !name.startsWith('Unprocessed') || Object.keys(recordOf(value)).length === 0;
  if (!isDone || name === 'ItemCollectionMetrics') throw new TypeError(name);
  return value;
}

const valuesOf = (attributes: unknown): Fields => mapValues(recordOf(attributes), valueOf);

/** An attribute has one field, which names its type. */
function valueOf(attribute: unknown): unknown {
  const record = recordOf(attribute);
  for (const type in record) {
    const value = record[type];
    if (type === 'S' || type === 'BOOL') return value;
    if (type === 'N') return safe(Number(value));
    if (type === 'M') return valuesOf(value);
    if (type === 'L') return listOf(value).map(valueOf);
    if (type === 'NULL') return null;
    if (type === 'B') return new Uint8Array(Buffer.from(String(value), 'base64'));
    if (type === 'NS') return new Set(listOf(value).map((one) => safe(Number(one))));
  }
  throw new TypeError();
}

/** Beyond the safe integers the SDK refuses to write a number, and reads it as a bigint. */
function safe(value: unknown): number {
  if (typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER) return value;
  throw new TypeError();
}

type Fields = Record<string, unknown>;

const isRecord = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

function recordOf(value: unknown): Fields {
  if (isRecord(value)) return value;
  throw new TypeError();
}

function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  throw new TypeError();
}

function mapValues(record: Fields, convert: (value: unknown, name: string) => unknown): Fields {
  const converted: Fields = {};
  for (const name of Object.keys(record)) converted[name] = convert(record[name], name);
  return converted;
}
