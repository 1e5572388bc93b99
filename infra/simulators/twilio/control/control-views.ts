import type { Call, Message } from '#twilio/journal/journal-entries.ts';
import type { Journal } from '#twilio/journal/journal.ts';
import { recipientOf } from '#twilio/message/recipients.ts';

/** A call with everything that happened in it, for people and tests. */
export function callView(call: Call, journal: Journal): Record<string, unknown> {
  const timeline = journal.events(call.sid);
  return {
    sid: call.sid,
    direction: call.direction,
    to: call.to,
    from: call.from,
    status: call.status,
    duration: call.durationSeconds ?? null,
    answeredBy: call.answeredBy ?? null,
    endedBy: call.endedBy ?? null,
    createdAt: call.createdAt,
    answeredAt: call.answeredAt ?? null,
    endedAt: call.endedAt ?? null,
    queueMs: call.queueMs,
    timeLimitSeconds: call.timeLimitSeconds,
    parameters: call.parameters,
    finished: call.told,
    dialogue: timeline
      .filter(({ type }) => type === 'dialogue')
      .map(({ at, callSeconds, data }) => ({ at, callSeconds, ...data })),
    requests: timeline
      .filter(({ type }) => type === 'request')
      .map(({ at, callSeconds, data }) => ({ at, callSeconds, ...data })),
    recordings: journal.recordings().filter(({ callSid }) => callSid === call.sid),
    timeline,
  };
}

/** A message with everything that happened to it, for people and tests. */
export function messageView(message: Message, journal: Journal): Record<string, unknown> {
  const timeline = journal.events(message.sid);
  return {
    sid: message.sid,
    to: message.to,
    from: message.from,
    body: message.body,
    segments: message.segments,
    status: message.status,
    errorCode: message.errorCode ?? null,
    createdAt: message.createdAt,
    sentAt: message.sentAt ?? null,
    finished: message.told.length === recipientOf(message.to).course.length,
    requests: timeline
      .filter(({ type }) => type === 'request')
      .map(({ at, callSeconds, data }) => ({ at, callSeconds, ...data })),
    timeline,
  };
}
