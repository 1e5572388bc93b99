/** A tab of the browser, as the others on its origin see it. */
export interface OwnTab {
  token: () => string | undefined;
  /** When the user last looked at it. Epoch milliseconds. */
  seenAt: () => number;
  /** Another tab has signed in, and no one was in this one. */
  join: (token: string) => void;
  /** Another tab has signed out of the session that this one shares. */
  leave: () => void;
}

type Message =
  | { kind: 'who' }
  | { kind: 'here'; token: string; seenAt: number }
  | { kind: 'signed in'; token: string }
  | { kind: 'signed out'; token: string };

/** A `BroadcastChannel`: it reaches pages of the same origin only, and stores nothing. */
export interface TabChannel {
  post: (message: Message) => void;
  /** Returns the function that ends it. */
  listen: (listener: (message: unknown) => void) => () => void;
}

export function tabChannel(name: string): TabChannel {
  const channel = new BroadcastChannel(name);
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
    post: (message) => channel.postMessage(message),
    listen: (listener) => {
      const take = (event: object) => listener('data' in event ? event.data : undefined);
      channel.addEventListener('message', take);
      return () => channel.removeEventListener('message', take);
    },
  };
}

/** Gives the session to new tabs that ask for it, and follows what the others do. Returns the function that ends it. */
export function answerTabs(channel: TabChannel, own: OwnTab): () => void {
  return channel.listen((data) => {
    if (!isMessage(data)) return;
    const token = own.token();
    if (data.kind === 'who' && token !== undefined) {
      channel.post({ kind: 'here', token, seenAt: own.seenAt() });
    }
    if (data.kind === 'signed in' && token === undefined) own.join(data.token);
    if (data.kind === 'signed out' && token === data.token) own.leave();
  });
}

/** The session of the tab that the user has looked at last; undefined if no other tab is signed in. */
export async function askTabs(channel: TabChannel, waitMs: number): Promise<string | undefined> {
  const answers: Array<{ token: string; seenAt: number }> = [];
  const end = channel.listen((data) => {
    if (isMessage(data) && data.kind === 'here') answers.push(data);
  });
  channel.post({ kind: 'who' });
  await new Promise((resolve) => {
    setTimeout(resolve, waitMs);
  });
  end();
  return answers.toSorted((one, other) => other.seenAt - one.seenAt)[0]?.token;
}

function isMessage(data: unknown): data is Message {
  if (typeof data !== 'object' || data === null || !('kind' in data)) return false;
  if (data.kind === 'who') return true;
  const hasToken = 'token' in data && typeof data.token === 'string' && data.token !== '';
  if (data.kind === 'here') return hasToken && 'seenAt' in data && typeof data.seenAt === 'number';
  return hasToken && (data.kind === 'signed in' || data.kind === 'signed out');
}
