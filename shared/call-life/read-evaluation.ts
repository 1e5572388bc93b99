import type { PostCallField } from '#shared/assistants/call-settings.ts';
import yesAndNo from '#shared/call-life/yes-and-no.json' with { type: 'json' };
import type { CallBody } from '#shared/calls/call.ts';
import type { Language } from '#shared/catalog/languages.ts';
import type { InvalidField } from '#shared/conversations/language-model.ts';

type Evaluation = CallBody['evaluation'];
type Value = Evaluation[string];

export interface ReadEvaluation {
  evaluation: Evaluation;
  /** All fields if the answer is not an object. */
  invalidFields: InvalidField[];
}

/** Models write values as people do: «yes», «1,200», a number for a text. Null where the call does not tell. */
export function readEvaluation(
  fields: readonly PostCallField[],
  answer: unknown,
  language: Pick<Language, 'iso2' | 'locale'>,
): ReadEvaluation {
  const isForm = typeof answer === 'object' && answer !== null && !Array.isArray(answer);
  const answered = new Map<string, unknown>(isForm ? Object.entries(answer) : []);
  const read = fields.map(({ name, type }) => {
    const written = answered.get(name);
    return { name, type, written, value: isForm ? readValue(written, type, language) : undefined };
  });
  return {
    evaluation: Object.fromEntries(read.map(({ name, value = null }) => [name, value])),
    invalidFields: read.flatMap(({ name, type, written, value }) =>
      value === undefined ? { name, type, written: shown(written) } : [],
    ),
  };
}

const LONGEST_SHOWN = 80;

function shown(written: unknown): string {
  return (JSON.stringify(written) ?? 'nothing').slice(0, LONGEST_SHOWN).toWellFormed();
}

/** Undefined if it is not of this type. */
function readValue(
  written: unknown,
  type: PostCallField['type'],
  language: Pick<Language, 'iso2' | 'locale'>,
): Value | undefined {
  if (written === undefined || written === null) return null;
  if (typeof written === 'string' && isUntold(written, type)) return null;
  if (type === 'string') return textOf(written);
  if (type === 'number') {
    if (typeof written === 'number') return Number.isFinite(written) ? written : undefined;
    return typeof written === 'string' ? readNumber(written, language.locale) : undefined;
  }
  if (typeof written === 'boolean') return written;
  return typeof written === 'string' || written === 0 || written === 1
    ? readYesOrNo(String(written), language.iso2)
    : undefined;
}

function textOf(written: unknown): string | undefined {
  if (typeof written === 'string') return written;
  if (typeof written === 'boolean' || (typeof written === 'number' && Number.isFinite(written))) return String(written);
  if (!Array.isArray(written) || written.length === 0) return undefined;
  const texts = written.map((one: unknown) => (Array.isArray(one) ? undefined : textOf(one)));
  return texts.every((text) => text !== undefined) ? texts.join(', ') : undefined;
}

const UNTOLD =
  /^(?:|[-–—?./]+|null|nil|nan|undefined|n\.?\/?\s?a\.?|unknown|unclear|(?:not|none) (?:mentioned|specified|provided|stated|given|known|available|applicable|told|said|discussed)|k\.?\s?a\.?|keine angabe|unbekannt|nicht (?:bekannt|angegeben|erwähnt)|inconnue?|non (?:précisé|mentionné|communiqué)e?|desconocid[oa]|no (?:especificad|mencionad|indicad)[oa]|sconosciut[oa]|non (?:specificat|menzionat|indicat)[oa]|desconhecid[oa]|não (?:informad|mencionad|especificad)[oa]|onbekend|niet (?:vermeld|genoemd|bekend)|nieznan[yae]|nie podano|okänt|ej angivet|ukendt|ukjent|ikke (?:oplyst|oppgitt)|tuntematon|neznám[éýá]|neuvedeno|ismeretlen|necunoscut|неизвестно|не указано|невідомо|неизвестен|άγνωστο|bilinmiyor|belirtilmedi|غير معروف|לא ידוע|अज्ञात|tidak diketahui|không rõ|ไม่ทราบ|不明|未知|未提及|알 수 없음|없음)$/iu;
