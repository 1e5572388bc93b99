import type { FillerConfig } from '#shared/domain/assistant/assistant.ts';

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
