import { styleText } from 'node:util';
import { terminalText } from '#clients/cli/src/terminal-text.ts';
import { buildStudio } from '#infra/cloud/studio/build-studio.ts';
import { StackError } from '#infra/local/address/stack-error.ts';
import type { RequestLine } from '#infra/local/aws/gateway/start-gateway.ts';
import { type LocalStack, startLocalStack } from '#infra/local/compose/local-stack.ts';
import { openBrowser } from '#infra/local/compose/open-browser.ts';
import { optionsFromEnvironment } from '#infra/local/compose/stack-options.ts';
import { onStopSignal } from '#infra/local/compose/stop-signals.ts';
import { CHANGED_FILE } from '#infra/local/compose/watch-stack.ts';
import { welcome } from '#infra/local/compose/welcome.ts';
import { models } from '#shared/container.ts';
import { manifest } from '#shared/manifest/manifest.ts';
import { logger } from '#shared/platform/observability/telemetry.ts';

/** Requests that the stack answers itself are not worth a line. */
const OWN_PAGES = /^\/(?:$|favicon\.|studio\.json$|(?:assets|console|local|reference)(?:\/|$))/;

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
        if (!OWN_PAGES.test(line.path)) process.stdout.write(requestLine(line));
      },
      onSimulatorCrash: (code) =>
        process.stdout.write(`the carrier simulator ended (${code}): start the stack again\n`),
    });
    const seconds = (performance.now() - startedAt) / 1000;
    const file = process.env[CHANGED_FILE];
    process.stdout.write(
      file === undefined
        ? welcome(stack.address, {
            seconds,
            dataDir: options.dataDir,
            speed: options.simulatorSpeed,
            access: models().access,
            servers: stack.modelServers.found(),
          })
        : `Restarted after ${file} changed ${dim(`(${seconds.toFixed(1)} s)`)}\n`,
    );
    if (file === undefined) {
      const { platform, stdout, env } = process;
      openBrowser(stack.address.studio_url, { platform, isTerminal: stdout.isTTY, environment: env });
    }
  } catch (error) {
    process.stderr.write(`ringback: ${error instanceof StackError ? error.message : describe(error)}\n`);
    process.exit(1);
  }
  stopOnSignal(stack);
  await stack.runtime.warm(manifest);
  // Then the first page does not wait for it. A failure is answered to the browser, which asks again.
  await buildStudio().catch((error: unknown) => logger.error('the studio cannot be built', { error }));
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

/** One request, one line. */
function requestLine({ method, path, status, milliseconds }: RequestLine): string {
  const color = status >= 500 ? 'red' : status >= 400 ? 'yellow' : 'green';
  return `${dim(new Date().toISOString().slice(11, 19))} ${method.padEnd(6)} ${terminalText(path)} ${styleText(color, String(status))} ${dim(`${milliseconds.toFixed(0)} ms`)}\n`;
}
