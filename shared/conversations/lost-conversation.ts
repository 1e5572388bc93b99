import type { Call } from '#shared/calls/call.ts';
import type { Conversation, ConversationDeps } from '#shared/conversations/conversation.ts';

/**
 * `handoffData` of the `end` frame that asks for a new connection, because the `setup` frame of this one was lost. API Gateway delivers a
 * frame once: without it, the customer would talk to a closed conversation until the time limit of the call.
 */
export const RECONNECT = 'reconnect';

/** The connections that a call had before this one, oldest first. */
export function earlierConnections(call: Call | undefined, connectionId: string): string[] {
  const known = [...(call?.earlierConnections ?? []), call?.connectionId ?? connectionId];
  return known.filter((id) => id !== connectionId);
}

/** The conversation that a lost connection held: that of the latest connection whose first frame was handled. */
export async function findLostConversation(
  connectionIds: readonly string[],
  { conversations }: Pick<ConversationDeps, 'conversations'>,
): Promise<Conversation | undefined> {
  for (const connectionId of connectionIds.toReversed()) {
    const conversation = await conversations.read(connectionId);
    if (conversation) return conversation;
  }
  return undefined;
}
