import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Socket } from 'node:net';

/**
 * The SQS emulator listens on every address of the machine and knows no passwords; this closes connections to it that
 * come from another machine. Gives back what lifts the guard.
 */
export function refuseOutsiders(port: number): () => void {
  const refuse = (message: unknown) => {
    const socket = socketOf(message);
    if (socket?.localPort === port && !isLoopback(socket.remoteAddress ?? '')) socket.destroy();
  };
  subscribe('net.server.socket', refuse);
  return () => {
    unsubscribe('net.server.socket', refuse);
  };
}

export function isLoopback(address: string): boolean {
  return address === '::1' || /^(?:::ffff:)?127\./.test(address);
}

function socketOf(message: unknown): Socket | undefined {
  const isEvent = typeof message === 'object' && message !== null && 'socket' in message;
  return isEvent && message.socket instanceof Socket ? message.socket : undefined;
}
