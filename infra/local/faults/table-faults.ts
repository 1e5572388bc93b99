import * as v from 'valibot';
import {
  type AwsAnswer,
  type AwsRequest,
  operationOf,
  tableError,
  type Treatment,
} from '#infra/local/faults/aws-message.ts';
import type { FaultName } from '#infra/local/faults/fault-settings.ts';

const BatchItems = v.record(v.string(), v.union([v.array(v.unknown()), v.looseObject({ Keys: v.array(v.unknown()) })]));
const Batch = v.pipe(v.string(), v.parseJson(), v.looseObject({ RequestItems: BatchItems }));
const Transaction = v.pipe(v.string(), v.parseJson(), v.object({ TransactItems: v.array(v.unknown()) }));

const everywhere: readonly FaultName[] = ['throttled', 'over capacity', 'slow answer'];
const cancellations: readonly FaultName[] = [
  'cancelled by a conflict',
  'cancelled by throttling',
  'cancelled by capacity',
];

/**
 * What can happen to a request to the table. Reads do not conflict; a plain write does with a transaction on its item.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html#transaction-conflict-handling
 */
export function possibleTableFaults(request: AwsRequest): readonly FaultName[] {
  switch (operationOf(request)) {
    case 'PutItem':
    case 'UpdateItem':
    case 'DeleteItem':
      return [...everywhere, 'conflict', 'answer lost'];
    case 'TransactWriteItems':
      return [...cancellations, 'throttled', 'slow answer', 'answer lost'];
    case 'BatchWriteItem':
      return [...everywhere, 'answer lost', ...(partsOf(request) ? (['unprocessed'] as const) : [])];
    case 'BatchGetItem':
      return [...everywhere, ...(partsOf(request) ? (['unprocessed'] as const) : [])];
    case 'GetItem':
    case 'Query':
      return everywhere;
    default:
      return [];
  }
}

/** `at`: a number of [0, 1), for what else is by chance. */
export function treatTableRequest(fault: FaultName, request: AwsRequest, at: number): Treatment {
  if (fault === 'unprocessed') return leaveUnprocessed(request);
  return { act: 'answer', answer: tableAnswerOf(fault, request, at) };
}

function tableAnswerOf(fault: FaultName, request: AwsRequest, at: number): AwsAnswer {
  switch (fault) {
    case 'conflict':
      return tableError('TransactionConflictException', { message: 'Transaction is ongoing for the item' });
    case 'cancelled by a conflict':
      return cancelled(request, at, 'TransactionConflict', 'Transaction is ongoing for the item');
    case 'cancelled by throttling':
      return cancelled(request, at, 'ThrottlingError', THROTTLED);
    case 'cancelled by capacity':
      return cancelled(request, at, 'ProvisionedThroughputExceeded', OVER_CAPACITY);
    case 'over capacity':
      return tableError('ProvisionedThroughputExceededException', { message: OVER_CAPACITY });
    default:
      return tableError('ThrottlingException', { message: THROTTLED });
  }
}

const THROTTLED =
  'Throughput exceeds the current capacity of your table or index. DynamoDB is automatically scaling your table or index so please try again shortly.';
const OVER_CAPACITY =
  'The level of configured provisioned throughput for the table was exceeded. Consider increasing your provisioning level with the UpdateTable API.';

/** One part of the transaction is the reason; the others have none. */
function cancelled({ body }: AwsRequest, at: number, Code: string, Message: string): AwsAnswer {
  const { TransactItems } = v.parse(Transaction, body.toString('utf8'));
  const guilty = Math.floor(at * TransactItems.length);
  const CancellationReasons = TransactItems.map((_, index) =>
    index === guilty ? { Code, Message } : { Code: 'None' },
  );
  const codes = CancellationReasons.map((reason) => reason.Code).join(', ');
  return tableError('TransactionCanceledException', {
    CancellationReasons,
    Message: `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`,
  });
}

/** The half of a batch that is done, and the other one; undefined for a single item, of which nothing is ever left. */
function partsOf({ body }: AwsRequest) {
  const { RequestItems, ...rest } = v.parse(Batch, body.toString('utf8'));
  const [[table, wanted] = ['', []], ...others] = Object.entries(RequestItems);
  const all = Array.isArray(wanted) ? wanted : wanted.Keys;
  if (others.length > 0 || all.length < 2) return undefined;
  const half = Math.ceil(all.length / 2);
  const wrap = (part: unknown[]) => ({ [table]: Array.isArray(wanted) ? part : { ...wanted, Keys: part } });
  const name = Array.isArray(wanted) ? 'UnprocessedItems' : 'UnprocessedKeys';
  return { name, rest, done: wrap(all.slice(0, half)), left: wrap(all.slice(half)) };
}

function leaveUnprocessed(request: AwsRequest): Treatment {
  const parts = partsOf(request);
  if (!parts) throw new Error('a batch of one item cannot be done in part');
  return {
    act: 'change',
    body: JSON.stringify({ ...parts.rest, RequestItems: parts.done }),
    complete: (answer) => JSON.stringify({ ...Object(JSON.parse(answer)), [parts.name]: parts.left }),
  };
}
