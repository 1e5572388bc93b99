import { createDynamoDbDialLine } from '#shared/adapters/dynamodb/dynamodb-dial-line.ts';
import type { DialLine } from '#shared/ports/dial-line.ts';
import { environment } from '#shared/runtime/environment.ts';
import { table } from '#shared/runtime/table.ts';

/** The carrier's pace is one of call time, which the local stack lets run faster. */
export function dialLine(): DialLine {
  const { CARRIER_CALLS_PER_SECOND } = environment.dialing();
  return createDynamoDbDialLine(table(), {
    callsPerSecond: CARRIER_CALLS_PER_SECOND * environment.callTimeSpeed(),
  });
}
