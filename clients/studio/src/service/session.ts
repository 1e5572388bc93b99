const TOKEN = 'ringback.token';
const PATH = 'ringback.path';

/** The token of the user who is signed in. It lives as long as the tab. */
export const token = (): string | undefined => sessionStorage.getItem(TOKEN) ?? undefined;

/**
 * Signs in, or switches the user. The page is loaded anew, so that nothing that was read for the user before stays in
 * memory or on the screen. It opens at the page that an ended session has left.
 */
export function signIn(newToken: string): void {
  const path = sessionStorage.getItem(PATH) ?? '/';
  sessionStorage.clear();
  sessionStorage.setItem(TOKEN, newToken);
  location.replace(path);
}

/** `reason` is shown on the sign-in page: the user did not ask for it, and comes back to the same page. */
export function signOut(reason?: string): void {
  const path = location.pathname + location.search;
  sessionStorage.clear();
  if (reason !== undefined) {
    sessionStorage.setItem('ringback.reason', reason);
    sessionStorage.setItem(PATH, path);
  }
  location.replace('/');
}

/** Why the user was signed out; read once. */
export function signOutReason(): string | undefined {
  const reason = sessionStorage.getItem('ringback.reason') ?? undefined;
  sessionStorage.removeItem('ringback.reason');
  return reason;
}
