import { reservedToolNames } from '#shared/assistants/assistant-tools.ts';
import { table, users, userTools } from '#shared/container.ts';
import { clock } from '#shared/platform/clock.ts';
import { environment } from '#shared/platform/environment.ts';
import { ids } from '#shared/platform/ids.ts';
import { createDynamoDbRateStore } from '#shared/platform/rate-limit.ts';
import { secrets } from '#shared/platform/secrets.ts';
import { withRetries } from '#shared/platform/table/table.ts';
import type { UserToolDeps } from '#shared/tools/manage-user-tools.ts';
import type { TestToolDeps } from '#shared/tools/test-user-tool.ts';
import { toolTransport } from '#shared/transport-container.ts';

export const userToolDeps = (): UserToolDeps => ({
  userTools: userTools(),
  secrets: secrets(),
  clock: clock(),
  ids: ids(),
  allowLoopback: environment.webhooks().WEBHOOK_ALLOW_LOOPBACK,
  reservedNames: reservedToolNames,
});

export const testToolDeps = (): TestToolDeps => ({
  userTools: userTools(),
  users: users(),
  secrets: secrets(),
  transport: toolTransport(),
  rates: createDynamoDbRateStore(table(), withRetries),
  clock: clock(),
});
