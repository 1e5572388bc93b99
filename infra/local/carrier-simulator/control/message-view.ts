import type { Journal } from '#infra/local/carrier-simulator/journal/journal.ts';
import type { Message } from '#infra/local/carrier-simulator/journal/message-entries.ts';
import { recipientOf } from '#infra/local/carrier-simulator/message/recipients.ts';

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
