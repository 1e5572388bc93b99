import { Command, CommanderError } from '@commander-js/extra-typings';
import { BadInput } from '#infra/local/rehearsal/load-rehearsal.ts';

interface Options {
  files: string[];
  parallel: number;
  speed: number;
  /** The data folder of a stack that runs. */
  stack: string | undefined;
  junit: string | undefined;
}

/** Prints help and ends where it is asked for. @throws BadInput */
export function readOptions(args: string[]): Options {
  // Left alone or before a file, `--stack` means the usual folder.
  const given = args.flatMap((arg, index) =>
    arg === '--stack' && /^$|\.ya?ml$/.test(args[index + 1] ?? '') ? ['--stack', '.data'] : [arg],
  );
  const command = createCommand();
  try {
    command.parse(given, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) process.exit(0);
    throw new BadInput(`${error instanceof Error ? error.message : String(error)}\n\n${command.helpInformation()}`);
  }
  const { parallel, speed, stack, junit } = command.opts();
  return {
    files: command.args,
    parallel: whole('parallel', parallel, 1, 50),
    speed: whole('speed', speed, 1, 200),
    stack: stack === true ? '.data' : stack,
    junit,
  };
}

function createCommand() {
  return new Command('npm run rehearse --')
    .description('Rehearses calls, and checks what their files expect.')
    .argument('<file...>', 'rehearsals: test/rehearsals/goodbye.yaml')
    .option('--parallel <n>', 'calls at once', '4')
    .option('--speed <n>', 'call seconds per second; --stack uses the speed of that stack', '20')
    .option('--stack [folder]', 'on the stack that runs with this data folder (.data), instead of one of its own')
    .option('--junit <file>', 'write the results for a CI system')
    .exitOverride()
    .configureOutput({ writeErr: () => undefined });
}

function whole(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new BadInput(`--${name} must be a whole number from ${least} to ${most}, not ${text}`);
}
