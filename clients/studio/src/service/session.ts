import { answerTabs, askTabs, tabChannel } from './tabs.ts';

const TOKEN = 'ringback.token';
const REASON = 'ringback.reason';
/** Another tab answers within a few milliseconds. */
const ANSWER_MS = 100;

const tabs = tabChannel('ringback.session');
let seenAt = Date.now();

/** The token of the user who is signed in. It lives as long as the tabs that share it. */
export const token = (): string | undefined => sessionStorage.getItem(TOKEN) ?? undefined;

/** Takes the session of another tab into a new one, and shares that of this tab from now on. True: the page is loaded anew. */
export async function shareSession(): Promise<boolean> {
  if (token() === undefined && sessionStorage.getItem(REASON) === null) {
    const shared = await askTabs(tabs, ANSWER_MS);
    if (shared !== undefined) {
      open(shared, here());
      return true;
    }
  }
  const look = () => {
    if (!document.hidden) seenAt = Date.now();
  };
  document.addEventListener('visibilitychange', look);
  window.addEventListener('focus', look);
  answerTabs(tabs, {
    token,
    seenAt: () => seenAt,
    join: (other) => open(other, here()),
    leave: () => close('/'),
  });
  return false;
}

/** Signs in. The address stays: a link opens where it points. */
export function signIn(newToken: string): void {
  tabs.post({ kind: 'signed in', token: newToken });
  open(newToken, here());
}

/** Continues as another user at the start page, in this tab only. */
export const switchUser = (newToken: string): void => open(newToken, '/');

/**
 * Signs out in every tab of the session. `reason` is shown on the sign-in page: the user did not ask for it, and stays at
 * the same address.
 */
export function signOut(reason?: string): void {
  const ended = token();
  if (ended !== undefined && reason === undefined) tabs.post({ kind: 'signed out', token: ended });
  close(reason === undefined ? '/' : here(), reason);
}

/** Why the user was signed out; read once. */
export function signOutReason(): string | undefined {
  const reason = sessionStorage.getItem(REASON) ?? undefined;
  sessionStorage.removeItem(REASON);
  return reason;
}

const here = (): string => location.pathname + location.search;

/** The page is loaded anew, so that nothing that was read for the user before stays in memory or on the screen. */
function open(newToken: string, path: string): void {
  sessionStorage.clear();
  sessionStorage.setItem(TOKEN, newToken);
  location.replace(path);
}

function close(path: string, reason?: string): void {
  sessionStorage.clear();
  if (reason !== undefined) sessionStorage.setItem(REASON, reason);
  location.replace(path);
}
