import type { RealtimeDeps } from '#shared/app/realtime-deps.ts';
import type { CallKey } from '#shared/domain/call/call.ts';
import type { ConversationScript } from '#shared/domain/conversation/conversation.ts';

export interface Silence {
  key: CallKey;
  realtimeCallId: string;
  /** When it began; it names the silence: a timer of another one means nothing. */
  since: number;
  script: Pick<ConversationScript, 'reengagementInterval' | 'maxSilenceDuration'>;
}

/** Sets the timer of a silence that has just begun: for the assistant to speak again, or to say goodbye if that comes first. */
export async function watchSilence(
  { key, realtimeCallId, since, script }: Silence,
  { timer }: Pick<RealtimeDeps, 'timer'>,
): Promise<void> {
  const silentSeconds = Math.min(script.reengagementInterval, script.maxSilenceDuration);
  const message = { ...key, realtimeCallId, act: 'silence', silentSeconds, silentSince: since } as const;
  await timer.afterCallSeconds(silentSeconds, 'steer-realtime', message);
}
