import { styleText } from 'node:util';
import type { RequestLine } from '#infra/local/gateway/start-gateway.ts';
import { type LocalStack, startLocalStack } from '#infra/local/local-stack.ts';
import type { StackAddress } from '#infra/local/stack/ready-file.ts';
import { optionsFromEnvironment, StackError } from '#infra/local/stack/stack-options.ts';
import { onStopSignal } from '#infra/local/stack/stop-signals.ts';
import { CHANGED_FILE } from '#infra/local/stack/watch-stack.ts';
import { terminalText } from '#infra/safe-text.ts';
import { rehearsalNote } from '#infra/local/stack/rehearsal-note.ts';
import { models } from '#shared/container.ts';
import { manifest } from '#shared/manifest/manifest.ts';
import { logger } from '#shared/platform/observability/telemetry.ts';

/** `npm start`: runs a stack until a signal stops it. */
export async function runStack(): Promise<void> {
  const startedAt = performance.now();
  logUnhandledErrors();
  let stack: LocalStack;
  try {
    const options = optionsFromEnvironment(process.env);
    stack = await startLocalStack({
      ...options,
      onRequest: (line) => {
        if (!/^\/(?:console|reference)(?:\/|$)/.test(line.path)) process.stdout.write(requestLine(line));
      },
      onSimulatorCrash: (code) =>
        process.stdout.write(`the carrier simulator ended (${code}): start the stack again\n`),
    });
    const seconds = (performance.now() - startedAt) / 1000;
    const file = process.env[CHANGED_FILE];
    process.stdout.write(
      file === undefined
        ? welcome(stack.address, { seconds, dataDir: options.dataDir })
        : `Restarted after ${file} changed ${dim(`(${seconds.toFixed(1)} s)`)}\n`,
    );
  } catch (error) {
    process.stderr.write(`ringback: ${error instanceof StackError ? error.message : describe(error)}\n`);
    process.exit(1);
  }
  stopOnSignal(stack);
  await stack.runtime.warm(manifest);
}

function stopOnSignal(stack: LocalStack): void {
  let isStopping = false;
  const stop = async () => {
    // A second Ctrl-C ends the process without waiting.
    if (isStopping) process.exit(1);
    isStopping = true;
    await stack.stop();
    process.exit(0);
  };
  onStopSignal(() => void stop());
}

/** In Lambda an unhandled rejection ends one instance of one function. Here it must not end the stack. */
function logUnhandledErrors(): void {
  process.on('unhandledRejection', (error) => logger.error('unhandled rejection', { error }));
  process.on('uncaughtException', (error) => logger.error('uncaught exception', { error }));
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

const dim = (text: string) => styleText('dim', text);
const bold = (text: string) => styleText('bold', text);

/** The text that is printed when the stack is ready. */
function welcome(address: StackAddress, facts: { seconds: number; dataDir: string }): string {
  const rows = [
    ['API', address.base_url],
    ['console', address.console_url],
    ['API reference', address.reference_url],
    ['carrier simulator', address.simulator_url],
    ['webhook sink', address.webhook_sink_url],
    ['data', facts.dataDir === 'memory' ? 'in memory, gone when it stops' : facts.dataDir],
  ];
  const users = address.users.map((user) => [
    `user ${user.id}`,
    `${user.name.padEnd(18)} balance ${user.balance.toFixed(2).padStart(6)}   ${dim('token')} ${user.token}`,
  ]);
  const numbers = [
    ['+12025550100 … 0149', 'answers, converses, says goodbye'],
    ['+12025550150 … 0159', 'busy, no answer, failure, voicemail, hang-up, silence, interruption, odd networks'],
    ['+12025550160 … 0162', 'SMS: refused, rate-limited, opted out'],
  ];
  const note = rehearsalNote(models().access);
  return `
  ${bold('Ringback')} is ready ${dim(`(${facts.seconds.toFixed(1)} s)`)}

${lines(rows)}

${lines(users)}

  ${dim('numbers to call')}
${lines(numbers)}

${note === undefined ? '' : `  ${styleText(['bold', 'yellow'], note)}\n\n`}  ${dim('README.md has a call to paste under «Try it»; Ctrl-C stops the stack.')}

`;
}

/** One request, one line. */
function requestLine({ method, path, status, milliseconds }: RequestLine): string {
  const color = status >= 500 ? 'red' : status >= 400 ? 'yellow' : 'green';
  return `${dim(new Date().toISOString().slice(11, 19))} ${method.padEnd(6)} ${terminalText(path)} ${styleText(color, String(status))} ${dim(`${milliseconds.toFixed(0)} ms`)}\n`;
}

function lines(rows: string[][]): string {
  return rows.map(([label = '', text = '']) => `  ${label.padEnd(20)} ${text}`).join('\n');
}
