import { Command, CommanderError } from '@commander-js/extra-typings';
import { render } from '#clients/cli/src/output.ts';
import { terminalJson, terminalText } from '#clients/cli/src/terminal-text.ts';
import type { WrittenItems } from '#infra/admin/audit/written-items.ts';
import { AuditedRun } from '#infra/admin/audited-run.ts';
import { commandGroups } from '#infra/admin/command-groups.ts';
import type { Target } from '#infra/admin/connect.ts';
import type { AdminDeps } from '#infra/admin/deps/admin-deps.ts';
import { createProgressBar } from '#infra/admin/terminal/progress-bar.ts';
import { plain } from '#infra/text/output.ts';
import packageJson from '#package.json' with { type: 'json' };
import { once } from '#shared/platform/environment.ts';
import { AppError, OperatorError } from '#shared/platform/errors.ts';

interface Shell {
  connect(target: Target): Promise<AdminDeps>;
  /** Standard output and standard error. */
  out: (text: string) => void;
  error: (text: string) => void;
  /** Undefined where standard error is not a terminal. */
  terminal?: ((text: string) => void) | undefined;
  env: Record<string, string | undefined>;
  /** Rejects when the operator stops the program. */
  interrupted?: Promise<never>;
}

/** Runs one command line and returns its exit code. A failure is one line on standard error, or JSON with `--json`. */
export async function runAdmin(args: readonly string[], shell: Shell): Promise<number> {
  const run = new AuditedRun();
  try {
    const command = createProgram(shell, run).parseAsync(args, { from: 'user' });
    await (shell.interrupted ? Promise.race([command, shell.interrupted]) : command);
  } catch (error) {
    // Help and version are thrown too.
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    shell.error(failureText(error, run.written(), args.includes('--json')));
    await run.fail(error instanceof Error ? error.name : 'unknown').catch((late: unknown) => {
      shell.error(`error: ${terminalText(problemOf(late))}\n`);
    });
    return 1;
  }
  return run.end('done').then(
    () => 0,
    (error: unknown) => {
      shell.error(`error: the command is done, and the audit log does not say so: ${terminalText(problemOf(error))}\n`);
      return 1;
    },
  );
}

/** With the keys of the items that were written before, so that an operator knows what a failed command has done. */
function failureText(error: unknown, { written, unknown }: WrittenItems, json: boolean): string {
  const message = terminalText(problemOf(error));
  if (json)
    return `${terminalJson({ error: { message, ...(written.length + unknown.length > 0 && { written, unknown }) } })}\n`;
  const done = [...listOf('written before', written), ...listOf('perhaps written', unknown)];
  return `error: ${[message, ...done].join('; ')}\n`;
}

const MOST_NAMED = 5;

function listOf(title: string, items: readonly string[]): string[] {
  if (items.length === 0) return [];
  const rest = items.length - MOST_NAMED;
  const named = items.slice(0, MOST_NAMED).map(terminalText).join(', ');
  return [`${title}: ${named}${rest > 0 ? ` and ${rest} more` : ''}`];
}

function problemOf(error: unknown): string {
  if (error instanceof CommanderError && error.code === 'commander.help') return 'name a command; --help lists them';
  const problem = hasCode(error) && error.code === 'ECONNREFUSED' ? refusedConnection() : messageOf(error);
  return problem
    .replace(/^error: /, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** After a crash of the stack the connection file exists, and its addresses refuse connections. */
function refusedConnection(): string {
  return 'the table does not answer: is the local stack running? Start it with npm start';
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof AppError) return [error.message, ...Object.values(error.errors ?? {}).flat()].join(' ');
  // The name of an AWS error says more than its message.
  const isRefusal = [OperatorError, CommanderError, Interruption].some((kind) => error instanceof kind);
  return isRefusal ? error.message : `${error.name}: ${error.message}`;
}

function hasCode(error: unknown): error is Error & { code: unknown } {
  return error instanceof Error && 'code' in error;
}

/** The operator has stopped the program. */
export class Interruption extends Error {
  override readonly name = 'Interruption';
}

const INTRODUCTION = `Manages the accounts of a Ringback deployment: on the local stack, or on a deployed table with --table.`;

const EXAMPLES = `
Examples:
  npm run admin -- user create --name "Northwind Dental"
  npm run admin -- token issue --user 1 --name ci --expires 2027-01-01
  npm run admin -- balance add --user 1 --amount 25
  npm run admin -- call show 1/6032158326784
  npm run --silent admin -- user list --json | jq '.[].id'
  npm run admin -- user list --table ringback-production --region eu-west-1 --profile ops`;

/** The whole command line. Errors are thrown, for `runAdmin` to print as one line. */
function createProgram(shell: Shell, run: AuditedRun) {
  const program = new Command('npm run admin --')
    .description(INTRODUCTION)
    .version(packageJson.version, '-V, --version', 'print the version')
    .option('--json', 'print JSON instead of tables, errors too')
    .option('--table <name>', 'work on this deployed table (else TABLE_NAME, else the local stack)')
    .option('--region <region>', 'AWS region of the table')
    .option('--profile <name>', 'AWS profile that has access to the table')
    .option('--data-dir <path>', 'directory of the local stack (else DATA_DIR, else .data)')
    .helpOption('-h, --help', 'show this help')
    .helpCommand('help [command]', 'Show the help of a command')
    .addHelpText('after', EXAMPLES)
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ writeOut: shell.out, writeErr: () => undefined })
    .showSuggestionAfterError(true)
    .exitOverride()
    .hook('preAction', (_, command) => run.name(command));
  const deps = once(async () => {
    const { table, region, profile, dataDir } = program.opts();
    const connected = await shell.connect({
      table: table ?? shell.env['TABLE_NAME'],
      region,
      profile,
      dataDir: dataDir ?? shell.env['DATA_DIR'] ?? '.data',
    });
    await run.begin(connected);
    return connected;
  });
  const session = {
    deps,
    print: (printout: Parameters<typeof render>[0]) =>
      shell.out(render(printout, { ...plain, json: program.opts().json === true })),
    progress: createProgressBar(shell.terminal),
  };
  for (const { name, description, byDefault, commands } of commandGroups) {
    const group = program
      .command(name)
      .summary(description)
      .description(`${description}.`)
      .addHelpText('after', `\nExamples: npm run admin -- ${name} <command> --help`);
    for (const create of commands) {
      const command = create(session);
      command.copyInheritedSettings(group);
      // A line in the list of commands, and a sentence at the top of the help.
      command.summary(command.description()).description(`${command.description()}.`);
      group.addCommand(command, { isDefault: command.name() === byDefault });
    }
  }
  return program;
}
