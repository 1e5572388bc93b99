/**
 * Characters that a terminal obeys instead of showing them: C0 and C1 controls, which start every escape sequence; the marks that turn the
 * direction of the text around; other line breaks. Tabs and line feeds stay.
 */
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/g;

/**
 * Text of customers and others for a terminal: shows controls as `\u001b`. In JSON this is an escape, so that the output parses
 * to the same values.
 */
export function terminalText(text: string): string {
  return text.replaceAll(CONTROLS, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** JSON for a terminal. */
export function terminalJson(value: unknown): string {
  return terminalText(JSON.stringify(value, null, 2));
}
