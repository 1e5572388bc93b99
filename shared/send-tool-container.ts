import { createDynamoDbUserStore } from '#shared/accounts/dynamodb-user-store.ts';
import { clock, pause } from '#shared/platform/clock.ts';
import { dynamo, environment } from '#shared/platform/environment.ts';
import { secrets } from '#shared/platform/secrets.ts';
import { createDynamoDbUserToolStore } from '#shared/tools/dynamodb-user-tool-store.ts';
import type { OutsideRequest } from '#shared/tools/outside-tool.ts';
import { sendUserTool } from '#shared/tools/send-user-tool.ts';
import type { UserTool } from '#shared/tools/user-tool.ts';
import { toolTransport } from '#shared/transport-container.ts';

/**
 * Loaded with the first call of a tool: most turns have none, and their functions start faster without it. So it takes nothing from
 * the other containers, which are loaded with every function.
 */
export function sendOutside(tool: UserTool, request: OutsideRequest) {
  const table = { client: dynamo(), tableName: environment.table() };
  return sendUserTool(tool, request, {
    userTools: createDynamoDbUserToolStore(table),
    users: createDynamoDbUserStore(table),
    secrets: secrets(),
    transport: toolTransport(),
    clock: clock(),
    pause,
  });
}
