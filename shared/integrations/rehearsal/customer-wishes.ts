/** Farewells. Matched as whole words, without accents and case. */
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

/** Scripts without spaces have no word boundaries. */
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

/** Requests not to be called again. */
const REFUSALS = [
  /\b(do not|don't|never|stop) (ever )?(call|calling|phone|phoning|ring|ringing)( me| us| this number)?\b/iu,
  /\b(take|remove|delete) (me|us|my number|this number) (off|from)\b/iu,
  /\bno more calls\b/iu,
  /\bruf(en|t)? (sie )?(mich|uns|hier) (bitte )?(nicht|nie) (mehr|wieder)\b|\bnicht mehr an(rufen|gerufen)\b/iu,
  /\bno (me|nos) (vuelva[ns]?|llame[ns]?) (a llamar|más)\b/iu,
  /\bne (m'|me |nous )?(appelez|rappelez) plus\b/iu,
  /\bnon (mi|ci) chiam(i|ate) più\b/iu,
  /\bnão (me|nos) ligue[m]? mais\b/iu,
  /\bbel (me|ons) niet meer\b/iu,
];

export function isOptOut(text: string): boolean {
  const words = text.replaceAll('’', "'");
  return REFUSALS.some((refusal) => refusal.test(words));
}
