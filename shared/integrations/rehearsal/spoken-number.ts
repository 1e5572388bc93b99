const SMALL: ReadonlyArray<readonly string[]> = [
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  ),
  'null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn'.split(
    ' ',
  ),
  'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince'.split(' '),
  'zero uno due tre quattro cinque sei sette otto nove dieci undici dodici'.split(' '),
  'zero um dois três quatro cinco seis sete oito nove dez onze doze'.split(' '),
  'nul één twee drie vier vijf zes zeven acht negen tien elf twaalf'.split(' '),
  'zero jeden dwa trzy cztery pięć sześć siedem osiem dziewięć dziesięć jedenaście dwanaście'.split(' '),
  'zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize'.split(' '),
];
const TENS = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const SCALES: Readonly<Record<string, number>> = { thousand: 1000, million: 1_000_000 };

const valueOf = new Map<string, number>([
  ...SMALL.flatMap((words) => words.map((word, value) => [word, value] as const)),
  ...TENS.map((word, index) => [word, (index + 2) * 10] as const),
]);
/** «One» and «un» alone are usually not numbers, and «sei» is a verb too. */
const ARTICLES = new Set(['one', 'un', 'uno', 'um', 'sei']);

export function findNumber(text: string): number | undefined {
  const tokens = text.toLowerCase().match(/-?\d+(?:[.,]\d+)*|\p{L}+/gu) ?? [];
  for (let start = 0; start < tokens.length; start += 1) {
    const number = /\d/.test(tokens[start] ?? '') ? readDigits(tokens[start] ?? '') : readWords(tokens.slice(start));
    if (number !== undefined) return number;
  }
  return undefined;
}

/** `1,200` and `1.200.000` are grouped by thousands, `3.5` and `3,5` are decimals. */
function readDigits(token: string): number | undefined {
  const isGrouped = /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(token) || /^-?\d{1,3}(?:\.\d{3}){2,}$/.test(token);
  const separator = /,\d{3}/.test(token) ? ',' : '.';
  const number = Number(isGrouped ? token.replaceAll(separator, '') : token.replace(',', '.'));
  return Number.isFinite(number) ? number : undefined;
}

function readWords(words: readonly string[]): number | undefined {
  let total = 0;
  let current = 0;
  let read = 0;
  for (const word of words) {
    const value = valueOf.get(word);
    const scale = SCALES[word];
    if (value !== undefined) current += value;
    else if (word === 'hundred' && read > 0) current *= 100;
    else if (scale !== undefined && read > 0) {
      total += current * scale;
      current = 0;
    } else if (word !== 'and' || read === 0) break;
    read += 1;
  }
  if (read === 0 || (read === 1 && ARTICLES.has(words[0] ?? ''))) return undefined;
  return total + current;
}
