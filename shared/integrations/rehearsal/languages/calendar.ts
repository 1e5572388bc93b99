/** Plain, from Sunday and from January on. Intl has them too, and takes a quarter of a second for eight languages. */
const names: Readonly<Record<string, { days: string; months: string }>> = {
  en: {
    days: 'sunday monday tuesday wednesday thursday friday saturday',
    months: 'january february march april may june july august september october november december',
  },
  de: {
    days: 'sonntag montag dienstag mittwoch donnerstag freitag samstag',
    months: 'januar februar marz april mai juni juli august september oktober november dezember',
  },
  fr: {
    days: 'dimanche lundi mardi mercredi jeudi vendredi samedi',
    months: 'janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre',
  },
  es: {
    days: 'domingo lunes martes miercoles jueves viernes sabado',
    months: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
  },
  it: {
    days: 'domenica lunedi martedi mercoledi giovedi venerdi sabato',
    months: 'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
  },
  pt: {
    days: 'domingo segunda terca quarta quinta sexta sabado',
    months: 'janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro',
  },
  nl: {
    days: 'zondag maandag dinsdag woensdag donderdag vrijdag zaterdag',
    months: 'januari februari maart april mei juni juli augustus september oktober november december',
  },
  pl: {
    days: 'niedziela poniedzialek wtorek sroda czwartek piatek sobota',
    months:
      'styczen luty marzec kwiecien maj czerwiec lipiec sierpien wrzesien pazdziernik listopad grudzien stycznia lutego marca kwietnia maja czerwca lipca sierpnia wrzesnia pazdziernika listopada grudnia',
  },
};

export function dayNames(iso2: string): string[] {
  return names[iso2]?.days.split(' ') ?? [];
}

/** Of all languages. */
export const dayWords = (): string[] => Object.values(names).flatMap(({ days }) => days.split(' '));
export const monthWords = (): string[] => Object.values(names).flatMap(({ months }) => months.split(' '));

const SHORT = {
  en: 'sun mon tue wed thu fri sat',
  de: 'so mo di mi do fr sa',
  fr: 'dim lun mar mer jeu ven sam',
  es: 'd l m x j v s',
  it: 'dom lun mar mer gio ven sab',
  pt: 'dom seg ter qua qui sex sab',
  nl: 'zo ma di wo do vr za',
  pl: 'nd pn wt sr czw pt sob',
};

/** `Mo` of «Mo–Fr 8–12», which is a word elsewhere. */
export const shortDays: ReadonlyArray<readonly string[]> = Object.values(SHORT).map((days) => days.split(' '));
