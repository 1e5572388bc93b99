import { spawn } from 'node:child_process';

type Environment = Record<string, string | undefined>;

interface Machine {
  platform: NodeJS.Platform;
  isTerminal: boolean;
  environment: Environment;
}

/**
 * The command that opens a page on this machine. Undefined in CI, without a terminal, without a desktop, over SSH, and
 * where `BROWSER=none`.
 */
export function browserCommand(url: string, { platform, isTerminal, environment }: Machine): string[] | undefined {
  const { CI = '', BROWSER = '', SSH_CONNECTION = '', DISPLAY = '', WAYLAND_DISPLAY = '' } = environment;
  const isCi = CI !== '' && CI !== 'false';
  if (!isTerminal || isCi || SSH_CONNECTION !== '' || BROWSER === 'none') return undefined;
  if (platform === 'darwin') return ['open', url];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', url];
  return DISPLAY === '' && WAYLAND_DISPLAY === '' ? undefined : ['xdg-open', url];
}

/** Opens the page if there is a browser. A failure is not an error: the address is on the screen. */
export function openBrowser(url: string, machine: Machine): void {
  const [command, ...args] = browserCommand(url, machine) ?? [];
  if (command === undefined) return;
  const browser = spawn(command, args, { stdio: 'ignore', detached: true });
  browser.on('error', () => undefined);
  browser.unref();
}
