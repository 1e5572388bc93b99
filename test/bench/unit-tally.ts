/** Read and write units of some requests, and the least that touching the same items could cost. */
export interface Touch {
  isRead: boolean;
  isWritten: boolean;
  /** With others, all or none, which costs twice. */
  isTogether: boolean;
}

export interface UnitTally {
  read: number;
  written: number;
  touched: Map<string, Touch>;
  add(input: object, output: object): void;
}

interface Request {
  Key?: Attributes;
  Item?: Attributes;
  RequestItems?: Record<string, { Keys?: Attributes[] } | WriteRequest[]>;
  TransactItems?: Array<Record<string, Request>>;
  UpdateExpression?: string;
  ExpressionAttributeValues?: Attributes;
}
type Attributes = Record<string, unknown>;
type WriteRequest = { PutRequest?: { Item: Attributes }; DeleteRequest?: { Key: Attributes } };
interface Answer {
  Items?: Attributes[];
  ConsumedCapacity?: { CapacityUnits?: number } | Array<{ CapacityUnits?: number }>;
}

export function createTally(): UnitTally {
  const tally: UnitTally = { read: 0, written: 0, touched: new Map(), add };
  return tally;

  function add(input: object, output: object): void {
    const request = input as Request;
    const answer = output as Answer;
    const units = [answer.ConsumedCapacity ?? []].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
    const written = writtenKeys(request);
    if (written.length > 0) tally.written += units;
    else tally.read += units;
    const isTogether = request.TransactItems !== undefined;
    for (const key of written) touch(key, { isRead: false, isWritten: true, isTogether });
    if (written.length > 0) return;
    const asked = request.ExpressionAttributeValues?.[':pk'];
    const partition = asked === undefined ? [] : [{ pk: asked, sk: '' }];
    const read = [request.Key ?? [], partition, answer.Items ?? [], batchKeys(request)].flat();
    for (const key of read) touch(key, { isRead: true, isWritten: false, isTogether: false });
  }

  function touch(key: Attributes, how: Touch): void {
    const name = `${text(key['pk'])} ${text(key['sk'])}`;
    const before = tally.touched.get(name);
    tally.touched.set(name, {
      isRead: how.isRead || before?.isRead === true,
      isWritten: how.isWritten || before?.isWritten === true,
      isTogether: how.isTogether || before?.isTogether === true,
    });
  }
}

function writtenKeys(request: Request): Attributes[] {
  if (request.TransactItems) {
    return request.TransactItems.flatMap((item) => Object.values(item)).map(({ Key, Item }) => Item ?? Key ?? {});
  }
  if (request.Item) return [request.Item];
  if (request.Key && 'UpdateExpression' in request) return [request.Key];
  const batches = Object.values(request.RequestItems ?? {});
  return batches.flatMap((batch) =>
    Array.isArray(batch)
      ? batch.map(({ PutRequest, DeleteRequest }) => PutRequest?.Item ?? DeleteRequest?.Key ?? {})
      : [],
  );
}

const batchKeys = ({ RequestItems = {} }: Request): Attributes[] =>
  Object.values(RequestItems).flatMap((batch) => (Array.isArray(batch) ? [] : (batch.Keys ?? [])));

/** Keys come as values, or as the table's own `{ S: … }`. */
const text = (value: unknown): string =>
  typeof value === 'string' ? value : String((value as { S?: string } | undefined)?.S);
