import * as v from 'valibot';
import { builtInTools } from '#shared/built-in-tools.ts';
import {
  conversationCalls,
  isBridgeToken,
  modelList,
  realtimeCalls,
  realtimeParts,
  toolsOf,
  toolUses,
  userTools,
  voices,
} from '#shared/container.ts';
import { defineOpenAiWebhook } from '#shared/integrations/openai/webhook.ts';
import { receiveRealtimeCall, type ReceiveRealtimeCallDeps } from '#shared/realtime/receive-realtime-call.ts';
import { sendOutside } from '#shared/send-tool-container.ts';
import { createUserOutsideTools } from '#shared/tools/user-outside-tools.ts';

const SipHeaders = v.array(v.object({ name: v.string(), value: v.string() }));

export const handler = defineOpenAiWebhook({
  id: 'carrier/openai-call-incoming',
  event: 'realtime.call.incoming',
  data: v.object({ call_id: v.pipe(v.string(), v.regex(/^[\w-]{1,128}$/)), sip_headers: SipHeaders }),
  deps: (): ReceiveRealtimeCallDeps => ({
    ...realtimeParts(),
    calls: conversationCalls(),
    realtime: realtimeCalls(),
    voices: voices(),
    modelList: modelList(),
    tools: builtInTools,
    outsideTools: createUserOutsideTools({ userTools: userTools(), send: sendOutside }),
    toolUses: toolUses(),
    isBridgeToken,
    toolsOf,
  }),
  handle: async ({ call_id: realtimeCallId, sip_headers: headers }, deps) => {
    const read = (name: string) => headers.find((header) => header.name.toLowerCase() === name)?.value ?? '';
    const offer = { realtimeCallId, call: read('x-ringback-call'), token: read('x-ringback-token') };
    await receiveRealtimeCall(offer, deps);
  },
});
