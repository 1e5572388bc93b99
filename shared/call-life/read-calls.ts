import * as v from 'valibot';
import { endReasonOf, outcomeOf } from '#shared/calls/call-end.ts';
import { CallLatency, parseLatency } from '#shared/calls/call-latency.ts';
import { callOutcomes, CallReason, endReasons } from '#shared/calls/call-reasons.ts';
import type { CallStore } from '#shared/calls/call-store.ts';
import {
  emptyCallBody,
  isSettled,
  type Call,
  type CallBody,
  type CallKey,
  type TranscriptTurn,
} from '#shared/calls/call.ts';
import type { CallFilter } from '#shared/calls/listing/call-groups.ts';
import type { AlsoListed, CallWithBody, CallList } from '#shared/calls/listing/call-list.ts';
import { toolCallRecords, toToolCalls } from '#shared/calls/tool-call-record.ts';
import { toTransfers, transferRecords } from '#shared/calls/transfer-record.ts';
import { CallModel } from '#shared/catalog/models.ts';
import type { ConversationStore } from '#shared/conversations/conversation.ts';
import { toTurns } from '#shared/conversations/transcript.ts';
import { toIsoMicroseconds, type Clock } from '#shared/platform/clock.ts';
import { AppError, OperatorError } from '#shared/platform/errors.ts';
import type { PageOf, PageRequest } from '#shared/platform/http/lists.ts';
import { isoTime, plainText, visitorVariableNames, wholeNumber } from '#shared/platform/http/record-fields.ts';
import { removeRecording, type RemoveRecordingDeps } from '#shared/recordings/manage-recordings.ts';
import { shownRecordingUrl, type RecordingPolicy } from '#shared/recordings/recording.ts';
import type { ToolUseStore } from '#shared/tools/tool-use.ts';
import type { WebhookDelivery, WebhookDeliveryStore } from '#shared/webhooks/webhook.ts';
import { CallRecord, toCallRecord } from './call-api.ts';
import { modelOfAnswers, turnLatencies, withWaits } from './measure-latency.ts';

const ToolName = v.pipe(
  v.string(),
  v.metadata({ isToolName: true }),
  v.description('The name of the tool. Later releases may add tools, so show an unknown tool by its name.'),
);

const CallTurn = v.pipe(
  v.strictObject({
    sender: v.picklist(['bot', 'human']),
    text: plainText('Thank you, goodbye!'),
    timestamp: isoTime(),
    mouth_to_ear: v.pipe(
      v.nullable(wholeNumber(1390)),
      v.description(
        'The time from the last word of the customer to the voice of this answer, in milliseconds. It is null if it was not measured.',
      ),
    ),
    tools: v.pipe(
      v.array(v.strictObject({ name: ToolName })),
      v.description(
        'The tools that the model called in this turn, or after it if the customer heard nothing of the answer.',
      ),
    ),
  }),
  v.title('CallTurn'),
);

export const CallDetailRecord = v.pipe(
  v.strictObject({
    ...CallRecord.entries,
    outcome: v.pipe(
      v.nullable(v.picklist(callOutcomes)),
      v.description('The outcome of the call, or null until the call is settled.'),
    ),
    end_reason: v.pipe(
      v.nullable(v.picklist(endReasons)),
      v.description('The reason of the end. It is null while the call is open, and if it is not known who hung up.'),
    ),
    reason: v.pipe(
      v.nullable(CallReason),
      v.description(
        'The cause of the end of the call. It is null until the call is settled, and if the cause is not known.',
      ),
    ),
    visitor_variables: v.optional(visitorVariableNames()),
    latency: v.nullable(CallLatency),
    model: v.pipe(v.nullable(CallModel), v.description('The model that answered, or null if none did.')),
    transcript_turns: v.pipe(v.array(CallTurn), v.description('The turns of the transcript.')),
    tool_calls: toolCallRecords(),
    transfers: transferRecords(),
  }),
  v.title('CallDetailRecord'),
);
export type CallDetailRecord = v.InferOutput<typeof CallDetailRecord>;

export interface GetCallDeps {
  calls: CallStore;
  clock: Clock;
  conversations: ConversationStore;
  recordingPolicy: RecordingPolicy;
}
export interface ListCallsDeps {
  callList: CallList;
  clock: Clock;
  recordingPolicy: RecordingPolicy;
}
export interface ShowCallDeps {
  calls: CallStore;
  deliveries: WebhookDeliveryStore;
}
export interface DeleteCallDeps extends RemoveRecordingDeps {
  calls: CallStore;
  conversations: ConversationStore;
  deliveries: WebhookDeliveryStore;
  toolUses: Pick<ToolUseStore, 'remove'>;
  clock: Clock;
}

export interface CallDetails {
  call: Call;
  body: CallBody | undefined;
  deliveries: WebhookDelivery[];
}

