import * as v from 'valibot';
import type { EngineMode } from '#shared/catalog/engine-mode.ts';
import { noParameters, type CallFacts, type Tool } from '#shared/tools/tool.ts';

const NAME = 'end_call';

const Setting = v.object({ type: v.literal(NAME), data: v.object({ description: v.string() }) });

export const endCallTool: Tool = {
  name: NAME,
  parameters: noParameters,
  endsCall: true,
  mayBeWritten: true,
  offer({ mode, assistantTools }) {
    const description = endCallDescription(assistantTools);
    return description === null ? undefined : { description, instructions: instructions[mode](description) };
  },
  rehearse: (words) => (isGoodbye(words) ? {} : undefined),
  run: async () => '',
};

const instructions: Record<EngineMode, (description: string) => string> = {
  pipeline: () => `To hang up, say goodbye in a few words and call the tool ${NAME} in the same answer.`,
  multimodal: (description) =>
    `To hang up, call the tool ${NAME} (${description}). Do not say goodbye before you call it: ` +
    'you will be asked for your last words afterwards.',
};

/** Scripts of older releases have the description alone, null without the tool. */
export function assistantToolsOf(description: string | null): Array<CallFacts['assistantTools'][number]> {
  return description === null ? [] : [{ type: NAME, data: { description } }];
}

export function endCallDescription(tools: CallFacts['assistantTools']): string | null {
  const setting = tools.find((tool) => v.is(Setting, tool));
  return setting ? v.parse(Setting, setting).data.description : null;
}

const GOODBYES = [
  'goodbye',
  'good bye',
  'bye',
  'see you',
  'talk to you later',
  'auf wiedersehen',
  'auf wiederhoren',
  'tschuss',
  'tschues',
  'adios',
  'hasta luego',
  'hasta pronto',
  'au revoir',
  'a bientot',
  'arrivederci',
  'arrivederla',
  'tchau',
  'ate logo',
  'adeus',
  'tot ziens',
  'do widzenia',
  'hej da',
  'farvel',
  'ha det',
  'nakemiin',
  'na shledanou',
  'dovidenia',
  'viszontlatasra',
  'la revedere',
  'do videnja',
  'до свидания',
  'до побачення',
  'довиждане',
  'αντιο',
  'hosca kal',
  'gule gule',
  'مع السلامة',
  'להתראות',
  'अलविदा',
  'さようなら',
  '再见',
  '拜拜',
  '안녕히',
  'tam biet',
  'sampai jumpa',
];

/** Scripts without spaces have no word boundaries. */
const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/u;

export function isGoodbye(text: string): boolean {
  const words = ` ${plain(text)} `;
  return GOODBYES.some((goodbye) => {
    const wanted = plain(goodbye);
    return words.includes(UNSPACED.test(goodbye) ? wanted : ` ${wanted} `);
  });
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
