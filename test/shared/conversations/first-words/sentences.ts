/** Every choice of one part after the other. */
function combine(parts: ReadonlyArray<readonly string[]>, join: string): string[] {
  let all: string[][] = [[]];
  for (const options of parts) all = all.flatMap((begun) => options.map((option) => [...begun, option]));
  return all.map((words) => words.filter((word) => word !== '').join(join));
}

/** As one transcriber writes it, and as another one. */
const bothForms = (text: string) => [text, text.toLowerCase().replaceAll(/[,.?¿]/g, '')];

/** A greeting, a firm, a name and an offer of help. */
const greetings: Readonly<Record<string, ReadonlyArray<readonly string[]>>> = {
  en: [
    ['Good morning', 'Hello', 'Thank you for calling'],
    ['Miller and Sons', 'the office of Grant and Lowe', 'Acme Phone Service'],
    ['this is Paul', 'Paul Miller speaking', 'my name is Paul Miller'],
    ['how can I help you?', 'what can I do for you today?', 'how may I direct your call?', ''],
  ],
  de: [
    ['Guten Morgen', 'Hallo', 'Grüß Gott'],
    ['Autohaus Berger', 'Büro Schmidt', 'Telefonservice Huber'],
    ['mein Name ist Sabine Vogt', 'Sie sprechen mit Frau Vogt', 'Vogt'],
    ['was kann ich für Sie tun?', 'wie kann ich Ihnen helfen?', 'womit kann ich dienen?'],
  ],
  fr: [
    ['Bonjour', 'Bonsoir'],
    ['Garage Dupont', 'service client de Durand', 'Mairie de Lyon'],
    ["Sophie à l'appareil", 'ici Sophie', 'je suis Sophie'],
    ['que puis-je faire pour vous ?', 'comment puis-je vous aider ?', 'je vous écoute'],
  ],
  es: [
    ['Buenos días', 'Gracias por llamar a'],
    ['Clínica San Miguel', 'la oficina de Ruiz', 'Servicio Técnico Sol'],
    ['le atiende Laura', 'habla Laura', 'mi nombre es Laura'],
    ['¿en qué puedo ayudarle?', '¿cómo le puedo ayudar?'],
  ],
  it: [
    ['Buongiorno', 'Pronto'],
    ['Farmacia Centrale', 'ufficio Rossi', 'servizio clienti Verdi'],
    ['sono Chiara', 'parla Chiara', 'mi chiamo Chiara'],
    ['come posso aiutarla?', 'in cosa posso esserle utile?', 'mi dica'],
  ],
  pt: [
    ['Bom dia', 'Obrigado por ligar para a'],
    ['Oficina do Zé', 'central de atendimento Sol'],
    ['fala a Marta', 'meu nome é Marta', 'Marta falando'],
    ['em que posso ajudar?', 'como posso ajudar?'],
  ],
  nl: [
    ['Goedemorgen', 'Welkom bij'],
    ['Garage van Dijk', 'klantenservice Bakker'],
    ['u spreekt met Linda', 'met Linda', 'mijn naam is Linda'],
    ['waarmee kan ik u helpen?', 'wat kan ik voor u doen?'],
  ],
  pl: [
    ['Dzień dobry'],
    ['Kancelaria Nowak', 'biuro obsługi klienta Sol'],
    ['Anna Wójcik', 'nazywam się Anna Wójcik', 'mówi Anna'],
    ['w czym mogę pomóc?', 'jak mogę pomóc?', 'słucham'],
  ],
  ja: [
    ['お電話ありがとうございます', 'はい'],
    ['さくら歯科', 'ホテル海風予約係'],
    ['の山本でございます', '、担当の山本です', '、山本が承ります'],
    ['。ご用件をお伺いいたします', '。いかがなさいましたか', ''],
  ],
  tr: [
    ['İyi günler', 'Merhaba'],
    ['Yıldız Oto', 'Deniz Emlak ofisi', 'müşteri hizmetleri'],
    ['ben Ayşe', 'Ayşe ben', 'adım Ayşe'],
    ['nasıl yardımcı olabilirim?', 'size nasıl yardımcı olabilirim?', 'buyurun'],
  ],
};

/** A wish, what to leave, and when. */
const mailboxes: Readonly<Record<string, ReadonlyArray<readonly string[]>>> = {
  en: [
    ['please leave', 'you may leave'],
    ['a message', 'your name and number', 'a brief message'],
    ['', 'after the tone', 'at the beep', 'and I will call you back'],
  ],
  de: [
    ['bitte hinterlassen Sie', 'sprechen Sie bitte'],
    ['eine Nachricht', 'Ihren Namen und Ihre Nummer'],
    ['nach dem Signalton', 'nach dem Piep', 'nach dem Ton'],
  ],
  fr: [
    ['veuillez laisser', 'laissez', 'merci de laisser'],
    ['un message', 'votre nom et votre numéro'],
    ['', 'après le bip', 'après le signal sonore'],
  ],
  es: [
    ['por favor deje', 'puede dejar', 'déjanos'],
    ['un mensaje', 'su nombre y número de teléfono'],
    ['', 'después del tono', 'al oír la señal'],
  ],
  it: [
    ['lasciate', 'vi preghiamo di lasciare', 'potete lasciare'],
    ['un messaggio', 'nome e numero'],
    ['', 'dopo il bip', 'dopo il segnale acustico'],
  ],
  pt: [
    ['por favor deixe', 'pode deixar', 'grave'],
    ['uma mensagem', 'o seu recado'],
    ['', 'após o sinal', 'depois do bip'],
  ],
  nl: [
    ['laat', 'spreek'],
    ['een bericht', 'uw bericht'],
    ['achter', 'achter na de piep', 'in na de toon'],
  ],
  pl: [
    ['proszę zostawić', 'zostaw', 'nagraj'],
    ['wiadomość', 'imię i numer'],
    ['po sygnale', 'po usłyszeniu sygnału'],
  ],
  ja: [
    ['発信音の後に', 'ピーという音の後に', '合図の音がしたら'],
    ['メッセージを', 'お名前とご用件を'],
    ['お話しください', 'どうぞ', '録音してください'],
  ],
  tr: [
    ['lütfen', 'isterseniz'],
    ['mesajınızı', 'notunuzu'],
    ['sinyal sesinden sonra bırakın', 'bip sesinden sonra bırakınız'],
  ],
};

const languages = Object.keys(greetings);

export const businessGreetings = languages.map((language) => {
  const texts = combine(greetings[language] ?? [], language === 'ja' ? '' : ', ').flatMap(bothForms);
  return { language, texts };
});

/** Also where the greeting begins like a human. */
const OPENINGS = ['', 'Hello? ', 'Hi, this is Anna. ', 'はい、佐藤です。', 'Müller. '];

export const mailboxWishes = languages.map((language) => {
  const texts = combine(mailboxes[language] ?? [], language === 'ja' ? '' : ' ');
  return { language, texts: OPENINGS.flatMap((opening) => texts.map((text) => opening + text)) };
});
