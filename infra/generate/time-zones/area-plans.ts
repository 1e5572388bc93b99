/** Where a number of a country with several zones can be. Prefixes without the country's own. */
interface AreaPlan {
  countries: string[];
  /** Zones by the prefixes of their numbers. The longest prefix counts. */
  areas: Array<[zones: string, prefixes: string]>;
  /** Prefixes of other countries with the same calling code. */
  abroad?: Array<[zones: string, prefixes: string]>;
  /** Of all other numbers, such as mobile ones. By default all zones of the countries. */
  elsewhere?: string;
}

/**
 * By the calling code. Sources: the numbering plans that the countries report to the ITU (itu.int, "National Numbering Plans"), and
 * the places that libphonenumber gives for prefixes, with which a test compares them.
 */
export const areaPlans: Record<string, AreaPlan> = {
  // Mobile numbers (9), and toll-free ones (80).
  '7': {
    countries: ['RU'],
    areas: [
      ['Europe/Kaliningrad', '40'],
      ['Europe/Moscow', '36 47 48 49 81 82 83 840 841 843 844 847 855 856 857 86 87'],
      ['Europe/Samara', '341 842 845 846 848 851'],
      ['Asia/Yekaterinburg', '342 343 345 346 347 349 351 352 353'],
      ['Asia/Omsk', '381'],
      ['Asia/Krasnoyarsk', '382 383 384 385 388 390 391 394'],
      ['Asia/Irkutsk', '301 395'],
      ['Asia/Yakutsk', '302 416'],
      ['Asia/Yakutsk Asia/Vladivostok Asia/Srednekolymsk', '411'],
      ['Asia/Vladivostok', '421 423 426'],
      ['Asia/Magadan', '413 424'],
      ['Asia/Kamchatka', '415 427'],
    ],
    abroad: [['Asia/Almaty', '33 6 7']],
  },
  // Mobile numbers (6, 7), and special ones (80, 90).
  '34': {
    countries: ['ES'],
    areas: [
      ['Atlantic/Canary', '822 828 922 928'],
      ['Europe/Madrid', '81 82 83 84 85 86 87 88 91 92 93 94 95 96 97 98'],
    ],
  },
  // Also mobile numbers have the code of an area. 1: mobile numbers as they were dialled from abroad until 2019.
  '52': {
    countries: ['MX'],
    areas: [
      ['America/Mexico_City', '2 3 4 5 6 7 81 82 83 84 86 87 89 91 92 93 94 95 96 98 99'],
      ['America/Tijuana', '616 646 658 661 663 664 665 686'],
      ['America/Hermosillo', '622 623 631 632 633 634 637 638 641 642 643 644 645 647 651 653 660 662'],
      ['America/Mazatlan', '311 319 323 324 325 327 389 612 613 615 624 667 668 669 672 673 687 69'],
      ['America/Ciudad_Juarez', '656 657'],
      ['America/Chihuahua America/Ciudad_Juarez', '636'],
      ['America/Chihuahua America/Ojinaga', '626'],
      ['America/Matamoros', '867 868 877 878 891 894 897 899'],
      ['America/Monterrey America/Matamoros', '862 872 873 892'],
      ['America/Cancun', '983 984 987 998'],
      ['America/Merida America/Cancun', '997'],
    ],
  },
  // Also mobile numbers have the code of an area.
  '55': {
    countries: ['BR'],
    areas: [
      ['America/Sao_Paulo', '1 2 3 4 5 61 62 63 64 7 81 82 83 84 85 86 87 88 89 91 93 94 96 98 99'],
      ['America/Manaus', '65 66 67 69 92 95'],
      ['America/Rio_Branco', '68'],
      ['America/Manaus America/Rio_Branco', '97'],
      ['America/Noronha', '813619'],
      ['America/Sao_Paulo America/Manaus America/Rio_Branco America/Noronha', '300 400 500 800 900'],
    ],
  },
  '56': {
    countries: ['CL'],
    areas: [
      ['America/Santiago', '2 3 4 5 63 64 65 7'],
      ['America/Santiago Pacific/Easter', '32210 32255'],
      ['America/Punta_Arenas', '61'],
      ['America/Coyhaique', '67'],
    ],
  },
  // The north of New South Wales has numbers of Queensland: Tweed Heads. 8: South, north and west have parts of their own.
  '61': {
    countries: ['AU'],
    areas: [
      ['Australia/Sydney', '2 3'],
      ['Australia/Lord_Howe', '255053 255143 255213 255280 255307 255369 255413 255568 255936 255937'],
      ['Australia/Lord_Howe', '265080 265081 265082 265099 265164 265251 265296 265341 265606 265632 265998'],
      ['Australia/Brisbane', '7'],
      ['Australia/Brisbane Australia/Sydney', '75523 75524 75536 75599'],
      ['Australia/Adelaide Australia/Darwin Australia/Perth', '8'],
      ['Australia/Adelaide', '871 872 873 874 880 881 882 883 884 885 886 887 888'],
      ['Australia/Adelaide Australia/Darwin', '87'],
      ['Australia/Darwin', '889'],
      ['Australia/Perth', '86 89'],
      ['Australia/Perth Australia/Eucla', '890393 890395'],
    ],
    abroad: [
      ['Indian/Cocos', '89162'],
      ['Indian/Christmas', '89164'],
    ],
  },
  // Mobile numbers (8), and toll-free ones (80).
  '62': {
    countries: ['ID'],
    areas: [
      ['Asia/Jakarta', '2 31 32 33 34 35 513 519 522 525 528 53 56 6 7'],
      ['Asia/Makassar', '36 37 38 4 511 512 517 518 526 527 54 55'],
      ['Asia/Jayapura', '9'],
    ],
  },
  '64': {
    countries: ['NZ'],
    areas: [
      ['Pacific/Auckland', '3 4 6 7 9'],
      ['Pacific/Chatham', '3305'],
    ],
  },
  // The whole country has the time of Beijing by law. In Xinjiang a second one is used.
  '86': {
    countries: ['CN'],
    areas: [['Asia/Shanghai Asia/Urumqi', '901 902 903 906 908 909 99']],
    elsewhere: 'Asia/Shanghai',
  },
  '243': {
    countries: ['CD'],
    areas: [
      ['Africa/Kinshasa', '1 3 4'],
      ['Africa/Lubumbashi', '2 5 6'],
    ],
  },
  '262': {
    countries: ['RE', 'YT'],
    areas: [
      ['Indian/Reunion', '262 263 692 693'],
      ['Indian/Mayotte', '269 639'],
    ],
  },
  '299': {
    countries: ['GL'],
    areas: [
      ['America/Nuuk', '3 6 8 91 92 94 95 96 98'],
      ['America/Thule', '97'],
      ['America/Scoresbysund', '99'],
    ],
  },
  '351': {
    countries: ['PT'],
    areas: [
      ['Europe/Lisbon', '2'],
      ['Atlantic/Azores', '292 295 296'],
    ],
  },
  '380': {
    countries: ['UA'],
    areas: [['Europe/Kyiv Europe/Simferopol', '365 692']],
    elsewhere: 'Europe/Kyiv',
  },
  '593': {
    countries: ['EC'],
    areas: [
      ['America/Guayaquil', '2 3 4 5 6 7'],
      ['America/Guayaquil Pacific/Galapagos', '52'],
    ],
  },
  '675': {
    countries: ['PG'],
    areas: [
      ['Pacific/Port_Moresby', '3 4 5 6 9'],
      ['Pacific/Bougainville', '973'],
    ],
  },
  '689': { countries: ['PF'], areas: [['Pacific/Tahiti', '404 405 408']] },
  '691': {
    countries: ['FM'],
    areas: [
      ['Pacific/Pohnpei', '32'],
      ['Pacific/Chuuk', '33 35'],
      ['Pacific/Kosrae', '37'],
    ],
  },
  '976': {
    countries: ['MN'],
    areas: [
      ['Asia/Ulaanbaatar', '11 12 13 15 21 22 23 25'],
      ['Asia/Hovd', '14 24'],
    ],
  },
};
