import { type ChildProcess, spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { constants } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { onStopSignal } from '#infra/local/compose/stop-signals.ts';

type Environment = Record<string, string | undefined>;

interface Watched {
  /** The program that runs the stack; its paths are relative to `root`. */
  program: string;
  folders: readonly string[];
  root: string;
}

/** Editors write a file in several steps, and a checkout changes many files. */
const DEBOUNCE_MS = 200;
const SOURCE = /^[^.].*\.(?:ts|json)$/;

const stackSources: Watched = {
  root: resolve(import.meta.dirname, '../../..'),
  program: 'infra/local/main.ts',
  folders: ['functions', 'shared', 'infra/local', 'infra/simulators'],
};

/** Set for a stack that was started again: the file that changed. */
export const CHANGED_FILE = 'RINGBACK_CHANGED_FILE';

/** `WATCH` decides. Without it, a stack on a terminal is watched, except in CI and from a template. */
export function isWatched({ WATCH = '', CI = '', TEMPLATE = '' }: Environment, isTerminal: boolean): boolean {
  if (WATCH !== '') return WATCH !== 'false' && WATCH !== '0';
  return isTerminal && (CI === '' || CI === 'false') && TEMPLATE === '';
}

/**
 * Runs the stack as a child process, and starts it again when a source file changes. Ends with the exit code of the stack.
 * A stack that fails after a change is started again by the next change.
 */
export function watchStack(environment: Environment, { root, program, folders }: Watched = stackSources): void {
  let child: ChildProcess | undefined;
  let changed: string | undefined;
  let hasRestarted = false;
  let isStopping = false;
  let debounce: NodeJS.Timeout | undefined;

  const start = (restart: Environment) => {
    // Its own process group: a Ctrl-C must reach the stack once, through this process.
    child = spawn(process.execPath, [join(root, program)], {
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: { ...environment, WATCH: 'false', ...restart },
    });
    child.once('exit', ended);
  };
  const restart = (file: string) => {
    changed = undefined;
    hasRestarted = true;
    start({ [CHANGED_FILE]: file });
  };
  const ended = (code: number | null, signal: NodeJS.Signals | null) => {
    child = undefined;
    if (isStopping || (changed === undefined && !(hasRestarted && code))) process.exit(exitCode(code, signal));
    if (changed !== undefined) return restart(changed);
    process.stdout.write(`The stack ended with exit code ${code}. It starts again when a file changes.\n`);
  };

  onStopSignal((signal) => {
    isStopping = true;
    if (child) child.kill(signal);
    else process.exit(0);
  });
  watchSources(root, folders, (file) => {
    clearTimeout(debounce);
    debounce = setTimeout(() => {
      if (isStopping) return;
      if (!child) return restart(file);
      changed ??= file;
      child.kill('SIGTERM');
    }, DEBOUNCE_MS);
  });
  start({});
}

function watchSources(root: string, folders: readonly string[], onChange: (file: string) => void): void {
  for (const folder of folders) {
    const path = join(root, folder);
    watch(path, { recursive: true }, (_event, file) => {
      if (file === null || !SOURCE.test(file.split('/').at(-1) ?? '')) return;
      onChange(relative(root, join(path, file)));
    });
  }
}

function exitCode(code: number | null, signal: NodeJS.Signals | null): number {
  return code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
}
