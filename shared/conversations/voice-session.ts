/** Its texts have no half characters. */
export type LineEvent =
  | { kind: 'opened'; carrierCallId: string; call: string; token: string }
  /** Not final: the words so far. */
  | { kind: 'said'; text: string; isFinal: boolean }
  /** `heard`: what was played of the sentence under way. */
  | { kind: 'interrupted'; heard: string }
  | { kind: 'key'; digit: string }
  | { kind: 'played'; text: string }
  | { kind: 'voice'; of: 'assistant' | 'customer'; voice: 'began' | 'stopped' }
  /** `problem` quotes no conversation. */
  | { kind: 'failed'; problem: string };

/** `ignored`: it tells nothing that the service uses. `unknown`: of a kind that this version does not know. */
export type ReadFrame = LineEvent | { kind: 'ignored' } | { kind: 'unknown' } | { kind: 'malformed' };

export type VoiceFrame =
  /** Newer speech cuts a preemptible one, and nothing one that is whole. Without text, the last part only closes the utterance. */
  | { kind: 'speech'; text: string; isLast: boolean; isPreemptible?: boolean; isWhole?: boolean }
  /** Drops what is still to be played of preemptible speech, after its utterance was closed. */
  | { kind: 'stop' }
  /**
   * `isLost`: the carrier connects the call again, because the first frame of this session was lost. `handOver`: where the call goes
   * on, which the carrier returns.
   */
  | { kind: 'end'; isLost?: boolean; handOver?: string };

export const endOf = ({ handOver }: { handOver?: string | null | undefined }): VoiceFrame => ({
  kind: 'end',
  ...(handOver && { handOver }),
});

export const END_OF_UTTERANCE = { kind: 'speech', text: '', isLast: true, isPreemptible: true } as const;

export interface VoiceSession {
  /** Never throws. */
  read(body: string): ReadFrame;
  write(frame: VoiceFrame): string;
}

/** Send the frames of a conversation one at a time, each awaited. */
export interface ConversationSocket {
  /** `gone`: the carrier has closed the connection. */
  send(connectionId: string, frame: VoiceFrame): Promise<'sent' | 'gone'>;
}
