import { endRealtimeCall } from '#shared/app/end-realtime-call.ts';
import { refuseCalls, type RefuseCallsDeps } from '#shared/app/refuse-calls.ts';
import type { RealtimeDeps } from '#shared/app/realtime-deps.ts';
import type { CallKey } from '#shared/domain/call/call.ts';

export interface CallToolDeps extends RealtimeDeps, RefuseCallsDeps {
  isToolsToken: (token: string, key: CallKey, realtimeCallId: string) => Promise<boolean>;
}

/** What every call of a campaign has. */
const doNotCall = {
  name: 'do_not_call',
  description: 'The customer does not want to be called again: takes the number off the list and ends the call.',
};

/** The tools that the model which holds this call may use; undefined when the token is none of this call. */
export async function callTools(key: CallKey, token: string, { calls, isToolsToken }: CallToolDeps) {
  const call = await calls.get(key);
  if (call?.realtimeCallId === undefined || !(await isToolsToken(token, key, call.realtimeCallId))) return undefined;
  const configuration = await calls.getConfiguration(key);
  const endCall = configuration?.assistant.tools.find((tool) => tool.type === 'end_call');
  return [
    ...(endCall ? [{ name: 'end_call', description: endCall.data.description }] : []),
    ...(call.leadId === undefined ? [] : [doNotCall]),
  ];
}

/**
 * The model ends its call, or its customer wants no more of them. It is told what comes next, because it is about to say
 * its last words.
 */
export async function useCallTool(key: CallKey, tool: string, deps: CallToolDeps): Promise<string> {
  const call = await deps.calls.get(key);
  if (call?.realtimeCallId === undefined || call.carrierCallId === null) return 'The call is over.';
  const { realtimeCallId, carrierCallId: connectionId } = call;
  deps.logger.info('tool called', { ...key, tool });
  if (tool === doNotCall.name) await refuseCalls(key, deps);
  await endRealtimeCall({ key, realtimeCallId, connectionId }, deps);
  return 'The line closes now. Say nothing until you are asked for your last words.';
}
