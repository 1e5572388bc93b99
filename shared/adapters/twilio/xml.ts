export interface XmlElement {
  name: string;
  attributes?: Record<string, string | number | boolean | undefined>;
  children?: Array<XmlElement | string>;
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/**
 * Writes an element and what is in it. Our own, because the carrier's library misspells some attributes of
 * ConversationRelay, and the carrier silently ignores what is misspelt.
 */
export function writeXml({ name, attributes = {}, children = [] }: XmlElement): string {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${escapeXml(String(value))}"`],
  );
  const inner = children.map((child) => (typeof child === 'string' ? escapeXml(child) : writeXml(child))).join('');
  return inner === '' ? `<${name}${written.join('')}/>` : `<${name}${written.join('')}>${inner}</${name}>`;
}

/** Characters that XML 1.0 cannot carry are left out: the whole document would be refused for one of them. */
function escapeXml(text: string): string {
  const printable = Array.from(text.toWellFormed()).filter((character) =>
    /[\t\n\r]|[^\p{Cc}\uFFFE\uFFFF]/u.test(character),
  );
  return printable.join('').replace(/[&<>"]/g, (character) => escapes[character] ?? character);
}
