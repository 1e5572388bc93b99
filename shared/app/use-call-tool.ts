import { endRealtimeCall } from '#shared/app/end-realtime-call.ts';
import type { RealtimeDeps } from '#shared/app/realtime-deps.ts';
import type { CallKey } from '#shared/domain/call/call.ts';

export interface CallToolDeps extends RealtimeDeps {
  isToolsToken: (token: string, key: CallKey, realtimeCallId: string) => Promise<boolean>;
}

/** The tools that the model which holds this call may use; undefined when the token is none of this call. */
export async function callTools(key: CallKey, token: string, { calls, isToolsToken }: CallToolDeps) {
  const call = await calls.get(key);
  if (call?.realtimeCallId === undefined || !(await isToolsToken(token, key, call.realtimeCallId))) return undefined;
  const configuration = await calls.getConfiguration(key);
  const endCall = configuration?.assistant.tools.find((tool) => tool.type === 'end_call');
  return endCall ? [{ name: 'end_call', description: endCall.data.description }] : [];
}

/** The model ends its call. It is told what comes next, because it is about to say its last words. */
export async function useEndCall(key: CallKey, deps: CallToolDeps): Promise<string> {
  const call = await deps.calls.get(key);
  if (call?.realtimeCallId === undefined || call.carrierCallId === null) return 'The call is over.';
  const { realtimeCallId, carrierCallId: connectionId } = call;
  deps.logger.info('tool called', { ...key, tool: 'end_call' });
  await endRealtimeCall({ key, realtimeCallId, connectionId }, deps);
  return 'The line closes now. Say nothing until you are asked for your last words.';
}
