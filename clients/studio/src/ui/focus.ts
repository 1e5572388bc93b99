let path: string | undefined;
/** A page that is loaded begins at its top: its title gets the focus only after another page was shown. */
let hasMoved = false;
/** The title of the new page has not been there yet. */
let isAwaited = false;

/** After the path has changed, the title of the new page gets the focus, so that a screen reader reads it out. */
export function focusNewPage(now: string): void {
  const before = path;
  path = now;
  // `/` only leads to the first page.
  if (before === undefined || before === '/' || before === now) return;
  hasMoved = true;
  // A tab of the same page keeps the focus.
  isAwaited = !document.activeElement?.closest('#main');
  focusNewTitle();
}

/** When a title has appeared: it is awaited, or it replaces the one that had the focus. */
export function focusNewTitle(): void {
  if (hasMoved && (isAwaited || isLost())) focusTitle();
}

/** Gives the focus back to the element that had it before, or else to the title of the page. */
export function focusAgain(element: Element | null): void {
  // Not before a button that was disabled meanwhile is enabled again.
  setTimeout(() => {
    if (isLost() && element instanceof HTMLElement) element.focus();
    if (isLost()) focusTitle();
  });
}

function focusTitle(): void {
  const title = document.querySelector('#main h1');
  if (!(title instanceof HTMLElement)) return;
  isAwaited = false;
  title.focus({ preventScroll: true });
}

const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body;
