/** How people pick up the telephone, word by word, in the languages of the catalogue. */
const HELLO =
  'hello hi hey hiya good morning afternoon evening day hallo guten tag morgen abend moin servus grüezi grüß gott allô allo bonjour bonsoir ' +
  'hola aló buenos días buenas tardes noches diga dígame bueno pronto salve buongiorno buonasera olá alô oi bom dia boa tarde noite ' +
  'hoi goedemorgen goedemiddag goedenavond goedendag halo dzień dobry słucham haló dobrý den prosím hej hejsan hallå god dag morgon goddag ' +
  'haloo moi huomenta päivää labas sveiki bună ziua alo efendim merhaba buyurun γεια σας εμπρός παρακαλώ ألو آلو مرحبا السلام عليكم أهلا ' +
  'שלום הלו алло алё здравствуйте слушаю добрый день привіт слухаю добрий молим здраво ало もしもし 여보세요 喂 你好 您好 हैलो हेलो नमस्ते ' +
  'สวัสดี ฮัลโหล xin chào kumusta';
/** Right after the pick-up these are a hello, and later an answer. */
const EARLY =
  'yes yeah yep speaking ja bitte jawohl oui sí si sì sim estou tak ano joo taip da evet ναι نعم כן да так はい 네 예 ' +
  '是 हाँ जी ครับ ค่ะ ใช่ vâng dạ ya oo opo po a';

const wordsOf = (text: string) =>
  Array.from(new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text.toLowerCase()))
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment);

const hello = new Set(wordsOf(HELLO));
const early = new Set([...hello, ...wordsOf(EARLY)]);

/** Whether a text says only that the customer has picked up. @param isEarly it was said right after the pick-up */
export function isPickUpGreeting(text: string, isEarly: boolean): boolean {
  const words = wordsOf(text);
  const known = isEarly ? early : hello;
  return words.length > 0 && words.every((word) => known.has(word));
}
