/** How people take their leave on the telephone; matched as whole words, accents and case aside. */
const GOODBYES = [
  'goodbye',
  'good bye',
  'bye',
  'see you',
  'talk to you later',
  'auf wiedersehen',
  'auf wiederhoren',
  'tschuss',
  'tschues',
  'adios',
  'hasta luego',
  'hasta pronto',
  'au revoir',
  'a bientot',
  'arrivederci',
  'arrivederla',
  'tchau',
  'ate logo',
  'adeus',
  'tot ziens',
  'do widzenia',
  'hej da',
  'farvel',
  'ha det',
  'nakemiin',
  'na shledanou',
  'dovidenia',
  'viszontlatasra',
  'la revedere',
  'do videnja',
  'до свидания',
  'до побачення',
  'довиждане',
  'αντιο',
  'hosca kal',
  'gule gule',
  'مع السلامة',
  'להתראות',
  'अलविदा',
  'さようなら',
  '再见',
  '拜拜',
  '안녕히',
  'tam biet',
  'sampai jumpa',
];

/** Scripts without spaces between words have no word boundary to look for. */
const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/u;

export function isGoodbye(text: string): boolean {
  const words = ` ${plain(text)} `;
  return GOODBYES.some((goodbye) => {
    const wanted = plain(goodbye);
    return words.includes(UNSPACED.test(goodbye) ? wanted : ` ${wanted} `);
  });
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
