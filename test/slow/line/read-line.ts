/** An entry of the carrier's timeline. */
export interface LineEvent {
  at: number;
  callSeconds: number;
  type: string;
  data: Record<string, unknown>;
}

interface Words {
  text: string;
  at: number;
  callSeconds: number;
}

/** What one side has said, as far as it was heard; the customer's words without those that the carrier has dropped. */
export function saidBy(who: 'assistant' | 'customer', timeline: readonly LineEvent[]): Words[] {
  return timeline.flatMap(({ type, data, at, callSeconds }, index) => {
    if (type !== 'dialogue' || data['who'] !== who) return [];
    const text = String(data['text']);
    const isDropped = timeline.slice(index).some((later) => later.type === 'unheard' && later.data['text'] === text);
    return who === 'customer' && isDropped ? [] : [{ text, at, callSeconds }];
  });
}

/** What the carrier has reported to the service: nothing tells how much of a voice was heard in which the customer hung up. */
export function reportedWords(who: 'assistant' | 'customer', timeline: readonly LineEvent[]): string[] {
  return timeline.map(frameOf).flatMap((frame) => {
    if (who === 'customer')
      return frame['type'] === 'prompt' && frame['last'] === true ? [String(frame['voicePrompt'])] : [];
    return frame['name'] === 'tokensPlayed' ? [String(frame['value'])] : [];
  });
}

/** Without marks, so that texts are compared by what was said. */
export function wordsIn(texts: readonly string[]): string {
  return texts
    .join(' ')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

export const endOf = (timeline: readonly LineEvent[]): LineEvent | undefined =>
  timeline.find(({ type }) => type === 'hangup');

/**
 * The silence after words of the customer: until the assistant's voice, from the end of its earlier words where they were said over it.
 * Undefined if the customer goes on or is gone before.
 */
export function silenceAfter(
  words: Words,
  timeline: readonly LineEvent[],
): { from: LineEvent | Words; to: LineEvent } | undefined {
  let isSpeaking = false;
  let from: LineEvent | Words = words;
  for (const event of timeline) {
    const frame = frameOf(event);
    const isVoice = frame['name'] === 'agentSpeaking';
    if (event.callSeconds > words.callSeconds) {
      if (isVoice && frame['value'] === 'on') return { from, to: event };
      if (isVoice && isSpeaking) from = event;
      const isCustomer = event.type === 'hangup' || event.type === 'noise' || frame['name'] === 'clientSpeaking';
      if (isCustomer && frame['value'] !== 'off') return undefined;
    }
    if (isVoice) isSpeaking = frame['value'] === 'on';
  }
  return undefined;
}

function frameOf({ type, data }: LineEvent): Record<string, unknown> {
  const isCarriers = type === 'frame' && data['from'] === 'carrier';
  return isCarriers && typeof data['frame'] === 'object' ? { ...data['frame'] } : {};
}
