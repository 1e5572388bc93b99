const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ensp: ' ',
  emsp: ' ',
  thinsp: ' ',
  shy: '',
  zwj: '',
  zwnj: '',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  minus: '−',
  times: '×',
  divide: '÷',
  plusmn: '±',
  frac12: '½',
  frac14: '¼',
  frac34: '¾',
  lsquo: '‘',
  rsquo: '’',
  sbquo: '‚',
  ldquo: '“',
  rdquo: '”',
  bdquo: '„',
  laquo: '«',
  raquo: '»',
  bull: '•',
  middot: '·',
  deg: '°',
  euro: '€',
  pound: '£',
  yen: '¥',
  cent: '¢',
  copy: '©',
  reg: '®',
  trade: '™',
  sect: '§',
  iexcl: '¡',
  iquest: '¿',
  szlig: 'ß',
  aelig: 'æ',
  AElig: 'Æ',
  oelig: 'œ',
  OElig: 'Œ',
  oslash: 'ø',
  Oslash: 'Ø',
  eth: 'ð',
  ETH: 'Ð',
  thorn: 'þ',
  THORN: 'Þ',
  inodot: 'ı',
  lstrok: 'ł',
  Lstrok: 'Ł',
};

/** `&eacute;` is an e with this mark. */
const MARKS: Readonly<Record<string, string>> = {
  grave: '\u0300',
  acute: '\u0301',
  circ: '\u0302',
  tilde: '\u0303',
  macr: '\u0304',
  breve: '\u0306',
  dot: '\u0307',
  uml: '\u0308',
  ring: '\u030a',
  dblac: '\u030b',
  caron: '\u030c',
  cedil: '\u0327',
  ogon: '\u0328',
};

const ENTITY = /&(?:#(?:x([\da-f]{1,6})|(\d{1,7}));?|(amp|lt|gt|quot|nbsp)(?![a-z\d=]);?|([a-z]{2,8}\d{0,2});)/giu;
const ACCENTED = /^([a-z])(grave|acute|circ|tilde|macr|breve|dot|uml|ring|dblac|caron|cedil|ogon)$/iu;
const MOST_TIMES = 3;

/** Values from web pages are encoded once or twice. What is no entity stays. */
export function decodeEntities(text: string): string {
  let decoded = text;
  for (let times = 0; times < MOST_TIMES && decoded.includes('&'); times += 1)
    decoded = decoded.replaceAll(ENTITY, (written, hex?: string, decimal?: string, bare?: string, name?: string) => {
      if (hex !== undefined) return characterOf(Number.parseInt(hex, 16));
      return decimal === undefined ? (namedCharacter(bare ?? name ?? '') ?? written) : characterOf(Number(decimal));
    });
  return decoded;
}

function namedCharacter(name: string): string | undefined {
  const known = NAMED[name] ?? NAMED[name.toLowerCase()];
  if (known !== undefined) return known;
  const [, letter = '', mark = ''] = ACCENTED.exec(name) ?? [];
  const accent = MARKS[mark.toLowerCase()];
  return accent && `${letter}${accent}`.normalize('NFC');
}

/** As pages show them: 128 to 159 are those of windows-1252, and control characters are spaces. */
function characterOf(code: number): string {
  if (code < 32 || code === 127) return ' ';
  if (code >= 128 && code < 160) return new TextDecoder('windows-1252').decode(Uint8Array.of(code));
  return code > 0x10_ff_ff || (code >= 0xd800 && code < 0xe000) ? '' : String.fromCodePoint(code);
}
