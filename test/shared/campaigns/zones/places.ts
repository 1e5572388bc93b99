/**
 * The zones of places, by tzdata (zone1970.tab and its comments). Several zones: the place is divided, and a prefix may be in one
 * of them or in several.
 */
export const zonesByPlace: Record<string, Array<[zones: string, places: string]>> = {
  '1': [
    [
      'America/New_York',
      'Connecticut|Delaware|Georgia|Maine|Maryland|Massachusetts|NY|New Hampshire|New Jersey|New York|North Carolina',
    ],
    [
      'America/New_York',
      'Ohio|PA|Pennsylvania|Rhode Island|South Carolina|Vermont|Virginia|Washington D.C.|West Virginia',
    ],
    [
      'America/Chicago',
      'Alabama|Arkansas|IL|Illinois|Iowa|Louisiana|Minnesota|Mississippi|Missouri|Oklahoma|Wisconsin',
    ],
    ['America/Denver', 'Colorado|Montana|New Mexico|Utah|Wyoming'],
    ['America/Los_Angeles', 'CA|California|Washington State'],
    ['America/Phoenix America/Denver', 'Arizona'],
    ['America/Anchorage America/Adak', 'Alaska'],
    ['Pacific/Honolulu', 'Hawaii'],
    ['America/New_York America/Chicago', 'FL|Florida|Indiana|Kentucky|Michigan|Tennessee'],
    ['America/Chicago America/Denver', 'Kansas|Nebraska|North Dakota|South Dakota|TX|Texas'],
    ['America/Denver America/Los_Angeles', 'Idaho|Nevada|Oregon'],
    ['America/Toronto', 'QC|Quebec'],
    ['America/Toronto America/Winnipeg', 'ON|Ontario'],
    ['America/Winnipeg', 'Manitoba'],
    ['America/Regina', 'Saskatchewan'],
    ['America/Edmonton', 'Alberta'],
    ['America/Vancouver America/Edmonton', 'British Columbia|British Colombia'],
    ['America/Halifax', 'New Brunswick|Nova Scotia/Prince Edward Island'],
    ['America/St_Johns America/Goose_Bay', 'Newfoundland and Labrador'],
    [
      'America/Whitehorse America/Edmonton America/Cambridge_Bay America/Rankin_Inlet America/Iqaluit',
      'Northwest Territories/Nunavut/Yukon',
    ],
  ],
  '52': [
    ['America/Tijuana', 'BCN|Baja California'],
    ['America/Mazatlan', 'BCS|Baja California Sur|Culiacan|Sinaloa'],
    ['America/Hermosillo', 'SON|Sonora'],
    ['America/Mazatlan America/Mexico_City', 'NAY|Nayarit'],
    ['America/Chihuahua America/Ciudad_Juarez America/Ojinaga', 'CHIH|Chihuahua|Chihuahua/Durango'],
    [
      'America/Monterrey America/Matamoros',
      'COAH|Coahuila|Coahuila/Durango|NL|Nuevo Leon|TAMPS|Tamaulipas|Nuevo Laredo/Tamaulipas',
    ],
    ['America/Cancun', 'Quintana Roo'],
    ['America/Merida America/Cancun', 'YUC|Yucatan'],
    ['America/Mexico_City', ''],
  ],
  '55': [
    ['America/Rio_Branco', 'Acre'],
    ['America/Manaus America/Rio_Branco', 'Amazonas'],
    ['America/Manaus', 'Roraima|Rondônia|Mato Grosso|Mato Grosso do Sul'],
    ['America/Sao_Paulo', ''],
  ],
  '7': [
    ['Europe/Kaliningrad', 'Kaliningrad'],
    ['Europe/Samara', 'Udmurtian Republic|Ulyanovsk|Saratov|Samara|Tolyatti|Astrakhan'],
    [
      'Asia/Yekaterinburg',
      'Perm|Ekaterinburg|Tyumen|Surgut|Republic of Bashkortostan|Yamalo-Nenets Autonomous District',
    ],
    ['Asia/Yekaterinburg', 'Chelyabinsk|Kurgan|Orenburg|Astana'],
    ['Asia/Omsk', 'Omsk'],
    ['Asia/Krasnoyarsk', 'Tomsk|Novosibirsk|Kemerovo|Altai Territory|Republic of Altai|Republic of Khakassia'],
    ['Asia/Krasnoyarsk', 'Krasnoyarsk Territory|Republic of Tuva'],
    ['Asia/Irkutsk', 'Irkutsk|Republic of Buryatia'],
    ['Asia/Yakutsk', 'Chita|Amur Region'],
    ['Asia/Yakutsk Asia/Vladivostok Asia/Srednekolymsk', 'Republic of Sakha'],
    ['Asia/Vladivostok', 'Khabarovsk Territory|Primorie territory|Jewish Autonomous Region'],
    ['Asia/Magadan', 'Magadan|Sakhalin Region'],
    ['Asia/Kamchatka', 'Kamchatka Region|Chukotka Autonomous District'],
    ['Europe/Moscow', ''],
  ],
  '62': [
    [
      'Asia/Makassar',
      'Denpasar|Singaraja|Amlapura|Negara|Klungkung|Baturiti|Mataram|Sumbawa|Alas|Dompu|Bima|Selong|Kupang|Ende|Maumere',
    ],
    [
      'Asia/Makassar',
      'Larantuka|Bajawa|Labuhanbajo|Kalabahi|Waingapu|Kefamenanu|Atambua|Kendari|Baubau|Raha|Wanci|Kolaka|Unaaha',
    ],
    [
      'Asia/Makassar',
      'Pangkep|Makassar|Bulukumba|Kepulauan Selayar|Malino|Takalar|Jeneponto|Enrekang|Parepare|Majene|Makale|Mamuju',
    ],
    [
      'Asia/Makassar',
      'Barru|Polewali|Amurang|Manado|Tahuna|Kotamobagu|Gorontalo|Bitung|Palu|Poso|Tolitoli|Donggala|Tentena|Luwuk',
    ],
    [
      'Asia/Makassar',
      'Banggai|Bunta|Ampana|Kolonedale|Palopo|Masamba|Malili|Watampone|Sinjai|Watansoppeng|Sengkang|Banjarmasin',
    ],
    [
      'Asia/Makassar',
      'Pelaihari|Kandangan|Kotabaru|Tamiang Layang|Amuntai|Samarinda|Balikpapan|Tanah Grogot|Melak|Bontang|Sangatta',
    ],
    ['Asia/Makassar', 'Tarakan|Tanjungselor|Malinau|Tanjung Redeb|Nunukan'],
    [
      'Asia/Jayapura',
      'Timika|Agats|Bandanaira|Ambon|Namlea|Masohi|Bula|Tual|Dobo|Saumlaku|Soasiu|Jailolo|Morotai|Tobelo|Labuha|Sanana',
    ],
    [
      'Asia/Jayapura',
      'Sorong|Teminabuan|Bintuni|Fakfak|Kaimana|Sarmi|Jayapura|Wamena|Merauke|Tanahmerah|Ransiki|Biak|Serui|Nabire|Manokwari',
    ],
    ['Asia/Jakarta', ''],
  ],
};
