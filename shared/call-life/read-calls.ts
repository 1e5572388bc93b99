import * as v from 'valibot';
import { CallRecord, toCallRecord } from './call-api.ts';
import type { CallDeps } from '#shared/calls/call-store.ts';
import { CallLatency, parseLatency, turnLatencies, withWaits } from './call-latency.ts';
import { endReasonOf } from '#shared/calls/call-end.ts';
import { endReasons } from '#shared/calls/call-reasons.ts';
import {
  emptyCallBody,
  isSettled,
  modelTools,
  type Call,
  type CallBody,
  type CallKey,
  type ShownCall,
  type TranscriptTurn,
} from '#shared/calls/call.ts';
import type { CallFilter } from '#shared/calls/listing/call-groups.ts';
import { toTurns } from '#shared/conversations/transcript.ts';
import { toIsoMicroseconds } from '#shared/platform/clock.ts';
import { AppError, OperatorError } from '#shared/platform/errors.ts';
import type { PageOf, PageRequest } from '#shared/platform/http/lists.ts';
import { isoTime, plainText, wholeNumber } from '#shared/platform/http/record-fields.ts';
import { removeRecording, type RemoveRecordingDeps } from '#shared/recordings/manage-recordings.ts';
import { shownRecordingUrl } from '#shared/recordings/recording.ts';
import type { WebhookDelivery } from '#shared/webhooks/webhook.ts';

export interface CallWithBody {
  call: ShownCall;
  body: CallBody;
}

/** Exact lists of calls. Making, dialling and tracking a call do not use it. */
export interface CallList {
  /** Newest first. `total` counts every matching call. The result includes every write that was acknowledged before. */
  list(userId: number, filter: CallFilter, page: PageRequest): Promise<PageOf<CallWithBody>>;
  /**
   * Closes up to `steps` segments of older calls (about 1,000 calls each), so that lists read a summary instead of each
   * call. Lists are exact without it, but slower. Returns the number of steps done: fewer than `steps` if no work is left.
   * @param now epoch milliseconds
   */
  closeSegments(userId: number, now: number, steps: number): Promise<number>;
}

const CallTurn = v.pipe(
  v.strictObject({
    sender: v.picklist(['bot', 'human']),
    text: plainText('Thank you, goodbye!'),
    timestamp: isoTime(),
    mouth_to_ear: v.pipe(
      v.nullable(wholeNumber(1390)),
      v.description(
        'Of an answer: from the customer’s last word to the voice, in milliseconds, as in `latency`. Null where it was not measured.',
      ),
    ),
    tools: v.pipe(
      v.array(v.strictObject({ name: v.picklist(modelTools) })),
      v.description('What the model called in this turn, or after it if nothing of its answer was heard.'),
    ),
  }),
  v.title('CallTurn'),
);

/** One call, asked for by its id: the record of the list, why the call ended, and each turn. */
export const CallDetailRecord = v.pipe(
  v.strictObject({
    ...CallRecord.entries,
    end_reason: v.pipe(
      v.nullable(v.picklist(endReasons)),
      v.description('Null while the call is open, and where it is not known who hung up.'),
    ),
    latency: v.nullable(CallLatency),
    transcript_turns: v.pipe(v.array(CallTurn), v.description('The transcript by turn.')),
  }),
  v.title('CallDetailRecord'),
);
export type CallDetailRecord = v.InferOutput<typeof CallDetailRecord>;

export type GetCallDeps = Pick<CallDeps, 'calls' | 'clock' | 'conversations' | 'recordingPolicy'>;
export type ListCallsDeps = Pick<CallDeps, 'callList' | 'clock' | 'recordingPolicy'>;
export type ShowCallDeps = Pick<CallDeps, 'calls' | 'deliveries'>;
export type DeleteCallDeps = RemoveRecordingDeps & Pick<CallDeps, 'calls' | 'conversations' | 'deliveries' | 'clock'>;

