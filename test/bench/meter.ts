import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  PutCommand,
  TransactWriteCommand,
  UpdateCommand,
  type DynamoDBDocumentClient,
} from '@aws-sdk/lib-dynamodb';
import { itemBytes } from '#test/bench/local-table-file.ts';
import { withSend } from '#test/support/table-faults.ts';

export interface Reading {
  requests: number;
  /** The longest chain of requests of which each waited for the one before. */
  depth: number;
  /** Capacity units of queries and single gets: what finding the page costs. */
  findUnits: number;
  /** Capacity units of batch gets: heads and bodies of the rows shown, and open calls. */
  rowUnits: number;
  writeUnits: number;
}

type Command = Parameters<DynamoDBDocumentClient['send']>[0];

const WRITES = [PutCommand, UpdateCommand, DeleteCommand, BatchWriteCommand, TransactWriteCommand];

/** Counts what a client does: requests, how many of them in a row, and the units that the table says it consumed. */
export function createMeter(client: DynamoDBDocumentClient) {
  let reading = emptyReading();
  const send = async (command: Command) => {
    // Whatever has been answered by now may have been waited for.
    const depth = reading.depth + 1;
    const meant = reading;
    meant.requests += 1;
    Object.assign(command.input, { ReturnConsumedCapacity: 'TOTAL' });
    askForRefused(command.input);
    const output = await client.send(command).catch((error: unknown) => {
      meant.writeUnits += unitsOfRefused(command.input, error);
      throw error;
    });
    meant.depth = Math.max(meant.depth, depth);
    const units = unitsOf(output);
    if (WRITES.some((write) => command instanceof write)) meant.writeUnits += units;
    else if (command instanceof BatchGetCommand) meant.rowUnits += units;
    else meant.findUnits += units;
    return output;
  };
  return {
    client: withSend(client, send),
    read(): Reading {
      const read = reading;
      reading = emptyReading();
      return read;
    },
  };
}

const emptyReading = (): Reading => ({ requests: 0, depth: 0, findUnits: 0, rowUnits: 0, writeUnits: 0 });

interface Refusable {
  Item?: Item;
  ConditionExpression?: string;
  ReturnValuesOnConditionCheckFailure?: string;
}
type Item = Record<string, unknown>;
type Input = Refusable & { TransactItems?: Array<Record<string, Refusable>> };

/** Makes the answer to a failed condition contain the item, whose size is what the failure costs. */
export function askForRefused(input: object): void {
  const { TransactItems = [], ...single }: Input = input;
  if (single.ConditionExpression) Object.assign(input, { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' });
  for (const one of TransactItems.flatMap((part) => Object.values(part))) {
    if (one.ConditionExpression) one.ReturnValuesOnConditionCheckFailure = 'ALL_OLD';
  }
}

/**
 * The write units of a write that failed by a condition: those of the larger of the stored and the written item, at least 1; in a
 * transaction twice, for each of its items. The emulator does not report them.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html#write-operation-consumption
 */
export function unitsOfRefused(input: object, error: unknown): number {
  const { TransactItems, Item: written }: Input = input;
  if (error instanceof ConditionalCheckFailedException) return writeUnits(written, error.Item);
  if (!(error instanceof TransactionCanceledException)) return 0;
  const parts = (TransactItems ?? []).flatMap((part) => Object.values(part));
  const reasons = error.CancellationReasons ?? [];
  return 2 * parts.reduce((sum, { Item: put }, index) => sum + writeUnits(put, reasons[index]?.Item), 0);
}

function writeUnits(...versions: Array<Item | undefined>): number {
  const sizes = versions.map((item) => (item ? itemBytes(item) : 0));
  return Math.max(1, Math.ceil(Math.max(...sizes) / 1024));
}

export function unitsOf(output: unknown): number {
  const { ConsumedCapacity } = output as {
    ConsumedCapacity?: { CapacityUnits?: number } | Array<{ CapacityUnits?: number }>;
  };
  return [ConsumedCapacity ?? []].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
}
