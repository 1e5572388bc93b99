import { XMLParser, XMLValidator } from 'fast-xml-parser';

/** A problem of a document, with the code of the carrier's debugger. */
export class TwimlError extends Error {
  readonly code: number;
  /** The URL whose document failed. */
  readonly url: string | undefined;

  constructor(code: number, message: string, url?: string) {
    super(message);
    this.name = 'TwimlError';
    this.code = code;
    this.url = url;
  }
}

export interface TwimlNode {
  name: string;
  attributes: Record<string, string>;
  children: TwimlNode[];
  text: string;
}

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseAttributeValue: false,
  parseTagValue: false,
  trimValues: false,
  processEntities: false,
  ignoreDeclaration: true,
});

/** The verbs of a document. @throws TwimlError for invalid XML (12100) and for another root than `<Response>` (12200) */
export function parseTwiml(xml: string): TwimlNode[] {
  const verdict = XMLValidator.validate(xml.trim());
  if (verdict !== true) throw new TwimlError(12_100, `document parse failure: ${verdict.err.msg}`);
  const roots = toNodes(parser.parse(xml.trim()));
  const [root] = roots;
  if (roots.length !== 1 || root?.name !== 'Response') {
    throw new TwimlError(12_200, 'the root of the document is not one <Response>');
  }
  return root.children;
}

function toNodes(parsed: unknown): TwimlNode[] {
  if (!Array.isArray(parsed)) return [];
  return parsed.flatMap((entry: unknown) => {
    const parts = toRecord(entry);
    const name = Object.keys(parts).find((key) => key !== ':@' && key !== '#text');
    if (name === undefined) return [];
    const attributes = Object.entries(toRecord(parts[':@'])).map(
      ([key, value]) => [key, decode(String(value))] as const,
    );
    return [
      { name, attributes: Object.fromEntries(attributes), children: toNodes(parts[name]), text: textOf(parts[name]) },
    ];
  });
}

function textOf(children: unknown): string {
  if (!Array.isArray(children)) return '';
  const texts = children.map((child: unknown) => toRecord(child)['#text']);
  return decode(texts.filter((text) => typeof text === 'string').join('')).trim();
}

function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

// The parser's own decoding leaves some numeric references of attributes as they are, and lets a bare & pass.
function decode(text: string): string {
  return text.replaceAll(/&([^;&\s]*;)?/g, (reference, body?: string) => {
    const name = body?.slice(0, -1) ?? '';
    const character = entities[name] ?? fromNumber(name);
    if (character === undefined) throw new TwimlError(12_100, `document parse failure: "${reference}" is no entity`);
    return character;
  });
}

function fromNumber(name: string): string | undefined {
  const match = /^#(?:x([\dA-F]+)|(\d+))$/i.exec(name);
  if (!match) return undefined;
  const codePoint = match[1] === undefined ? Number(match[2]) : Number.parseInt(match[1], 16);
  return codePoint <= 0x10_ff_ff ? String.fromCodePoint(codePoint) : undefined;
}
