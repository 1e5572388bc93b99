import type { RecordingTerms } from '#shared/domain/call/recording-link.ts';
import { environment } from '#shared/runtime/environment.ts';

export function recordingTerms(): RecordingTerms {
  return { publicUrl: environment.publicUrl(), retentionDays: environment.recordingRetentionDays() };
}
