import { expect, it } from 'vitest';
import { languages } from '#shared/catalog/languages.ts';
import words from '#shared/do-not-call/opt-out-words.json' with { type: 'json' };
import { parseOptOut } from '#shared/do-not-call/opt-out.ts';

/** Where it is documented that the text is an opt-out, or a public report of one that was missed. */
const stops: Record<string, string[]> = {
  'AWS End User Messaging: required opt-out keywords': [
    'ARRET',
    'CANCEL',
    'END',
    'OPT-OUT',
    'OPTOUT',
    'QUIT',
    'REMOVE',
    'STOP',
    'TD',
    'UNSUBSCRIBE',
  ],
  'Twilio: default keywords': ['STOPALL', 'REVOKE', 'stop', 'Stop.', 'STOP!', '"STOP"', 'STOP ALL', 'Unsubscribe'],
  'Bird: opt-in and opt-out compliance': [
    'arret',
    'halt',
    'detener',
    'parar',
    'ferma',
    'ОСТАНОВИТЬ',
    'ZATRZYMAJ',
    'Arrêt',
  ],
  'ivipmobile: words that unsubscribe a contact': [
    'block',
    'stop this',
    'stop texts',
    'stop calling',
    'stop texting',
    "don't call",
    'do not call',
    'do not call me',
    "don't text",
    "don't text me",
    'leave me alone',
  ],
  'Braze: fuzzy opt-out': ['leave me alone', 'STOP PLEASE', 'Please Stop', 'stopp'],
  'p2pu/learning-circles#593, SparkDevNetwork/Rock#6399': [
    'Please stop',
    'STOP calling me',
    'STOP\n\nSent from my iPhone',
    'Stop texting me please',
    'stop it',
    'STOP\r\n\r\nGet Outlook for Android',
    'Stop\n--\nAda Lovelace\n+1 202 555 0100',
    'STOP\nAda Lovelace',
  ],
  'melgarafael/DeskcommCRM#275 and #416': ['BAJA', 'PARAR', 'CANCELAR', 'SAIR', 'Por favor, no me llamen más'],
  'ISO-8859 and phones': [
    'S T O P',
    'ＳＴＯＰ',
    'stop\u200b',
    '\u202aSTOP\u202c',
    'STOP 🙏',
    'stop stop stop',
    'sTOP',
    'İPTAL',
    'iptal',
  ],
  'Federal Communications Commission, 47 CFR 64.1200(a)(10): "stop", "quit", "end", "revoke", "opt out", "cancel", "unsubscribe"':
    [
      'I want to opt out',
      'please unsubscribe me',
      'remove me from your list',
      'Take me off your list now',
      'No more calls',
    ],
};

it.each(Object.entries(stops).flatMap(([source, texts]) => texts.map((text) => [text, source])))(
  '%j is a stop (%s)',
  (text) => expect(parseOptOut(text)).toBe('stop'),
);

it.each([
  'ABMELDEN',
  'Bitte rufen Sie mich nicht mehr an.',
  'СТОП',
  'больше не звоните',
  '退订',
  '请不要再打电话给我',
  'توقف',
  'لا تتصل بي',
  'הסר',
  '수신거부',
  '전화하지 마세요',
  '電話しないでください',
  'หยุด',
  'อย่าโทรมาอีก',
  'DỪNG',
  'Đừng gọi cho tôi nữa',
  'BERHENTI',
  'Durdurun',
  'beni aramayın',
  'Nie dzwońcie do mnie',
  'Prosím nevolejte',
  'Ne hívjanak többet',
  'Nu mă mai sunați',
  'Slutt å ringe',
  'Ring mig inte',
  'LOPETA',
  'Afmelden svp',
  'Bel me niet meer',
  'Non chiamatemi più',
  'Ne m’appelez plus',
  "Arrêtez de m'appeler",
  'Não me liguem mais',
  'बंद करो',
  'कृपया कॉल न करें',
  'থামুন',
  'நிறுத்து',
  'Μη με καλείτε',
  'Huwag nang tumawag',
  'Usinipigie simu',
])('%j is a stop in its language', (text) => expect(parseOptOut(text)).toBe('stop'));

it('every language of the catalogue has words, and each word is a stop by itself and in a sentence', () => {
  const { comment: _, ...lists } = words;
  expect(Object.keys(lists).toSorted()).toEqual([...new Set(languages.map(({ iso2 }) => iso2))].toSorted());
  const unheard = Object.values(lists).flatMap(({ whole, first, phrases }) =>
    [...whole.split('|'), ...first.split('|'), ...phrases.split('|')].filter(
      (text) => parseOptOut(text) !== 'stop' || parseOptOut(`${text.toUpperCase()}!\n\nSent from my iPhone`) !== 'stop',
    ),
  );
  expect(unheard).toEqual([]);
});

it.each(['START', 'unstop', 'Yes!', 'Yes please'])('%j is a start', (text) => expect(parseOptOut(text)).toBe('start'));

const answers = [
  'Stop by tomorrow at ten',
  'Hello',
  '',
  '🛑',
  'BUS STOP',
  '10',
  'No',
  'Nein',
  'Нет',
  'لا',
  '不要',
  'いいえ',
  'hayır',
  'Fine',
  'Acha',
  'Gata!',
  'seis',
  'Selesai',
  'Đúng',
  'Fin de semana',
  'Please do not stop calling me',
  "don't stop",
  "Don't call me before noon, please",
  'Do not call today, tomorrow is fine',
  'Rufen Sie mich nicht vor neun Uhr an',
  'I will be there until the end',
  'Can we cancel the appointment on Monday?',
  'We quit smoking last year',
  'Sent from my iPhone',
  'My dog will not stop barking at the mailman and I could not hear what you said, please tell me again when you call',
  'OK\n> Reply STOP to opt out',
  'Yes I can come\n\n> STOP',
  'Thank you!',
  'Remove the garlic from my order',
  'Bajaj Finance',
];
it.each(answers)('%j is neither', (text) => expect(parseOptOut(text)).not.toBe('stop'));
