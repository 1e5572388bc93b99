import { Command, CommanderError, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { ApiError, defined, RingbackError } from '@ringback/client';
import { apiCommand } from './commands/api.ts';
import { assistantCommands } from './commands/assistants.ts';
import { callCommand, callsCommands } from './commands/calls.ts';
import { campaignCommands } from './commands/campaigns.ts';
import { completionCommand } from './commands/completion.ts';
import { leadCommands } from './commands/leads.ts';
import { listenCommand } from './commands/listen.ts';
import { loginCommand, meCommand } from './commands/login.ts';
import { smsCommand } from './commands/sms.ts';
import { toolCommands } from './commands/tools.ts';
import { triggerCommand } from './commands/trigger.ts';
import { webhooksCommands } from './commands/webhooks.ts';
import { fileProblem } from './file-problem.ts';
import { createSession, type Shell, UsageError } from './session.ts';
import { terminalText } from './terminal-text.ts';
import packageJson from '../package.json' with { type: 'json' };

const FAILED = 1;
const WRONG_USAGE = 2;
/** 128 and the number of SIGINT, as shells and scripts expect. */
const INTERRUPTED = 130;

/** Runs one command line. Returns its exit code: 0, 1 for a failure, 2 for a wrong command line, 130 after Ctrl-C. */
export async function runCli(args: readonly string[], shell: Shell): Promise<number> {
  const asJson = args.includes('--json');
  try {
    await createProgram(shell).parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    // Help and version are thrown, too.
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    if (shell.signal.aborted) return INTERRUPTED;
    shell.error(asJson ? `${JSON.stringify({ error: describe(error) }, null, 2)}\n` : `${sentences(error)}\n`);
    return error instanceof CommanderError || error instanceof UsageError ? WRONG_USAGE : FAILED;
  }
}

function describe(error: unknown): Record<string, unknown> {
  const message = messageOf(error);
  if (!(error instanceof ApiError)) {
    return defined({ message, status: error instanceof RingbackError ? error.status : undefined });
  }
  const { status, errors, detail, retryAfter, help, requestId } = error;
  return { message, status, errors, detail, retry_after: retryAfter, help, request_id: requestId };
}

function messageOf(error: unknown): string {
  if (error instanceof CommanderError && error.code === 'commander.help') return 'name a command; --help lists them';
  const text = error instanceof Error ? fileSentence(error) : String(error);
  return terminalText(text.replace(/^error: /, ''));
}

/** Node names the path of a file that it cannot use. */
function fileSentence(error: Error): string {
  return 'path' in error && 'syscall' in error && typeof error.path === 'string'
    ? fileProblem(error, error.path)
    : error.message;
}

function sentences(error: unknown): string {
  const lines = [`error: ${messageOf(error)}`];
  if (error instanceof ApiError) {
    for (const [field, texts] of Object.entries(error.errors))
      lines.push(terminalText(`  ${field}: ${texts.join(' ')}`));
    if (error.detail !== undefined) lines.push(terminalText(`  ${error.detail}`));
    if (error.retryAfter !== undefined) lines.push(`  try again in ${Math.ceil(error.retryAfter)} s`);
    if (error.help !== undefined) lines.push(terminalText(`  see ${error.help}`));
  }
  return lines.join('\n');
}

/** The whole command line. Errors are thrown, for `runCli` to print. */
export function createProgram(shell: Shell) {
  const program = new Command('ringback')
    .description('Makes and watches phone calls with voice assistants.')
    .version(packageJson.version, '-V, --version', 'print the version')
    .option('--json', 'print JSON instead of tables, errors too')
    .option('--profile <name>', 'deployment that ringback login has stored (else RINGBACK_PROFILE, else the last one)')
    .option('--url <address>', 'address of the API (else RINGBACK_URL)')
    .option('--token <token>', 'access token (else RINGBACK_TOKEN)')
    .option('--no-color', 'print no colours; there are none in files and pipes')
    .helpOption('-h, --help', 'show this help')
    .helpCommand('help [command]', 'Show the help of a command')
    .addHelpText('after', '\nExamples: ringback <command> --help')
    .configureHelp({ showGlobalOptions: true, helpWidth: Math.min(shell.columns, 100) })
    .configureOutput({ writeOut: shell.out, writeErr: () => undefined })
    .showSuggestionAfterError(true)
    .exitOverride();
  const session = createSession(shell, () => program.opts());
  const commands = [
    loginCommand(session),
    meCommand(session),
    assistantCommands(session),
    callCommand(session),
    callsCommands(session),
    campaignCommands(session),
    leadCommands(session),
    smsCommand(session),
    toolCommands(session),
    webhooksCommands(session),
    triggerCommand(session),
    listenCommand(session),
    apiCommand(session),
    completionCommand(session, () => program),
  ];
  for (const command of commands) {
    inherit(command, program);
    program.addCommand(command);
  }
  return program;
}

function inherit(command: CommandUnknownOpts, parent: CommandUnknownOpts): void {
  command.copyInheritedSettings(parent);
  for (const child of command.commands) inherit(child, parent);
}
