import {
  GoneException,
  PostToConnectionCommand,
  type ApiGatewayManagementApiClient,
} from '@aws-sdk/client-apigatewaymanagementapi';

/** Messages of the service to ConversationRelay. */
export type VoiceFrame =
  | { type: 'text'; token: string; last: boolean; lang?: string; interruptible?: boolean; preemptible?: boolean }
  | { type: 'end'; handoffData?: string };

/** The WebSocket to the carrier. Send the frames of a conversation one at a time, each awaited. */
export interface ConversationSocket {
  /** `gone`: the carrier has closed the connection. */
  send(connectionId: string, frame: VoiceFrame): Promise<'sent' | 'gone'>;
}

export function createApiGatewaySocket(client: ApiGatewayManagementApiClient): ConversationSocket {
  return {
    async send(connectionId, frame) {
      try {
        await client.send(new PostToConnectionCommand({ ConnectionId: connectionId, Data: JSON.stringify(frame) }));
        return 'sent';
      } catch (error) {
        if (error instanceof GoneException) return 'gone';
        throw error;
      }
    },
  };
}
