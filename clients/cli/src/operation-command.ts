import { Command } from '@commander-js/extra-typings';

/** The texts of the reference about an operation. */
interface OperationText {
  summary: string;
  description: string;
}

interface Own {
  /** Of a command for a part of the operation: its line in the list of commands. */
  summary?: string;
  /** Sentences about the command that follow the text of the operation. */
  more?: string;
}

/** A command for one operation of the API, with the text that the reference has about it. */
export function operationCommand(name: string, operation: OperationText, { summary, more }: Own = {}) {
  const sentences = [operation.description, ...(more === undefined ? [] : [more])];
  return new Command(name).summary(summary ?? operation.summary).description(sentences.join(' '));
}

/** A command that has others. */
export function groupCommand(name: string, summary: string) {
  return new Command(name)
    .summary(summary)
    .description(`${summary}.`)
    .addHelpText('after', `\nExamples: ringback ${name} <command> --help`);
}

/** A command of the command line itself. `summary` is its line in the list of commands. */
export function ownCommand(name: string, summary: string, more?: string) {
  return new Command(name)
    .summary(summary)
    .description([`${summary}.`, ...(more === undefined ? [] : [more])].join(' '));
}
