import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

export interface Listener {
  /** The name of the program: `node`, `dynoxide`. */
  program: string;
  address: string;
  port: number;
}

const LISTENS = '0A';

/** Where this process and its children listen for TCP, as the kernel of Linux tells it. */
export function listenersOfThisProcess(): Listener[] {
  const sockets = new Map(listeningSockets().map(({ inode, ...socket }) => [inode, socket]));
  return familyOf(process.pid).flatMap((pid) =>
    inodesOf(pid).flatMap((inode) => {
      const socket = sockets.get(inode);
      return socket ? [{ program: programOf(pid), ...socket }] : [];
    }),
  );
}

function listeningSockets() {
  return ['tcp', 'tcp6'].flatMap((file) =>
    readFileSync(`/proc/net/${file}`, 'utf8')
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter((columns) => columns[3] === LISTENS)
      .map((columns) => {
        const [address = '', port = ''] = columns[1]!.split(':');
        return { address: readable(address), port: Number.parseInt(port, 16), inode: columns[9]! };
      }),
  );
}

/** Of IPv4, whose bytes stand in reverse; of IPv6 as it is written there. */
function readable(address: string): string {
  if (address.length !== 8) return address;
  return [...address.matchAll(/../g)]
    .map(([byte]) => Number.parseInt(byte, 16))
    .toReversed()
    .join('.');
}

function familyOf(pid: number): number[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const below = (parent: number): number[] =>
    rows.flatMap(([child, of]) => (of === parent ? [child!, ...below(child!)] : []));
  return [pid, ...below(pid)];
}

function inodesOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      const target = linkOf(`/proc/${pid}/fd/${fd}`);
      return /^socket:\[(\d+)\]$/.exec(target)?.slice(1) ?? [];
    });
  } catch {
    // `ps` itself has ended.
    return [];
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

const programOf = (pid: number) => readlinkSync(`/proc/${pid}/exe`).split('/').at(-1) ?? '';
