import type { ReportedStatus } from '#shared/calls/carrier.ts';
import type { CarrierRecording } from '#shared/recordings/recording.ts';
import type { MessageReport } from '#shared/sms/message-carrier.ts';

interface Between {
  /** E.164 */
  to: string;
  /** E.164 */
  from: string;
  /** The address for its callbacks, as the service gave it. */
  url: string;
}

export interface CompanyCall extends Between {
  id: string;
  status: ReportedStatus;
  durationSeconds: number;
  limitSeconds: number;
  createdAt: number;
}

export interface CompanyText extends Between {
  id: string;
  status: MessageReport;
  body: string;
  createdAt: number;
}

export interface CompanyNumber {
  id: string;
  phoneNumber: string;
  /** Where its calls and texts go, in the company's own fields. */
  pointing: Record<string, string>;
}

export interface CompanyRecording extends CarrierRecording {
  callId: string;
  audio: Uint8Array<ArrayBuffer>;
}

/** What the company makes of the next request to dial or to send. `loses`: it takes it, and its answer does not arrive. */
export type Mood = 'takes' | 'loses' | 'is busy' | 'refuses the number';

/** A telephone company without a protocol: what it was asked for, and what it does. */
export function createCompany(now: () => number, prefix: string) {
  const calls: CompanyCall[] = [];
  const texts: CompanyText[] = [];
  const numbers: CompanyNumber[] = [];
  const recordings: CompanyRecording[] = [];
  const moods: Mood[] = [];
  const nextId = () => `${prefix}${calls.length + texts.length + 1}`;
  return {
    calls,
    texts,
    numbers,
    recordings,
    moods,
    takeCall(asked: Between & { limitSeconds: number }): { mood: Mood; call?: CompanyCall } {
      const mood = moods.shift() ?? 'takes';
      if (mood !== 'takes' && mood !== 'loses') return { mood };
      const call: CompanyCall = { ...asked, id: nextId(), status: 'initiated', durationSeconds: 0, createdAt: now() };
      calls.unshift(call);
      return { mood, call };
    },
    takeText(asked: Between & { body: string }): { mood: Mood; text?: CompanyText } {
      const mood = moods.shift() ?? 'takes';
      if (mood !== 'takes' && mood !== 'loses') return { mood };
      const text: CompanyText = { ...asked, id: nextId(), status: 'sent', createdAt: now() };
      texts.unshift(text);
      return { mood, text };
    },
    erase(recordingId: string): boolean {
      const at = recordings.findIndex(({ id }) => id === recordingId);
      return at >= 0 && recordings.splice(at, 1).length > 0;
    },
    find: (id: string) => calls.find((call) => call.id === id),
    between: <One extends Between>(all: readonly One[], to: string, from: string) =>
      all.filter((one) => one.to === to && one.from === from),
  };
}

export type Company = ReturnType<typeof createCompany>;
