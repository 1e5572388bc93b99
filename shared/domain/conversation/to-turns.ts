import type { TranscriptTurn } from '#shared/domain/call/call.ts';
import type { Conversation, ConversationEvent } from '#shared/domain/conversation/conversation.ts';

type Said = Extract<ConversationEvent, { kind: 'assistant_said' }>;
type Interrupted = Extract<ConversationEvent, { kind: 'interrupted' }>;

/**
 * The transcript: what each side said, in the order of time, the greeting first. Where the customer cut the assistant
 * short, only what was heard counts, whether the assistant's words were stored before the interruption or after it.
 */
export function toTurns(conversation: Conversation): TranscriptTurn[] {
  const { state, script } = conversation;
  const greeting: Said[] =
    script.greeting === null
      ? []
      : [{ kind: 'assistant_said', at: state.openedAt, generation: 0, text: script.greeting }];
  const events = conversation.events.toSorted(inOrder);
  const said = [...greeting, ...events.filter((event) => event.kind === 'assistant_said')];
  const heard = heardOf(said, events);
  return [...greeting, ...events].flatMap((event) => {
    if (event.kind === 'customer_said') return { sender: 'human', text: event.text, timestamp: event.at };
    const text = heard.get(event) ?? '';
    return text === '' ? [] : { sender: 'bot', text, timestamp: event.at };
  });
}

/** What was heard of each thing the assistant said. An interruption of words that were never stored brings its own. */
function heardOf(said: Said[], events: ConversationEvent[]): Map<ConversationEvent, string> {
  const heard = new Map<ConversationEvent, string>(said.map((event) => [event, event.text.trim()]));
  const interruptions = events.filter((event) => event.kind === 'interrupted');
  for (const interruption of interruptions) {
    const cut = said.filter((event) => event.generation === interruption.generation);
    if (cut.length === 0) heard.set(interruption, interruption.heard.trim());
    else for (const [event, text] of cutShort(cut, interruption)) heard.set(event, text);
  }
  return heard;
}

/** The carrier reports the played words as one text, or only the last sentence of them: both end where the voice stopped. */
function cutShort(said: Said[], { heard }: Interrupted): Array<[Said, string]> {
  const played = squeeze(heard);
  const texts = said.map((event) => squeeze(event.text));
  const start = texts.join(' ').indexOf(played);
  if (played === '') return said.map((event) => [event, '']);
  if (start === -1)
    return said.map((event, index) => [event, index === said.length - 1 ? played : (texts[index] ?? '')]);
  let left = start + played.length;
  return said.map((event, index) => {
    const text = (texts[index] ?? '').slice(0, Math.max(0, left)).trim();
    left -= (texts[index] ?? '').length + 1;
    return [event, text];
  });
}

function squeeze(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** In the carrier's own order where it numbers both, else in the order of time. */
function inOrder(one: ConversationEvent, other: ConversationEvent): number {
  const first = one.kind === 'interrupted' ? undefined : one.sequence;
  const second = other.kind === 'interrupted' ? undefined : other.sequence;
  return first === undefined || second === undefined ? one.at - other.at : first - second;
}
