import { startLocalStack, type LocalStack } from '#infra/local/local-stack.ts';
import { requestLine, welcome } from '#infra/local/stack/terminal.ts';
import { optionsFromEnvironment, StackError } from '#infra/local/stack/stack-options.ts';
import { manifest } from '#shared/manifest/manifest.ts';
import { logger } from '#shared/platform/observability/telemetry.ts';

const PARENT_CHECK_MS = 200;

/** `npm start`: runs a stack until it is told to stop. */
export async function runStack(): Promise<void> {
  const startedAt = performance.now();
  surviveStrayErrors();
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
    process.stdout.write(welcome(stack.address, { seconds, dataDir: options.dataDir }));
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
    // A second Ctrl-C is from somebody who does not want to wait.
    if (isStopping) process.exit(1);
    isStopping = true;
    await stack.stop();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());
  if (process.env['npm_lifecycle_event'] !== undefined) whenParentDies(() => void stop());
}

/** npm that is killed cannot tell its script, which would hold port and data for ever. */
function whenParentDies(act: () => void): void {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    act();
  }, PARENT_CHECK_MS);
  watch.unref();
}

/** In Lambda a stray rejection ends one instance of one function; here it must not end them all. */
function surviveStrayErrors(): void {
  process.on('unhandledRejection', (error) => logger.error('unhandled rejection', { error }));
  process.on('uncaughtException', (error) => logger.error('uncaught exception', { error }));
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
