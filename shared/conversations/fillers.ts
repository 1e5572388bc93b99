import type { FillerConfig } from '#shared/assistants/assistant.ts';
import type { Conversation, ConversationEvent } from '#shared/conversations/conversation.ts';
import type { Speaker } from '#shared/conversations/speaker.ts';
import type { Clock } from '#shared/platform/clock.ts';

export interface ScheduleFillerInput {
  conversation: Conversation;
  /** What the customer said. */
  text: string;
  speaker: Speaker;
}

/**
 * Callers take a pause of up to some 700 ms for thought, and a longer one for a dead line. With what the carrier needs to hear the
 * end of a sentence and to begin its voice, the filler is heard about a second after the last word.
 */
const SLOW_SECONDS = 0.7;

/** Has the assistant say a filler if it has not begun to answer by then. Returns what calls it off. */
export function scheduleFiller(
  { conversation: { script, events }, text, speaker }: ScheduleFillerInput,
  { clock }: { clock: Clock },
): () => void {
  const filler = script.fillers && selectFiller({ fillers: script.fillers, customerText: text, events });
  if (!filler) return () => undefined;
  const timer = setTimeout(() => {
    // The answer goes on as well without it.
    speaker.sayFiller(filler).catch(() => undefined);
  }, clock.callMs(SLOW_SECONDS));
  return () => clearTimeout(timer);
}

export interface SelectFillerInput {
  fillers: FillerConfig;
  /** What the customer said last. */
  customerText: string;
  events: readonly ConversationEvent[];
}

/**
 * What to say while the model is slow, by the mood of what the customer said; phrases take turns, and the one that was said last
 * is not said again. Undefined when there is nothing else to say.
 */
export function selectFiller({ fillers, customerText, events }: SelectFillerInput): string | undefined {
  const said = events.flatMap((event) => (event.kind === 'assistant_said' && event.filler ? [event.text.trim()] : []));
  const fitting = phrases(fillers[moodOf(customerText)]);
  const known = fitting.length > 0 ? fitting : phrases(fillers.neutral);
  const fresh = known.filter((phrase) => phrase !== said.at(-1));
  return fresh[said.length % Math.max(1, fresh.length)];
}

const phrases = (texts: readonly string[]) => texts.map((text) => text.trim()).filter((text) => text !== '');

export type Mood = keyof FillerConfig;

const QUESTION_MARK = /[?？؟;]["'”’»)\]]*\s*$/u;

/** Words that begin a question where the transcript has no question mark, in languages that begin them so. */
const questionWords =
  'what when where who whom whose why how which can could would will do does did is are may ' +
  'was wann wo wer warum wieso wie welche welcher können könnten ' +
  'qué cuándo dónde quién cómo cuál cuánto puede ' +
  'que quand où qui pourquoi comment quel quelle combien est-ce ' +
  'cosa quando dove chi perché come quale quanto ' +
  'onde quem porque qual ' +
  'wat wanneer waar wie waarom hoe welke';

const negativeWords =
  'no not never cannot wrong bad problem broken unfortunately sorry terrible angry complaint late ' +
  'nein nicht nie falsch schlecht kaputt leider ärgerlich beschwerde ' +
  'nunca mal malo roto lamentablemente ' +
  'non pas jamais mauvais cassé malheureusement ' +
  'mai sbagliato male rotto purtroppo ' +
  'não nunca errado ruim quebrado infelizmente ' +
  'nee niet nooit verkeerd slecht kapot helaas ' +
  "don't doesn't didn't can't won't isn't wasn't";

const positiveWords =
  'yes yeah great good perfect wonderful thanks thank sure fine lovely excellent ' +
  'ja gut prima perfekt danke gerne super wunderbar ' +
  'sí bien perfecto gracias claro estupendo ' +
  'oui bien parfait merci volontiers super ' +
  'sì bene perfetto grazie volentieri ' +
  'sim bem bom perfeito obrigado obrigada ' +
  'goed prima dank graag mooi';

const setOf = (words: string) => new Set(words.split(' '));
const [questions, negatives, positives] = [setOf(questionWords), setOf(negativeWords), setOf(positiveWords)];

/** How the customer sounds, as far as words tell; other languages are neutral but for their question marks. */
export function moodOf(text: string): Mood {
  const words = text.toLowerCase().match(/[\p{L}\p{M}'’-]+/gu) ?? [];
  const plain = words.map((word) => word.replaceAll('’', "'"));
  if (QUESTION_MARK.test(text) || questions.has(plain[0] ?? '')) return 'question';
  if (plain.some((word) => negatives.has(word))) return 'negative';
  return plain.some((word) => positives.has(word)) ? 'positive' : 'neutral';
}
