import type { RealtimeDeps } from '#shared/app/realtime-deps.ts';
import type { CallKey } from '#shared/domain/call/call.ts';

export interface EndRealtimeCall {
  key: CallKey;
  realtimeCallId: string;
  /** Under which the call's log is kept. */
  connectionId: string;
}

/** A visit, the last words, and room for both. */
const LAST_WORDS_SECONDS = 30;

/**
 * Ends the call on the assistant's decision, once: it is noted who ended it, and a visit is sent for the last words, after
 * which the line is closed; or by a timer, should that visit break off.
 */
export async function endRealtimeCall(
  { key, realtimeCallId, connectionId }: EndRealtimeCall,
  { conversations, calls, queue, timer, clock }: RealtimeDeps,
): Promise<'ending' | 'ended_before'> {
  const visit = { ...key, realtimeCallId, silentSeconds: 0 } as const;
  const [isFirst] = await Promise.all([
    conversations.beginEnding(connectionId, clock.now()),
    timer.afterCallSeconds(LAST_WORDS_SECONDS, 'steer-realtime', { ...visit, act: 'hang_up' }),
  ]);
  if (!isFirst) return 'ended_before';
  await calls.noteEndedBy(key, 'assistant');
  await queue.send('steer-realtime', { ...visit, act: 'last_words' }, { groupId: String(key.userId) });
  return 'ending';
}
