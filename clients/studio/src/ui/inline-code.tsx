import type { ComponentChildren } from 'preact';

/** A sentence of the reference: text between backquotes is code. */
export function inlineCode(text: string): ComponentChildren {
  return text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
}
