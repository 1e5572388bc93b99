import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { describe, expect, it } from 'vitest';
import { createProgram } from '#clients/cli/src/run-cli.ts';
import { commandGroups } from '#infra/admin/command-groups.ts';
import { createProgressBar } from '#infra/admin/terminal/progress-bar.ts';

interface Described {
  /** As it is typed. */
  path: string;
  summary: string;
  command: CommandUnknownOpts;
}

const shell = { out: () => undefined, error: () => undefined, stdin: async () => '', columns: 80, env: {} };
const program = createProgram({
  ...shell,
  isTerminal: false,
  isErrorTerminal: false,
  signal: new AbortController().signal,
});
const session = { deps: () => Promise.reject(new Error('unused')), print: () => undefined };

function below(command: CommandUnknownOpts, path: string): Described[] {
  return command.commands.flatMap((child) => {
    const own = `${path} ${child.name()}`;
    return [{ path: own, summary: child.summary(), command: child }, ...below(child, own)];
  });
}

const all: Described[] = [
  ...below(program, 'ringback'),
  ...commandGroups.flatMap(({ name, commands }) =>
    commands.map((create) => {
      const command = create({ ...session, progress: createProgressBar(undefined) });
      return { path: `admin ${name} ${command.name()}`, summary: command.description(), command };
    }),
  ),
];

/** `Lists`, `The calls`, `What …`: a command is named by what it makes happen. */
const NO_IMPERATIVE = /^(?:the|a|an|what|how|which|where|who|why|has|is)\b|^[A-Z][a-z]+s\b(?<!ss)/i;

describe('both command lines speak one language of help', () => {
  it.each([...all, ...commandGroups.map(({ name, description }) => ({ path: `admin ${name}`, summary: description }))])(
    'the line of $path is an imperative: a capital letter, and no full stop',
    ({ summary }) => {
      expect(summary).toMatch(/^[A-Z].*[^.]$/);
      expect(summary).not.toMatch(NO_IMPERATIVE);
    },
  );

  it('options and arguments are phrases: a small letter, no full stop, no question', () => {
    const texts = all.flatMap(({ command }) =>
      [...command.options, ...command.registeredArguments].map(({ description }) => description),
    );
    expect(texts.length).toBeGreaterThan(100);
    // Values, such as `pipeline or multimodal`, are their own text.
    const phrases = texts.filter((text) => !/^[\w-]+(?: ID)?(?:,| or) /.test(text));
    const wrong = phrases.filter(
      (text) =>
        !/^(?:[a-z\d`]|[A-Z]{2,})/.test(text) || /\.$|^(?:what|how|where|why|who|which|the|a|an|its)\b/.test(text),
    );
    expect(wrong).toEqual([]);
  });

  it('each command has examples', () => {
    const without = all.filter(({ command }) => {
      let help = '';
      command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
      return !/\nExamples:[ \n]/.test(help);
    });
    expect(without.map(({ path }) => path)).toEqual([]);
  });
});
