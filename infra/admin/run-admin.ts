import { CommanderError } from '@commander-js/extra-typings';
import { createProgram, type World } from '#infra/admin/program.ts';
import { OpsRefusal } from '#shared/domain/errors/ops-refusal.ts';

/** Runs one command line and gives its exit code. Whatever fails is one line on standard error. */
export async function runAdmin(args: readonly string[], world: World): Promise<number> {
  try {
    await createProgram(world).parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    // Help and version are thrown too.
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    world.error(`error: ${problemOf(error)}\n`);
    return 1;
  }
}

function problemOf(error: unknown): string {
  if (error instanceof CommanderError && error.code === 'commander.help') return 'name a command; --help lists them';
  const problem = hasCode(error) && error.code === 'ECONNREFUSED' ? refusedConnection() : messageOf(error);
  return problem
    .replace(/^error: /, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** What a crash of the stack leaves behind: the connection file is there, and nobody answers. */
function refusedConnection(): string {
  return 'nobody answers where the table should be: is the local stack running? Start it with npm start';
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Our own refusals say it all; of a failure, such as one of AWS, the name says more than the text.
  const isRefusal = error instanceof OpsRefusal || error instanceof CommanderError;
  return isRefusal ? error.message : `${error.name}: ${error.message}`;
}

function hasCode(error: unknown): error is Error & { code: unknown } {
  return error instanceof Error && 'code' in error;
}
