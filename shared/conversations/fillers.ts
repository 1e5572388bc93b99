import { phrasesFor, type FillerConfig } from '#shared/catalog/languages.ts';
import { cleanSpeech } from '#shared/conversations/clean-speech.ts';
import type { Conversation, ConversationDeps } from '#shared/conversations/conversation.ts';
import type { SpeechSender } from '#shared/conversations/speech-sender.ts';
import type { OutsideTool } from '#shared/tools/outside-tool.ts';

export interface FillSilenceInput {
  conversation: Conversation;
  text: string;
  /** When the prompt arrived, epoch milliseconds. */
  since: number;
  speechSender: SpeechSender;
}

/** Call seconds. Callers accept 700 ms as thinking time. The filler is heard a second after their last word. */
const SLOW_SECONDS = 0.7;
/** Where the assistant has no phrase that fits: 0.6 s to the end of the words + 0.9 s + 0.3 s until the voice begins < 2 s. */
const LATEST_SECONDS = 0.9;
/** Call seconds of silence until another filler. Its voice begins 0.3 s later, and the estimated end is not exact. */
const GAP_SECONDS = 1.2;
/** On the clock on the wall: local calls run faster than real time, and every turn would have a filler. */
const LEAST_MS = 600;
/** A turn of 20 s needs no more. */
const MOST_FILLERS = 8;

export interface SilenceFiller {
  end(): void;
  /** Says that the customer waits, whether fillers are on or off. Returns a function that ends this. */
  whileToolsRun(tools: readonly WaitingTool[]): () => void;
}

type WaitingTool = Pick<OutsideTool, 'waitMessage' | 'isSlow'>;

/** If they are on, says fillers before the reply, in a gap of it, and between two attempts. */
export function fillSilence(
  { conversation, text, since, speechSender }: FillSilenceInput,
  { clock }: Pick<ConversationDeps, 'clock'>,
): SilenceFiller {
  const phrases = phrasesOf(conversation, text);
  const atLeast = (seconds: number) => Math.max(LEAST_MS, clock.callMs(seconds));
  const firstAt = since + (phrases.isEager ? clock.callMs(SLOW_SECONDS) : atLeast(LATEST_SECONDS));
  let fillers = 0;
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;

  function plan(): void {
    clearTimeout(timer);
    if (isOver || !phrases.isOn()) return;
    const quietAt = speechSender.quietAt();
    const dueAt = quietAt === undefined ? firstAt : quietAt + atLeast(GAP_SECONDS);
    const isNow = quietAt === undefined && phrases.isDue();
    timer = setTimeout(() => void fill(quietAt), isNow ? 0 : Math.max(0, dueAt - clock.now()));
  }
  async function fill(quietAt: number | undefined): Promise<void> {
    // More was said since this was planned.
    if (speechSender.quietAt() !== quietAt) return plan();
    const filler = phrases.next();
    if (filler === undefined || (fillers += 1) > MOST_FILLERS) return;
    // A failed filler must not fail the reply.
    const isSaid = await speechSender.sayFiller(filler, quietAt).catch(() => false);
    if (isOver || !isSaid) return;
    phrases.said(filler);
    plan();
  }
  const wait = (tools: readonly WaitingTool[] | undefined) => {
    phrases.waitFor(tools);
    plan();
  };

  plan();
  return {
    end() {
      isOver = true;
      clearTimeout(timer);
    },
    whileToolsRun(tools) {
      if (tools.length === 0) return () => undefined;
      wait(tools);
      return () => wait(undefined);
    },
  };
}

/** What is said while tools run. */
interface Waiting {
  message: string | undefined;
  /** Each has a message that is empty: nothing is to be said. */
  isSilent: boolean;
  /** One was slow of late. */
  isDue: boolean;
}

function phrasesOf({ script, events }: Conversation, text: string) {
  const own = script.fillers;
  const said = events.flatMap((event) => (event.kind === 'assistant_said' && event.filler ? [event.text.trim()] : []));
  const usual = phrasesFor(script.languageId).fillers;
  const select = (fillers: FillerConfig, customerText: string) => selectFiller({ fillers, customerText, said });
  let waiting: Waiting | undefined;
  return {
    isEager: own !== null && select(own, text) !== undefined,
    isOn: () => (waiting ? !waiting.isSilent : own !== null),
    isDue: () => waiting?.isDue === true,
    said: (phrase: string) => void said.push(phrase),
    waitFor(tools: readonly WaitingTool[] | undefined) {
      const messages = tools?.map(({ waitMessage }) => cleanSpeech(waitMessage ?? '').trim());
      waiting = tools && {
        message: messages?.find((message) => message !== ''),
        isSilent: tools.every(({ waitMessage }) => waitMessage === ''),
        isDue: tools.some((tool) => tool.isSlow()),
      };
    },
    next(): string | undefined {
      if (!waiting) return own === null ? undefined : (select(own, text) ?? select(usual, text) ?? usual.neutral[0]);
      const { message } = waiting;
      waiting.message = undefined;
      return message ?? select(usual, '') ?? usual.neutral[0];
    },
  };
}

export interface SelectFillerInput {
  fillers: FillerConfig;
  customerText: string;
  said: readonly string[];
}

/** By the mood of the prompt, in rotation. Returns undefined if there is no phrase but the last one said. */
export function selectFiller({ fillers, customerText, said }: SelectFillerInput): string | undefined {
  const fitting = phrases(fillers[moodOf(customerText)]);
  const known = fitting.length > 0 ? fitting : phrases(fillers.neutral);
  const fresh = known.filter((phrase) => phrase !== said.at(-1));
  return fresh[said.length % Math.max(1, fresh.length)];
}

const phrases = (texts: readonly string[]) =>
  texts.map((text) => cleanSpeech(text).trim()).filter((text) => text !== '');

export type Mood = keyof FillerConfig;

const QUESTION_MARK = /[?？؟;]["'”’»)\]]*\s*$/u;

/** For transcripts without question marks. */
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

/** In a language that is not listed above, only question marks count. */
export function moodOf(text: string): Mood {
  const words = text.toLowerCase().match(/[\p{L}\p{M}'’-]+/gu) ?? [];
  const plain = words.map((word) => word.replaceAll('’', "'"));
  if (QUESTION_MARK.test(text) || questions.has(plain[0] ?? '')) return 'question';
  if (plain.some((word) => negatives.has(word))) return 'negative';
  return plain.some((word) => positives.has(word)) ? 'positive' : 'neutral';
}
