import { createDynamoDbDialLine } from '#shared/adapters/dynamodb/dynamodb-dial-line.ts';
import type { DialLine } from '#shared/ports/dial-line.ts';
import { clock } from '#shared/runtime/clock.ts';
import { environment } from '#shared/runtime/environment.ts';
import { table } from '#shared/runtime/table.ts';

export function dialLine(): DialLine {
  const { CARRIER_CALLS_PER_SECOND } = environment.dialing();
  return createDynamoDbDialLine(table(), {
    callsPerSecond: 1000 / clock().callMs(1 / CARRIER_CALLS_PER_SECOND),
  });
}
