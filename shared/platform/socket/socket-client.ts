import {
  GoneException,
  PostToConnectionCommand,
  type ApiGatewayManagementApiClient,
} from '@aws-sdk/client-apigatewaymanagementapi';

/** What the assistant sends to the carrier's voice: ConversationRelay's own messages. */
export type VoiceFrame =
  | { type: 'text'; token: string; last: boolean; lang?: string; interruptible?: boolean; preemptible?: boolean }
  | { type: 'end'; handoffData?: string };

/** The open WebSocket to the carrier. Frames of one conversation are sent one after the other, each awaited. */
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
