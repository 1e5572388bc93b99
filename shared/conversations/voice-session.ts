/** What happens on the line of a conversation. Its texts have no half characters. */
export type LineEvent =
  /** The carrier has connected a call. `call` and `token` are those of its instructions. */
  | { kind: 'opened'; carrierCallId: string; call: string; token: string }
  /** What the customer has said; while they go on, the words so far. */
  | { kind: 'said'; text: string; isFinal: boolean }
  /** The customer has cut the assistant's voice. `heard`: what was played of the sentence under way. */
  | { kind: 'interrupted'; heard: string }
  | { kind: 'key'; digit: string }
  /** A chunk of the assistant's speech was played. */
  | { kind: 'played'; text: string }
  | { kind: 'voice'; of: 'assistant' | 'customer'; voice: 'began' | 'stopped' }
  /** The carrier reports an error of the session. `problem` quotes no conversation. */
  | { kind: 'failed'; problem: string };

/** A frame as read. `ignored`: it tells nothing that the service uses. `unknown`: of a kind that this version does not know. */
export type ReadFrame = LineEvent | { kind: 'ignored' } | { kind: 'unknown' } | { kind: 'malformed' };

/** What the service does on the line of a conversation. */
export type VoiceFrame =
  /** A part of an utterance. Newer speech cuts a preemptible one. Without text, the last part only closes the utterance. */
  | { kind: 'speech'; text: string; isLast: boolean; isPreemptible?: boolean }
  /** Drops what is still to be played of preemptible speech, after its utterance was closed. */
  | { kind: 'stop' }
  /** Ends the session. `isLost`: the carrier connects the call again, because the first frame of this session was lost. */
  | { kind: 'end'; isLost?: boolean };

/** Closes the utterance that is open. */
export const END_OF_UTTERANCE = { kind: 'speech', text: '', isLast: true, isPreemptible: true } as const;

/** How a carrier writes the frames of a voice session. */
export interface VoiceSession {
  /** Never throws. */
  read(body: string): ReadFrame;
  write(frame: VoiceFrame): string;
}

/** The connection to the carrier. Send the frames of a conversation one at a time, each awaited. */
export interface ConversationSocket {
  /** `gone`: the carrier has closed the connection. */
  send(connectionId: string, frame: VoiceFrame): Promise<'sent' | 'gone'>;
}
