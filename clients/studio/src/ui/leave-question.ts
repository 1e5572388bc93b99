import { useEffect } from 'preact/hooks';
import type { AroundNavHandler } from 'wouter-preact';
import { confirm } from './dialog.tsx';

interface Guard {
  /** The path of the page. Pages below it belong to it. */
  home: string;
  /** The sentence about the loss. */
  text: string;
  /** The address to stay at. */
  here: string;
}

let guard: Guard | undefined;

/** Asks before a page is left while `isWanted`: by a link, by the buttons of the browser, and when the tab is closed. */
export function useLeaveQuestion(isWanted: boolean, { home, text }: Pick<Guard, 'home' | 'text'>): void {
  useEffect(() => {
    if (!isWanted) return undefined;
    const own: Guard = { home, text, here: location.href };
    guard = own;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => {
      if (guard === own) guard = undefined;
      window.removeEventListener('beforeunload', warn);
    };
  }, [isWanted, home, text]);
}

// Added before the router adds its own, which must not see the new address before the question is answered.
window.addEventListener('popstate', (event) => {
  const current = guard;
  if (current === undefined) return;
  if (isWithin(location.pathname, current.home)) {
    current.here = location.href;
    return;
  }
  event.stopImmediatePropagation();
  history.pushState(null, '', current.here);
  void ask(current, () => history.back());
});

/** For an action that leaves the page because it is done. */
export function leaveWithoutQuestion(): void {
  guard = undefined;
}

/** Of the router: every navigation within the studio. */
export const aroundNav: AroundNavHandler = (navigate, to, options) => {
  const current = guard;
  const { pathname } = new URL(to, location.href);
  if (current !== undefined && !isWithin(pathname, current.home)) {
    void ask(current, () => navigate(to, options));
    return;
  }
  navigate(to, options);
  if (current !== undefined) current.here = location.href;
};

async function ask({ text }: Guard, leave: () => void): Promise<void> {
  if (!(await confirm({ title: 'Leave this page?', text, action: 'Leave', danger: true }))) return;
  leaveWithoutQuestion();
  leave();
}

const isWithin = (path: string, home: string): boolean => path === home || path.startsWith(`${home}/`);
