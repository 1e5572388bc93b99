import type { LocalStack } from '#infra/local/compose/local-stack.ts';
import type { Call } from '#shared/calls/call.ts';
import { conversations } from '#shared/container.ts';
import { askedModels } from '#test/slow/grants/all-requests.ts';
import { deliver, storeCall } from '#test/slow/grants/lost-and-late.ts';
import { callBack, useTool } from '#test/slow/grants/signed-callbacks.ts';
import { buildScript, buildState } from '#test/support/builders.ts';

let sids = 1000;
const newSid = () => `CA${String((sids += 1)).padStart(32, '0')}`;

const live = (changes: Partial<Call> = {}): Promise<Call> =>
  storeCall({ status: 'in-progress', carrierCallId: newSid(), claimedAt: Date.now(), ...changes });

const atTheModel = (): Partial<Call> => ({ mode: 'multimodal', realtimeCallId: `rtc_${newSid()}` });

/** The carrier finds out who has picked up when the assistant talks already. */
export async function recogniseLate(stack: LocalStack): Promise<void> {
  const onSocket = await live({ connectionId: 'connection-1' });
  await callBack(stack, 'carrier/twilio-answering-machine', onSocket, { AnsweredBy: 'machine_start' });
  await callBack(stack, 'carrier/twilio-answering-machine', await live(atTheModel()), { AnsweredBy: 'human' });
}

/** The connection to the service has broken, and the customer is still there. */
export async function loseTheConnection(stack: LocalStack): Promise<void> {
  const broken = { SessionStatus: 'failed', ErrorCode: '64105', CallStatus: 'in-progress', SessionId: 'VX1' };
  const call = await live({ connectionId: 'connection-2', connections: 1 });
  await callBack(stack, 'carrier/twilio-conversation-ended', call, broken);
}

/** The line to the speech model was never open; the customer has hung up before it was. */
export async function loseTheModel(stack: LocalStack): Promise<void> {
  const failed = { CallStatus: 'in-progress', DialCallStatus: 'failed' };
  await callBack(stack, 'carrier/twilio-bridge-ended', await live(atTheModel()), failed);
  const gone = { CallStatus: 'completed', DialCallStatus: 'canceled' };
  await callBack(stack, 'carrier/twilio-bridge-ended', await live(atTheModel()), gone);
}

/** A speech model whose customer wants no more calls, and one whose time is up. */
export async function leaveTheModel(stack: LocalStack): Promise<void> {
  await useTool(stack, await live({ ...atTheModel(), campaignId: 1, leadId: 1 }), 'do_not_call');
  const { userId, id: callId, carrierCallId, realtimeCallId } = await live(atTheModel());
  const state = buildState({ connectionId: carrierCallId!, call: { userId, callId }, openedAt: Date.now() });
  await conversations().open(state, buildScript());
  const goodbye = { act: 'goodbye', silentSeconds: 0 } as const;
  await deliver(stack, 'steer-realtime', { userId, callId, realtimeCallId: realtimeCallId!, ...goodbye });
}

/** Silent customers, each of whom another model asks as its assistant says. */
export async function askSilentCustomers(stack: LocalStack): Promise<void> {
  for (const { id: modelId } of askedModels()) {
    const connectionId = `silent-${modelId}`;
    const { userId, id: callId } = await live({ connectionId });
    const silentSince = Date.now();
    const call = { userId, callId };
    const state = buildState({ connectionId, call, openedAt: silentSince, silentSince });
    await conversations().open(state, buildScript({ modelId, reengagementPrompt: 'Offer to call back.' }));
    const silence = { generation: 0, timer: 'silence', silentSeconds: 30, silentSince } as const;
    await deliver(stack, 'continue-conversation', { connectionId, ...silence });
  }
}