/** Of a text, «none» may be the answer: no allergies, no wishes. */
const NONE = /^(?:none|nothing|keine?|aucune?|ninguno?a?|nessuno?a?|nenhuma?|geen|brak|нет|なし|无)$/iu;

function isUntold(written: string, type: PostCallField['type']): boolean {
  const text = written.trim().replace(/(?<=\p{L}{2})\.$/u, '');
  return (
    UNTOLD.test(text) ||
    (type === 'number' && NONE.test(text)) ||
    (type === 'bool' && /^(?:none|nothing)$/iu.test(text))
  );
}

const words: Readonly<Record<string, string>> = yesAndNo;

function readYesOrNo(written: string, iso2: string): boolean | undefined {
  const text = written
    .trim()
    .toLowerCase()
    .normalize('NFC')
    .replace(/[.!。！]+$/u, '');
  for (const list of [words[iso2], words['en'], 'true 1 on|false 0 off']) {
    const [yes, no] = (list ?? '').split('|').map((some) => some.split(' '));
    if (yes?.includes(text)) return true;
    if (no?.includes(text)) return false;
  }
  return undefined;
}

const AROUND = /^(?:[A-Z]{0,3}\p{Sc}|[A-Z]{3}(?=[\s\d]))\s?|\s?(?:\p{Sc}|%|٪|[A-Z]{3})$/gu;
const GROUPED = /^\d{1,3}(?:[,.]\d{2,3})*[,.]\d{3}$/u;

/** «1.200» is a thousand where a comma is decimal, and «1,200» elsewhere. Units such as «k» are not read. */
export function readNumber(written: string, locale: string): number | undefined {
  const digits = written
    .trim()
    .replaceAll(/\p{Nd}/gu, toAscii)
    .replaceAll('٬', '')
    .replaceAll('٫', '.');
  const sign = /^[-−–]/u.test(digits) ? -1 : 1;
  const text = digits.replace(/^[-−–+]\s?/u, '').replaceAll(AROUND, '');
  if (/^\d+(?:\.\d+)?e[-+]?\d{1,2}$/iu.test(text)) return sign * Number(text);
  const plain = text.replaceAll(/(?<=\d)[\s'’](?=\d{3}(?!\d))/gu, '');
  if (!/^(?:\d[\d.,]*|[.,]\d+)$/u.test(plain) || !/\d$/u.test(plain)) return undefined;
  const value = Number(withDecimalPoint(plain, locale));
  return Number.isFinite(value) ? sign * value : undefined;
}

function withDecimalPoint(text: string, locale: string): string {
  const marks = text.replaceAll(/\d/gu, '');
  const last = marks.at(-1) ?? '';
  const isMixed = new Set(marks).size > 1;
  const isDecimal =
    last !== '' && (isMixed ? marks.indexOf(last) === marks.length - 1 : isDecimalMark(text, marks, locale));
  const at = isDecimal ? text.lastIndexOf(last) : text.length;
  const whole = text.slice(0, at);
  // Neither 1.2.3 nor 12,34,5.
  if (/[.,]/u.test(whole) && !GROUPED.test(whole)) return 'NaN';
  return `${whole.replaceAll(/[.,]/gu, '') || '0'}.${text.slice(at + 1) || '0'}`;
}

/** Of a text with one kind of mark. */
function isDecimalMark(text: string, marks: string, locale: string): boolean {
  if (marks.length > 1) return false;
  if (!GROUPED.test(text) || text.startsWith('0')) return true;
  const parts = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(1.5);
  return (parts.find(({ type }) => type === 'decimal')?.value ?? '.') === marks;
}

function toAscii(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value % 10);
}
