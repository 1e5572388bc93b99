import type { ReadFrame, VoiceFrame, VoiceSession } from '#shared/conversations/voice-session.ts';

/** Frames of paper are lines: `PAPER`, a word, and the rest. */
export const paperSession: VoiceSession = { read, write };

function read(body: string): ReadFrame {
  const [, word = '', rest = ''] = /^PAPER (\w+) ?(.*)$/su.exec(body) ?? [];
  switch (word) {
    case 'CALL': {
      const [carrierCallId = '', call = '', token = ''] = rest.split(' ');
      return { kind: 'opened', carrierCallId, call, token };
    }
    case 'WORDS':
      return { kind: 'said', text: rest, isFinal: true };
    case 'STOPPED':
      return { kind: 'interrupted', heard: rest };
    case 'KEY':
      return { kind: 'key', digit: rest };
    case 'VOICE':
      return { kind: 'voice', of: 'assistant', voice: rest === 'on' ? 'began' : 'stopped' };
    case '':
      return { kind: 'malformed' };
    default:
      return { kind: 'unknown' };
  }
}

function write(frame: VoiceFrame): string {
  if (frame.kind === 'speech') return `PAPER ${frame.isLast ? 'SAY' : 'BEGIN'} ${frame.text}`;
  return frame.kind === 'stop' ? 'PAPER HUSH' : `PAPER ${frame.isLost === true ? 'AGAIN' : 'BYE'}`;
}
