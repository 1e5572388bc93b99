interface Announcements {
  machine: string;
  menu: string;
  hold: string;
}

/** One of each in the languages that the table of first words does not have. */
export const announcements: ReadonlyArray<readonly [string, Announcements]> = [
  [
    'Swedish',
    {
      machine: 'Lämna gärna ett meddelande efter tonen.',
      menu: 'För support, tryck 2.',
      hold: 'Alla våra handläggare är upptagna.',
    },
  ],
  [
    'Danish',
    {
      machine: 'Læg en besked efter klartonen.',
      menu: 'Tryk 1 for salg.',
      hold: 'Alle vores medarbejdere er optaget.',
    },
  ],
  [
    'Norwegian',
    {
      machine: 'Legg igjen en beskjed etter pipetonen.',
      menu: 'For faktura, tast 2.',
      hold: 'Alle våre kundebehandlere er opptatt.',
    },
  ],
  [
    'Finnish',
    {
      machine: 'Jätä viesti äänimerkin jälkeen.',
      menu: 'Paina yksi, jos asiasi koskee laskua.',
      hold: 'Kaikki asiakaspalvelijat ovat varattuina.',
    },
  ],
  [
    'Icelandic',
    {
      machine: 'Þú hefur náð í talhólfið hjá Jóni.',
      menu: 'Ýttu á einn eða ýtið á tvo.',
      hold: 'Allir þjónustufulltrúar eru uppteknir, þú ert númer tvö í röðinni.',
    },
  ],
  [
    'Czech',
    {
      machine: 'Volaný účastník není dostupný.',
      menu: 'Pro fakturaci stiskněte jedna.',
      hold: 'Všichni operátoři jsou obsazeni.',
    },
  ],
  [
    'Slovak',
    {
      machine: 'Zanechajte odkaz po zaznení tónu.',
      menu: 'Pre predaj stlačte jeden.',
      hold: 'Všetci naši operátori sú zaneprázdnení.',
    },
  ],
  [
    'Hungarian',
    {
      machine: 'A hívott szám jelenleg nem elérhető.',
      menu: 'Számlázáshoz nyomja meg az egyes gombot.',
      hold: 'Minden munkatársunk foglalt.',
    },
  ],
  [
    'Romanian',
    {
      machine: 'Vă rugăm lăsați un mesaj după semnalul sonor.',
      menu: 'Pentru vânzări apăsați tasta 1.',
      hold: 'Toți operatorii noștri sunt ocupați.',
    },
  ],
  [
    'Bulgarian',
    {
      machine: 'Моля, оставете съобщение след сигнала.',
      menu: 'За продажби натиснете едно.',
      hold: 'Всички оператори са заети.',
    },
  ],
  [
    'Greek',
    {
      machine: 'Παρακαλώ αφήστε το μήνυμά σας μετά τον χαρακτηριστικό ήχο.',
      menu: 'Για πωλήσεις πατήστε ένα.',
      hold: 'Όλοι οι εκπρόσωποί μας είναι απασχολημένοι.',
    },
  ],
  [
    'Croatian',
    {
      machine: 'Ostavite poruku nakon zvučnog signala.',
      menu: 'Za prodaju pritisnite jedan.',
      hold: 'Svi naši agenti su trenutačno zauzeti.',
    },
  ],
  [
    'Slovenian',
    {
      machine: 'Klicana številka trenutno ni dosegljiva.',
      menu: 'Za prodajo pritisnite ena.',
      hold: 'Vsi operaterji so zasedeni.',
    },
  ],
  [
    'Serbian',
    {
      machine: 'Оставите поруку након сигнала.',
      menu: 'За продају притисните један.',
      hold: 'Сви наши оператери су заузети.',
    },
  ],
  [
    'Ukrainian',
    {
      machine: 'Абонент не може прийняти ваш дзвінок.',
      menu: 'Для продажів натисніть один.',
      hold: 'Усі наші оператори зайняті.',
    },
  ],
  [
    'Russian',
    {
      machine: 'Абонент временно недоступен, оставьте сообщение после сигнала.',
      menu: 'Чтобы узнать баланс, нажмите один.',
      hold: 'Все операторы сейчас заняты, оставайтесь на линии.',
    },
  ],
  [
    'Lithuanian',
    {
      machine: 'Palikite žinutę po signalo.',
      menu: 'Dėl pardavimų paspauskite vieną.',
      hold: 'Visi konsultantai šiuo metu užimti.',
    },
  ],
  [
    'Latvian',
    {
      machine: 'Atstājiet ziņu pēc signāla.',
      menu: 'Lai runātu ar pārdošanu, nospiediet viens.',
      hold: 'Visi operatori ir aizņemti.',
    },
  ],
  [
    'Estonian',
    {
      machine: 'Palun jätke teade pärast helisignaali.',
      menu: 'Müügi jaoks vajutage üks.',
      hold: 'Kõik meie teenindajad on hõivatud.',
    },
  ],
  [
    'Catalan',
    {
      machine: 'Deixeu el vostre missatge després del senyal.',
      menu: 'Per a vendes, premeu u.',
      hold: 'Tots els nostres agents estan ocupats.',
    },
  ],
  [
    'Galician',
    {
      machine: 'Deixe a súa mensaxe despois do sinal.',
      menu: 'Para vendas, pulse un.',
      hold: 'Todos os nosos axentes están ocupados.',
    },
  ],
  [
    'Basque',
    {
      machine: 'Utzi zure mezua seinalearen ondoren.',
      menu: 'Salmentetarako sakatu bat.',
      hold: 'Itxaron denbora bost minutukoa da.',
    },
  ],
  [
    'Arabic',
    { machine: 'الرجاء ترك رسالة بعد سماع الصافرة', menu: 'للمبيعات اضغط واحد', hold: 'جميع موظفينا مشغولون حاليا' },
  ],
  ['Hebrew', { machine: 'נא להשאיר הודעה אחרי הצליל', menu: 'למכירות הקישו אחת', hold: 'כל הנציגים עסוקים כרגע' }],
  ['Hindi', { machine: 'कृपया बीप के बाद अपना संदेश छोड़ें', menu: 'बिक्री के लिए एक दबाएं', hold: 'हमारे सभी प्रतिनिधि व्यस्त हैं' }],
  [
    'Bengali',
    { machine: 'এই মুহূর্তে সংযোগ দেওয়া সম্ভব হচ্ছে না', menu: 'বিক্রয়ের জন্য এক চাপুন', hold: 'আমাদের সকল প্রতিনিধি ব্যস্ত আছেন' },
  ],
  [
    'Tamil',
    {
      machine: 'பீப் ஒலிக்குப் பிறகு உங்கள் செய்தியை பதிவு செய்யவும்',
      menu: 'விற்பனைக்கு ஒன்றை அழுத்தவும்',
      hold: 'எங்கள் பிரதிநிதிகள் அனைவரும் பிஸியாக உள்ளனர்',
    },
  ],
  ['Telugu', { machine: 'బీప్ తర్వాత మీ సందేశాన్ని రికార్డ్ చేయండి', menu: 'అమ్మకాల కోసం ఒకటి నొక్కండి', hold: 'మా ప్రతినిధులందరూ బిజీగా ఉన్నారు' }],
  [
    'Kannada',
    { machine: 'ಬೀಪ್ ಶಬ್ದದ ನಂತರ ನಿಮ್ಮ ಸಂದೇಶ ನೀಡಿ', menu: 'ಮಾರಾಟಕ್ಕಾಗಿ ಒಂದನ್ನು ಒತ್ತಿ', hold: 'ನಮ್ಮ ಪ್ರತಿನಿಧಿಗಳು ಕಾರ್ಯನಿರತರಾಗಿದ್ದಾರೆ' },
  ],
  [
    'Malayalam',
    {
      machine: 'ബീപ്പ് ശബ്ദത്തിന് ശേഷം സന്ദേശം നൽകുക',
      menu: 'വിൽപ്പനയ്ക്കായി ഒന്ന് അമർത്തുക',
      hold: 'ഞങ്ങളുടെ പ്രതിനിധികൾ എല്ലാവരും തിരക്കിലാണ്',
    },
  ],
  ['Marathi', { machine: 'कृपया बीप नंतर आपला संदेश ठेवा', menu: 'विक्रीसाठी एक दाबा', hold: 'आमचे सर्व प्रतिनिधी व्यस्त आहेत' }],
  [
    'Gujarati',
    { machine: 'કૃપા કરીને બીપ પછી તમારો સંદેશ છોડો', menu: 'વેચાણ માટે એક દબાવો', hold: 'અમારા બધા પ્રતિનિધિઓ વ્યસ્ત છે' },
  ],
  ['Punjabi', { machine: 'ਬੀਪ ਤੋਂ ਬਾਅਦ ਆਪਣਾ ਸੁਨੇਹਾ ਛੱਡੋ', menu: 'ਵਿਕਰੀ ਲਈ ਇੱਕ ਦਬਾਓ', hold: 'ਸਾਡੇ ਸਾਰੇ ਨੁਮਾਇੰਦੇ ਰੁੱਝੇ ਹੋਏ ਹਨ' }],
  [
    'Urdu',
    {
      machine: 'براہ کرم بیپ کے بعد اپنا پیغام چھوڑیں',
      menu: 'فروخت کے لیے ایک دبائیں',
      hold: 'ہمارے تمام نمائندے مصروف ہیں',
    },
  ],
  [
    'Indonesian',
    {
      machine: 'Nomor yang Anda tuju sedang tidak aktif.',
      menu: 'Untuk penjualan, tekan satu.',
      hold: 'Semua petugas kami sedang sibuk.',
    },
  ],
  [
    'Malay',
    {
      machine: 'Sila tinggalkan pesanan selepas nada.',
      menu: 'Untuk jualan, tekan satu.',
      hold: 'Semua pegawai kami sedang sibuk.',
    },
  ],
  [
    'Filipino',
    {
      machine: 'Mag-iwan ng mensahe pagkatapos ng tono.',
      menu: 'Pindutin ang isa para sa benta.',
      hold: 'Manatili sa linya, sasagutin namin kayo.',
    },
  ],
  [
    'Vietnamese',
    {
      machine: 'Thuê bao quý khách vừa gọi tạm thời không liên lạc được.',
      menu: 'Để gặp bộ phận bán hàng, nhấn phím 1.',
      hold: 'Tất cả tổng đài viên đang bận.',
    },
  ],
  [
    'Thai',
    { machine: 'หมายเลขที่ท่านเรียกไม่สามารถติดต่อได้ในขณะนี้', menu: 'สอบถามยอดเงิน กดหนึ่ง', hold: 'ขณะนี้เจ้าหน้าที่ทุกท่านไม่ว่าง' },
  ],
  [
    'Korean',
    {
      machine: '지금은 전화를 받을 수 없어 음성 사서함으로 연결됩니다',
      menu: '상품 문의는 1번을 눌러 주세요',
      hold: '모든 상담원이 통화 중입니다',
    },
  ],
  [
    'Chinese (Mandarin)',
    { machine: '您拨打的电话已关机,请稍后再拨', menu: '查询余额请按一', hold: '所有客服人员正忙,请不要挂机' },
  ],
  [
    'Chinese (Cantonese)',
    { machine: '你打嘅電話暫時未能接通', menu: '查詢結餘請按一', hold: '前面還有三位客人,請不要掛線' },
  ],
  [
    'Afrikaans',
    {
      machine: 'Laat asseblief ’n boodskap na die toon.',
      menu: 'Vir verkope, druk een.',
      hold: 'Al ons agente is tans besig.',
    },
  ],
  [
    'Swahili',
    {
      machine: 'Mteja unayempigia hapatikani kwa sasa.',
      menu: 'Kwa mauzo bonyeza moja.',
      hold: 'Wahudumu wetu wote wana shughuli.',
    },
  ],
];
