import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

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

const WRITES = ['PutCommand', 'UpdateCommand', 'DeleteCommand', 'BatchWriteCommand', 'TransactWriteCommand'];

/** Counts what a client does: requests, how many of them in a row, and the units that the table says it consumed. */
export function createMeter(client: DynamoDBDocumentClient) {
  let reading = emptyReading();
  const send = async (command: Command) => {
    // Whatever has been answered by now may have been waited for.
    const depth = reading.depth + 1;
    const meant = reading;
    meant.requests += 1;
    Object.assign(command.input, { ReturnConsumedCapacity: 'TOTAL' });
    const output = await client.send(command);
    meant.depth = Math.max(meant.depth, depth);
    const units = unitsOf(output);
    const name = command.constructor.name;
    if (WRITES.includes(name)) meant.writeUnits += units;
    else if (name === 'BatchGetCommand') meant.rowUnits += units;
    else meant.findUnits += units;
    return output;
  };
  return {
    client: new Proxy(client, {
      get: (target, property, receiver) => (property === 'send' ? send : Reflect.get(target, property, receiver)),
    }),
    read(): Reading {
      const read = reading;
      reading = emptyReading();
      return read;
    },
  };
}

const emptyReading = (): Reading => ({ requests: 0, depth: 0, findUnits: 0, rowUnits: 0, writeUnits: 0 });

export function unitsOf(output: unknown): number {
  const { ConsumedCapacity } = output as {
    ConsumedCapacity?: { CapacityUnits?: number } | Array<{ CapacityUnits?: number }>;
  };
  return [ConsumedCapacity ?? []].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
}
