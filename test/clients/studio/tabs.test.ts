import { expect, it, onTestFinished } from 'vitest';
import { answerTabs, askTabs, type OwnTab, type TabChannel } from '#clients/studio/src/service/tabs.ts';

/** A browser: what one tab posts, the others get. */
function browser() {
  const tabs: Array<Set<(message: unknown) => void>> = [];
  const open = () => {
    const listeners = new Set<(message: unknown) => void>();
    tabs.push(listeners);
    return {
      post: (message: unknown) => {
        for (const others of tabs) if (others !== listeners) for (const each of others) each(message);
      },
      listen: (listener: (message: unknown) => void) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    };
  };
  return { open };
}

function openTab(channel: TabChannel, tokenOf: string | undefined, seenAt = 0) {
  const tab = { token: tokenOf, left: 0 };
  const own: OwnTab = {
    token: () => tab.token,
    seenAt: () => seenAt,
    join: (token) => {
      tab.token = token;
    },
    leave: () => {
      tab.left += 1;
    },
  };
  onTestFinished(answerTabs(channel, own));
  return tab;
}

it('a new tab takes the session of the tab that was looked at last', async () => {
  const { open } = browser();
  openTab(open(), 'rb_old', 1);
  openTab(open(), 'rb_new', 2);
  openTab(open(), undefined, 3);
  expect(await askTabs(open(), 1)).toBe('rb_new');
});

it('a tab stays signed out if no other one is signed in', async () => {
  const { open } = browser();
  openTab(open(), undefined);
  expect(await askTabs(open(), 1)).toBeUndefined();
});

it('a sign-in reaches the tabs without a user, and no other one', () => {
  const { open } = browser();
  const channel = open();
  const [out, other] = [openTab(open(), undefined), openTab(open(), 'rb_2')];
  channel.post({ kind: 'signed in', token: 'rb_1' });
  expect([out.token, other.token]).toEqual(['rb_1', 'rb_2']);
});

it('a sign-out reaches the tabs of the same session, and no other one', () => {
  const { open } = browser();
  const channel = open();
  const [same, other] = [openTab(open(), 'rb_1'), openTab(open(), 'rb_2')];
  channel.post({ kind: 'signed out', token: 'rb_1' });
  expect([same.left, other.left]).toEqual([1, 0]);
});

it.each([null, 7, 'who', {}, { kind: 'here' }, { kind: 'here', token: 'rb_1' }, { kind: 'signed in', token: '' }])(
  'what is no message is left alone: %j',
  (data) => {
    const { open } = browser();
    const tab = openTab(open(), undefined);
    open().post(data);
    expect(tab).toEqual({ token: undefined, left: 0 });
  },
);