export interface CallDetails {
  call: Call;
  /** Undefined until the call is settled. */
  body: CallBody | undefined;
  deliveries: WebhookDelivery[];
}

/** Returns one call of the user as the API shows it, with what was said so far. @throws AppError call_not_found */
export async function getCall(key: CallKey, deps: GetCallDeps): Promise<CallDetailRecord> {
  const { calls, clock, recordingPolicy } = deps;
  const call = await calls.get(key);
  if (!call) throw new AppError('call_not_found');
  const body = (await calls.getBody(key)) ?? (await bodySoFar(call, deps));
  const record = toCallRecord(call, body, shownRecordingUrl(call, recordingPolicy, clock.now()));
  const transcriptTurns = body.turns.map(toCallTurn);
  const latency = parseLatency(call.latency);
  return { ...record, end_reason: endReasonOf(call), latency, transcript_turns: transcriptTurns };
}

function toCallTurn({ sender, text, timestamp, waitMs, tools = [] }: TranscriptTurn): v.InferOutput<typeof CallTurn> {
  const called = tools.map((name) => ({ name }));
  return { sender, text, timestamp: toIsoMicroseconds(timestamp), mouth_to_ear: waitMs ?? null, tools: called };
}

/** The body of a call that is not settled: its variables, and the transcript as it grows. */
async function bodySoFar(
  { userId, id: callId, connectionId }: Call,
  { calls, conversations, clock }: GetCallDeps,
): Promise<CallBody> {
  const [configuration, conversation] = await Promise.all([
    calls.getConfiguration({ userId, callId }),
    connectionId === null ? undefined : conversations.read(connectionId),
  ]);
  const empty = emptyCallBody(configuration?.variables ?? {});
  if (!configuration || !conversation) return empty;
  const msPerCallSecond = clock.callMs(1);
  const answers = turnLatencies(conversation.events, configuration.assistant, msPerCallSecond);
  return { ...empty, turns: withWaits(toTurns(conversation, { msPerCallSecond }), answers) };
}

/** Returns one page of the user's calls as the API shows them, newest first, and the number of matching calls. */
export async function listCalls(
  input: { userId: number; filter: CallFilter; page: PageRequest },
  deps: ListCallsDeps,
): Promise<PageOf<CallRecord>> {
  const { rows, total } = await deps.callList.list(input.userId, input.filter, input.page);
  const now = deps.clock.now();
  const toRecord = ({ call, body }: CallWithBody) =>
    toCallRecord(call, body, shownRecordingUrl(call, deps.recordingPolicy, now));
  return { rows: rows.map(toRecord), total };
}

/** Returns what is stored about a call, for operators. @throws OperatorError if the user has no such call */
export async function showCall(key: CallKey, deps: ShowCallDeps): Promise<CallDetails> {
  const [call, body, deliveries] = await Promise.all([
    deps.calls.get(key),
    deps.calls.getBody(key),
    deps.deliveries.listOfCall(key.userId, key.callId),
  ]);
  if (!call) throw new OperatorError(`user ${key.userId} has no call ${key.callId}`);
  return { call, body, deliveries };
}

/**
 * Deletes a settled call with its transcript, recording and webhooks. Its cost stays in the ledger.
 * The call is deleted last: after a crash in between, the same request completes the deletion.
 * @throws AppError call_not_found, call_not_over
 */
export async function deleteCall(key: CallKey, deps: DeleteCallDeps): Promise<void> {
  const call = await deps.calls.get(key);
  if (!call) throw new AppError('call_not_found');
  if (!isSettled(call)) throw new AppError('call_not_over');
  await removeRecording(call, deps);
  for (const connectionId of [...(call.earlierConnections ?? []), call.connectionId ?? []].flat()) {
    await deps.conversations.remove(connectionId);
  }
  await deps.deliveries.removeOfCall(key.userId, key.callId);
  const outcome = await deps.calls.remove(key, deps.clock.now());
  if (outcome === 'absent') throw new AppError('call_not_found');
  if (outcome === 'open') throw new AppError('call_not_over');
}
