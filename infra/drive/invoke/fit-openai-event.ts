import { Webhook } from 'standardwebhooks';
import * as v from 'valibot';
import type { Scene } from '#infra/drive/invoke/scene.ts';
import { createCallToken, callReference } from '#shared/calls/call-token.ts';

const Incoming = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({
    data: v.looseObject({
      call_id: v.string(),
      sip_headers: v.array(v.object({ name: v.string(), value: v.string() })),
    }),
  }),
);

interface OpenAiEvent {
  rawPath: string;
  headers: Record<string, string>;
  pathParameters?: Record<string, string> | undefined;
  body?: string | undefined;
}

/** As if the speech model had sent it now, about the call of the scene. */
export function fitOpenAiEvent<Event extends OpenAiEvent>(event: Event, scene: Scene): Event {
  return event.pathParameters === undefined ? fitWebhook(event, scene) : fitToolRequest(event, scene);
}

function fitWebhook<Event extends OpenAiEvent>(event: Event, scene: Scene): Event {
  const incoming = v.parse(Incoming, event.body);
  const key = { userId: scene.userId, callId: scene.callId ?? 0 };
  const known: Record<string, string> = {
    'X-Ringback-Call': callReference(key),
    'X-Ringback-Token': createCallToken(scene.callTokenKey, 'bridge', key, scene.carrierCallId),
  };
  const headers = incoming.data.sip_headers.map(({ name, value }) => ({ name, value: known[name] ?? value }));
  const body = JSON.stringify({ ...incoming, data: { ...incoming.data, sip_headers: headers } });
  const now = new Date();
  const id = event.headers['webhook-id'] ?? 'wh_1';
  const signed = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(scene.openAiWebhookSecret).sign(id, now, body),
  };
  return { ...event, headers: { ...event.headers, ...signed }, body };
}

function fitToolRequest<Event extends OpenAiEvent>(event: Event, scene: Scene): Event {
  const key = { userId: scene.userId, callId: scene.callId ?? 0 };
  const token = createCallToken(scene.callTokenKey, 'tools', key, scene.realtimeCallId ?? '');
  return {
    ...event,
    rawPath: event.rawPath.replace(/\/\d+\/\d+\//, `/${key.userId}/${key.callId}/`),
    pathParameters: { user_id: String(key.userId), call_id: String(key.callId) },
    headers: { ...event.headers, authorization: `Bearer ${token}` },
  };
}
