import { styleText } from 'node:util';
import { wrapped } from '#infra/text/safe-text.ts';

/** Where a demo prints. `isVerbose` prints records and webhooks whole. */
export interface Screen {
  print: (line: string) => void;
  isVerbose: boolean;
}

const LABELS = { assistant: '  Assistant  ', customer: '  Customer   ' } as const;

/** What was said, its speaker coloured. */
export function dialogueLine(who: keyof typeof LABELS, text: string): string {
  const label = LABELS[who];
  return styleText(who === 'customer' ? 'cyan' : 'magenta', label) + wrapped(text, label).slice(label.length);
}

/** The first lines of a demo: what happens, how fast, and which model speaks. */
export function opening(title: string, { speed, model }: { speed: number; model: string }): string {
  const note = wrapped(
    `THE ${model} SPEAKS: it answers from the sentences of the prompt, according to fixed rules, so that every run is the same. npm start says how to use a real one.`,
  );
  return [
    `${styleText('bold', title)} On this machine, time runs ${speed} times faster.`,
    styleText('yellow', note),
    '',
  ].join('\n');
}

/** The last lines of a demo. */
export function nextSteps(shown: string): string {
  const others = ['--campaign', '--inbound', '--multimodal', '--tools'].filter((option) => option !== shown);
  const [one = '', ...rest] = others;
  return [
    styleText('bold', 'Next'),
    `  npm start                     studio, API reference and your own calls`,
    `  ${`npm run demo -- ${one}`.padEnd(30)}and ${rest.join(', ')}, --verbose`,
    `  docs/start.md                 your own assistant, a real model, a real phone`,
  ].join('\n');
}
