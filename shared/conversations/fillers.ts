import type { FillerConfig } from '#shared/assistants/assistant.ts';
import type { Conversation, ConversationDeps, ConversationEvent } from '#shared/conversations/conversation.ts';
import type { Speaker } from '#shared/conversations/speaker.ts';

export interface ScheduleFillerInput {
  conversation: Conversation;
  /** The customer's prompt. */
  text: string;
  speaker: Speaker;
}

/**
 * The delay of a filler, in call seconds. Callers accept a pause of about 700 ms as thinking time; after a longer one they suspect a
 * dead call. Endpointing and text-to-speech add to it: the filler is heard about a second after the customer's last word.
 */
const SLOW_SECONDS = 0.7;

/** Schedules a filler for the case that the reply is slow. Returns a function that cancels it. */
export function scheduleFiller(
  { conversation: { script, events }, text, speaker }: ScheduleFillerInput,
  { clock }: Pick<ConversationDeps, 'clock'>,
): () => void {
  const filler = script.fillers && selectFiller({ fillers: script.fillers, customerText: text, events });
  if (!filler) return () => undefined;
  const timer = setTimeout(() => {
    // A failed filler must not fail the reply.
    speaker.sayFiller(filler).catch(() => undefined);
  }, clock.callMs(SLOW_SECONDS));
  return () => clearTimeout(timer);
}

export interface SelectFillerInput {
  fillers: FillerConfig;
  /** The customer's last prompt. */
  customerText: string;
  events: readonly ConversationEvent[];
}

/**
 * Selects a filler by the mood of the customer's prompt. Rotates through the phrases and never repeats the last one. Returns
 * undefined if no other phrase is configured.
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

/** First words of questions, for transcripts without question marks. */
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
const questions = setOf(questionWords);
const negatives = setOf(negativeWords);
const positives = setOf(positiveWords);

/** Classifies a prompt by its words. In a language that is not listed above, only question marks count. */
export function moodOf(text: string): Mood {
  const words = text.toLowerCase().match(/[\p{L}\p{M}'’-]+/gu) ?? [];
  const plain = words.map((word) => word.replaceAll('’', "'"));
  if (QUESTION_MARK.test(text) || questions.has(plain[0] ?? '')) return 'question';
  if (plain.some((word) => negatives.has(word))) return 'negative';
  return plain.some((word) => positives.has(word)) ? 'positive' : 'neutral';
}
