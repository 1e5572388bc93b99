import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js';
import * as v from 'valibot';
import { fitOpenAiEvent } from '#infra/drive/invoke/fit-openai-event.ts';
import type { Scene } from '#infra/drive/invoke/scene.ts';
import type { ManifestRow } from '#shared/manifest/manifest-row.ts';

/** Fields to set in a sample event's body before it is fitted. */
export type BodyChanges = Record<string, unknown>;

const JsonBody = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown()));
const Texts = v.record(v.string(), v.string());
const Http = v.looseObject({
  rawPath: v.string(),
  rawQueryString: v.optional(v.string(), ''),
  headers: Texts,
  pathParameters: v.optional(Texts),
  body: v.optional(v.string()),
});
const Queue = v.looseObject({ Records: v.array(v.looseObject({ body: JsonBody })) });
const Socket = v.looseObject({
  headers: v.optional(Texts, {}),
  requestContext: v.looseObject({}),
});

/**
 * Fits a sample event to a prepared stack: sets the ids of the scene, valid signatures and the current time. Everything
 * else stays as it is in the file.
 */
export function fitEvent(row: ManifestRow, event: unknown, scene: Scene, changes: BodyChanges = {}): unknown {
  switch (row.kind) {
    case 'http':
      return fitHttp(
        fitToken(v.parse(Http, fitAccess(row, event, scene)), scene),
        scene,
        recordIdFor(row.id, scene),
        changes,
      );
    case 'carrier':
      if (row.id.startsWith('carrier/openai-')) return fitOpenAiEvent(v.parse(Http, event), scene);
      return fitCarrier(v.parse(Http, event), scene, changes);
    case 'queue':
      return fitQueue(v.parse(Queue, event), scene);
    case 'socket':
      return fitSocket(v.parse(Socket, event), scene);
    case 'authorizer':
      return fitAuthorizer(v.parse(v.looseObject({}), event), scene);
    case 'schedule':
    default:
      return event;
  }
}

const Authorized = v.looseObject({
  requestContext: v.looseObject({ authorizer: v.object({ lambda: v.looseObject({ token_id: v.number() }) }) }),
});

/** The token that is kept is that of the user, so that the stack goes on to accept it. */
function fitAccess({ id }: ManifestRow, event: unknown, { ownTokenId }: Scene): unknown {
  if (id !== 'tokens/delete-other-tokens' || ownTokenId === undefined) return event;
  const { requestContext, ...rest } = v.parse(Authorized, event);
  const lambda = { ...requestContext.authorizer.lambda, token_id: ownTokenId };
  return { ...rest, requestContext: { ...requestContext, authorizer: { lambda } } };
}

function recordIdFor(functionId: string, scene: Scene): number | undefined {
  if (functionId.startsWith('leads/')) return scene.leadId;
  if (functionId.startsWith('tokens/')) return scene.tokenId;
  if (functionId.startsWith('tools/')) return scene.toolId;
  if (functionId === 'sms/get-sms') return scene.smsId;
  if (
    /^campaigns\/(check-campaign|delete-campaign|get-campaign|list-missing-variables|update-campaign)$/.test(functionId)
  )
    return scene.campaignId;
  return /^calls\/(get|end|delete)-call$/.test(functionId) ? scene.callId : scene.assistantId;
}

/** Replaces the token in a path by that of the recording, or by the id of the widget. */
function fitToken(event: v.InferOutput<typeof Http>, { recordingToken, widgetId }: Scene) {
  const known = recordingToken ?? widgetId;
  const { token } = event.pathParameters ?? {};
  if (token === undefined || known === undefined) return event;
  return {
    ...event,
    rawPath: event.rawPath.replace(token, known),
    pathParameters: { token: known },
  };
}