/** @throws AppError call_not_found */
export async function getCall(key: CallKey, deps: GetCallDeps): Promise<CallDetailRecord> {
  const { calls, clock, recordingPolicy } = deps;
  const call = await calls.get(key);
  if (!call) throw new AppError('call_not_found');
  const body = (await calls.getBody(key)) ?? (await bodySoFar(call, deps));
  const record = toCallRecord(call, body, shownRecordingUrl(call, recordingPolicy, clock.now()));
  const transcriptTurns = body.turns.map(toCallTurn);
  const latency = parseLatency(call.latency);
  const end = { outcome: outcomeOf(call), end_reason: endReasonOf(call), reason: body.reason ?? null };
  const visitors = body.visitorVariables && { visitor_variables: body.visitorVariables };
  const model = body.model ?? null;
  return {
    ...record,
    ...end,
    ...visitors,
    latency,
    model,
    transcript_turns: transcriptTurns,
    tool_calls: toToolCalls(body),
    transfers: toTransfers(body.transfers ?? call.transfers),
  };
}

function toCallTurn({ sender, text, timestamp, waitMs, tools = [] }: TranscriptTurn): v.InferOutput<typeof CallTurn> {
  const called = tools.map((name) => ({ name }));
  return { sender, text, timestamp: toIsoMicroseconds(timestamp), mouth_to_ear: waitMs ?? null, tools: called };
}

async function bodySoFar(
  { userId, id: callId, connectionId }: Call,
  { calls, conversations, clock }: GetCallDeps,
): Promise<CallBody> {
  const [configuration, conversation] = await Promise.all([
    calls.getConfiguration({ userId, callId }),
    connectionId === null ? undefined : conversations.read(connectionId),
  ]);
  const { variables = {}, visitorVariables } = configuration ?? {};
  const empty = { ...emptyCallBody(variables), ...(visitorVariables && { visitorVariables }) };
  if (!configuration || !conversation) return empty;
  const msPerCallSecond = clock.callMs(1);
  const answers = turnLatencies(conversation.events, configuration.assistant, msPerCallSecond);
  const model = modelOfAnswers(conversation.events);
  return { ...empty, ...(model && { model }), turns: withWaits(toTurns(conversation, { msPerCallSecond }), answers) };
}

/** What a list shows on demand, alone or with commas. */
export const includable = [
  'outcome',
  'model',
  'reason',
  'outcome,model',
  'outcome,reason',
  'model,reason',
  'outcome,model,reason',
] as const;

export function toAlsoListed(include: (typeof includable)[number] | undefined): AlsoListed {
  const included = new Set(include?.split(','));
  return { outcome: included.has('outcome'), model: included.has('model'), reason: included.has('reason') };
}

export async function listCalls(
  { userId, filter, page, also }: { userId: number; filter: CallFilter; page: PageRequest; also: AlsoListed },
  deps: ListCallsDeps,
): Promise<PageOf<CallRecord>> {
  const { rows, total } = await deps.callList.list(userId, filter, page, also);
  const now = deps.clock.now();
  const toRecord = ({ call, body }: CallWithBody) => ({
    ...toCallRecord(call, body, shownRecordingUrl(call, deps.recordingPolicy, now)),
    ...(also.outcome && { outcome: call.outcome ?? null }),
    ...(also.model && { model: body.model ?? null }),
    ...(also.reason && { reason: body.reason ?? null }),
  });
  return { rows: rows.map(toRecord), total };
}

/** For operators. @throws OperatorError if the user has no such call */
export async function showCall(key: CallKey, deps: ShowCallDeps): Promise<CallDetails> {
  const [call, body, deliveries] = await Promise.all([
    deps.calls.get(key),
    deps.calls.getBody(key),
    deps.deliveries.listOfCall(key.userId, key.callId),
  ]);
  if (!call) throw new OperatorError(`user ${key.userId} has no call ${key.callId}`);
  return { call, body, deliveries };
}

/** The call goes last: after a crash, the same request completes it. @throws AppError call_not_found, call_not_over */
export async function deleteCall(key: CallKey, deps: DeleteCallDeps): Promise<void> {
  const call = await deps.calls.get(key);
  if (!call) throw new AppError('call_not_found');
  if (!isSettled(call)) throw new AppError('call_not_over');
  await removeRecording(call, deps);
  for (const connectionId of [...(call.earlierConnections ?? []), call.connectionId ?? []].flat()) {
    await deps.conversations.remove(connectionId);
  }
  await deps.toolUses.remove(key);
  await deps.deliveries.removeOfCall(key.userId, key.callId);
  const outcome = await deps.calls.remove(key, deps.clock.now());
  if (outcome === 'absent') throw new AppError('call_not_found');
  if (outcome === 'open') throw new AppError('call_not_over');
}
