import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { keys } from '#shared/platform/table/keys.ts';

/** The items that a run has written, by their keys, without its entries in the audit log. */
export interface WrittenItems {
  written: string[];
  /** Their answers are lost, or have not come yet. */
  unknown: string[];
}

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Operations_Amazon_DynamoDB.html */
const WRITES = /\.(?:(?:Put|Update|Delete)Item|TransactWriteItems|BatchWriteItem)$/;
const Key = v.object({ pk: v.object({ S: v.string() }), sk: v.object({ S: v.string() }) });
const Write = v.object({ Item: v.optional(Key), Key: v.optional(Key) });
const Writes = v.array(v.record(v.string(), Write));
const Body = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    ...Write.entries,
    TransactItems: v.optional(Writes, []),
    RequestItems: v.optional(v.record(v.string(), Writes), {}),
  }),
);

interface SentRequest {
  headers: Record<string, string>;
  body?: unknown;
}

/**
 * Notes what a client writes from now on, below the repeats of the SDK. A command that fails can then say what it has written, and
 * no command has to think of it.
 */
export function watchWrites({ config }: Pick<DynamoDBDocumentClient, 'config'>): () => WrittenItems {
  const outcomes = new Map<string, keyof WrittenItems>();
  const { requestHandler } = config;
  const handle = requestHandler.handle.bind(requestHandler);
  requestHandler.handle = async (request, options) => {
    // An item that was written stays so, whatever becomes of a later request.
    const open = writtenBy(request).filter((name) => outcomes.get(name) !== 'written');
    const refused = open.filter((name) => !outcomes.has(name));
    for (const name of open) outcomes.set(name, 'unknown');
    const answer = await handle(request, options);
    const { statusCode } = answer.response;
    if (statusCode === 200) for (const name of open) outcomes.set(name, 'written');
    // A refusal has written nothing. It tells nothing about an earlier request whose answer was lost.
    else if (statusCode < 500) for (const name of refused) outcomes.delete(name);
    return answer;
  };
  const namesOf = (wanted: keyof WrittenItems) =>
    [...outcomes].flatMap(([name, outcome]) => (outcome === wanted ? [name] : []));
  return () => ({ written: namesOf('written'), unknown: namesOf('unknown') });
}

function writtenBy({ headers, body }: SentRequest): string[] {
  if (!WRITES.test(headers['x-amz-target'] ?? '')) return [];
  const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : body;
  const { TransactItems, RequestItems, ...single } = v.parse(Body, text);
  const nested = [...TransactItems, ...Object.values(RequestItems).flat()].flatMap((one) => Object.values(one));
  return [single, ...nested]
    .flatMap((one) => one.Item ?? one.Key ?? [])
    .map(({ pk, sk }) => `${pk.S} ${sk.S}`)
    .filter((name) => !name.startsWith(keys.audit.partition('')));
}