function fitHttp(event: v.InferOutput<typeof Http>, scene: Scene, recordId = 0, changes: BodyChanges = {}) {
  const { id, delivery_id: deliveryId } = event.pathParameters ?? {};
  const { campaignId } = scene;
  if (deliveryId !== undefined) return fitDelivery(event, deliveryId, scene);
  const body = event.body === undefined ? undefined : { ...v.parse(JsonBody, event.body), ...changes };
  return {
    ...event,
    rawQueryString: event.rawQueryString.replace(/\bcall_id=\d+/, `call_id=${scene.callId ?? 0}`),
    ...(id === undefined
      ? {}
      : {
          rawPath: event.rawPath.replace(new RegExp(`/${id}(?=/|$)`), `/${recordId}`),
          pathParameters: { id: String(recordId) },
        }),
    ...(body === undefined
      ? {}
      : {
          body: JSON.stringify({
            ...body,
            ...('assistant_id' in body && { assistant_id: recordId }),
            ...('url' in body && { url: scene.sinkUrl }),
            ...('campaign_id' in body && campaignId !== undefined && { campaign_id: campaignId }),
          }),
        }),
  };
}

/** The webhook of the call. */
function fitDelivery(event: v.InferOutput<typeof Http>, sample: string, { callId = 0 }: Scene) {
  const delivery_id = `evt_${callId}_call.completed`;
  return { ...event, rawPath: event.rawPath.replace(sample, delivery_id), pathParameters: { delivery_id } };
}

function fitCarrier(event: v.InferOutput<typeof Http>, scene: Scene, changes: BodyChanges) {
  const ids = { user_id: scene.userId, call_id: scene.callId, sms_id: scene.smsId };
  const known = Object.entries(ids).filter(([name]) => name in (event.pathParameters ?? {}));
  const pathParameters = Object.fromEntries(known.map(([name, id]) => [name, String(id)]));
  const rawPath = event.rawPath.replace(/\/\d+\/\d+\//, `/${Object.values(pathParameters).join('/')}/`);
  const form: Record<string, string> = Object.fromEntries(new URLSearchParams(event.body));
  // A callback of a human's line names the call of the customer as its parent.
  const ownName = form['ParentCallSid'] === undefined ? 'CallSid' : 'ParentCallSid';
  if ('call_id' in pathParameters) form[ownName] = scene.carrierCallId;
  for (const [name, value] of Object.entries(changes)) form[name] = String(value);
  form['AccountSid'] = scene.accountSid;
  if (scene.caller !== undefined) form['From'] = scene.caller;
  // The service refuses an old callback as a replay.
  if (form['Timestamp'] !== undefined) form['Timestamp'] = new Date().toISOString();
  const signature = getExpectedTwilioSignature(scene.authToken, scene.publicUrl + rawPath, form);
  return {
    ...event,
    rawPath,
    pathParameters,
    headers: { ...event.headers, 'x-twilio-signature': signature },
    body: new URLSearchParams(form).toString(),
    isBase64Encoded: false,
  };
}

function fitQueue(event: v.InferOutput<typeof Queue>, scene: Scene) {
  const { userId, callId, smsId, campaignId, conversation } = scene;
  const ids = {
    userId,
    callId,
    smsId,
    ...(campaignId !== undefined && { campaignId }),
    deliveryId: `evt_${callId}_call.completed`,
    realtimeCallId: scene.realtimeCallId,
    connectionId: conversation?.connectionId,
    generation: conversation?.generation,
    silentSince: conversation?.silentSince,
  };
  const fit = (body: Record<string, unknown>) => {
    const known = Object.entries(ids).filter(([name]) => name in body);
    return JSON.stringify({ ...body, ...Object.fromEntries(known) });
  };
  return { ...event, Records: event.Records.map((record) => ({ ...record, body: fit(record.body) })) };
}

function fitSocket(event: v.InferOutput<typeof Socket>, scene: Scene) {
  const signature = socketSignature(scene);
  const isConnect = event.requestContext['routeKey'] === '$connect';
  return {
    ...event,
    ...(isConnect ? { headers: { ...event.headers, 'X-Twilio-Signature': signature } } : {}),
    requestContext: {
      ...event.requestContext,
      requestTimeEpoch: Date.now(),
      ...(isConnect || !scene.conversation ? {} : { connectionId: scene.conversation.connectionId }),
    },
  };
}

function fitAuthorizer(event: object, { token }: Scene) {
  const authorization = `Bearer ${token}`;
  return { ...event, identitySource: [authorization], headers: { authorization } };
}

/** The carrier's signature of its WebSocket upgrade. */
export function socketSignature({ authToken, socketUrl }: Scene): string {
  return getExpectedTwilioSignature(authToken, socketUrl, {});
}
