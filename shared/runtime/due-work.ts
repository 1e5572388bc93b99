import { createDynamoDbDueWorkStore } from '#shared/adapters/dynamodb/dynamodb-due-work-store.ts';
import type { DueWorkStore } from '#shared/ports/due-work-store.ts';
import { logger } from '#shared/platform/observability/telemetry.ts';
import { table } from '#shared/runtime/table.ts';

export function dueWork(): DueWorkStore {
  return createDynamoDbDueWorkStore(table(), logger);
}
