import { ApiGatewayManagementApiClient } from '@aws-sdk/client-apigatewaymanagementapi';
import { createApiGatewaySocket } from '#shared/adapters/api-gateway/api-gateway-socket.ts';
import type { ConversationSocket } from '#shared/ports/conversation-socket.ts';
import { environment } from '#shared/runtime/environment.ts';
import { once } from '#shared/runtime/once.ts';
import { plainHttp } from '#shared/runtime/plain-http.ts';

const managementClient = /* @__PURE__ */ once(
  // A frame that waits for three tries comes too late for a conversation anyway.
  () =>
    new ApiGatewayManagementApiClient({ endpoint: environment.socketManagementUrl(), maxAttempts: 3, ...plainHttp }),
);

export function conversationSocket(): ConversationSocket {
  return createApiGatewaySocket(managementClient());
}
