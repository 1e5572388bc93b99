/**
 * Words for one thing, by language. A word belongs to the row that has its beginning, so that endings do not count. `=` marks a whole
 * word.
 */
const columns = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl'] as const;

const rows = `
price cost fee charg pricing expensive cheap tariff =rate =rates|preis kost teuer gebuhr tarif bezahlbar gunstig|prix cout tarif cher frais|preci cuest cost tarif caro cara =vale =cuota|prezz cost tariff caro cara|prec cust tarif caro cara =valor|prijs prijz kost =duur tarie|cen koszt drog oplat taryf
pay paid payment owe amount due outstanding balance|zahl bezahl uberweis betrag|pay regl paiement montant|pag importe|pag importo|pag montante|betaal betal bedrag|plac zaplac platn kwot
open opening hours close closed closing|offnung geoffnet offen geschlossen schlies ruhetag|ouvert ouvr horair ferm|abr abiert horari cerr|apert apr orari chius chiud|aberto abert abr horari fech|open geopend gesloten openingstijd|otwar godzin zamkn czynn
address street located location find|adress anschrift strasse standort sitz|adress rue situ|direccion ubicac =calle|indirizz =via sede|enderec morada =rua =fica|adres straat gevestigd ligt|adres ulic miesci znajduj
park parking car_park|park stellplatz|park stationn|aparc parking estacion|parchegg|estacion garag|parke|park
phone telephone number call_back reach hotline|telefon nummer rufnummer anruf hotline|telephon numero appel joign|telefon numero llam|telefon numero chiam|telefon numero lig telemov|telefoon nummer bel|telefon numer
email mail|email mail|mail courriel email|correo email|email mail posta|email mail|email mail|email mail
web website online internet|web internet online webseite homepage|site internet ligne|web internet linea pagina|sito internet online|site internet online|website internet online|stron internet online
appointment booking book reserv schedul|termin buch reserv|rendez reserv|cita reserv|appuntament prenot|marcac reserv consulta agend|afspra reserv boek|wizyt rezerw termin umow
cancel cancellation terminat|stornier kundig absag abgesag|annul resili|cancel anul|annull disd cancell|cancel anul|annul afzeg afgezeg opzeg|odwol anul wypowied rezygn
move reschedul postpone|verschieb verleg|deplac report|aplaz cambi|spost|remarc adi|verzet verplaats|przeloz przesun
deliver delivery ship shipping|liefer zustell versand|livr expedi|entreg envi reparto|consegn spediz|entreg envi|bezorg lever|dostaw dostarcz wysyl doreczen
refund return money_back|erstatt ruckgabe zuruckgeb umtausch geld_zuruck|rembours retour|reembols devol|rimbors reso restitu|reembols devol|terugbetal retour|zwrot reklamac
complaint claim|reklam beschwerd|reclam plaint|reclam queja|reclam lament|reclam queixa|klacht|reklamac skarg
card credit visa|karte kreditkarte ec|carte|tarjet|carta bancomat|cart|kaart pin|kart
cash|bar bargeld|especes liquide|efectivo metalico|contant|dinheiro numerario|contant|gotowk
invoice bill|rechnung abrechn|factur|factur recibo|fattur bollett|fatur conta|factu rekening|faktur rachun
discount voucher coupon prize win thank-you|rabatt gutschein gewinn nachlass|remise reduction bon gagn|descuent vale premio|sconto buono premio|desconto vale premio|korting bon winn kans|rabat znizk bon nagrod wygra
free gratis complimentary no_charge|kostenlos gratis kostenfrei frei umsonst|gratuit offert|gratis gratuit|gratuit gratis|gratis gratuit|gratis kosteloos|bezplatn darmow gratis
dog cat pet animal|hund katze haustier tier|chien chat animal animaux|perro gato mascot animal|cane cani gatt animal|cao caes cachorr gato animal animais|hond kat huisdier|pies psa psem kot zwierz
child children kid kids baby daughter son|kind kinder baby tochter sohn|enfant bebe fils fille|nino nina hijo hija infantil guarder|bambin figli|crianc filho bebe|kind kinder baby|dziec
breakfast|fruhstuck|petit dejeuner|desayun|colazion|pequeno-almoco cafe|ontbijt|sniadan
food menu dish meal eat lunch dinner canteen|essen speise gericht menu mittag kantine|repas plat menu manger dejeun din|comida menu plato comer cena almuerz|pasto piatt menu mangi mensa cena pranz|comida refeic menu prato almoc jantar|eten gerecht menu maaltijd lunch|jedzen danie posilek menu obiad
vegan vegetarian|vegan vegetar|vegan vegetar|vegan vegetar|vegan vegetar|vegan vegetar|vegan vegetar|wegan wegetar
gluten allerg lactose|gluten allerg laktose|gluten allerg lactose|gluten alerg lactos|gluten glutin allerg lattos|gluten alerg lactose|gluten allerg lactose|gluten alerg laktoz
room bedroom|zimmer|chambre|habitacion dormitori|camera camere stanza|quarto|kamer|pokoj
double two|doppel zwei|double deux|doble dos|doppia due matrimonial|duplo casal dois|dubbel twee|podwojn dwuosob dwa
single one|einzel|simple|individual|singola|individual solteiro|eenpersoon|jednoosob
duration last long time minutes take|dauer lang|dure duree temps|dura tiempo|dura tempo|dura demora tempo|duur duren lang|trwa czas dlug
deposit|kaution anzahlung|caution acompte depot|fianza deposito senal|cauzion deposit caparra acconto|deposito caucao sinal|borg aanbetaling|kaucj zaliczk depozyt
emergency urgent|notfall notdienst dringend|urgen|urgen emergenc|urgen emergenz|urgen emergenc|spoed nood|nagl pilne awar
pain ache hurt toothache|schmerz weh|douleur mal|dolor duele|dolor male|dor doi|pijn|bol boli
afraid scared fear nervous anxious|angst furcht|peur|miedo|paura|medo|bang angst|boi strach lek
insur insurance insurer|versicher|assur mutuell|segur asegur|assicur|segur|verzeker|ubezpiecz
contract agreement|vertrag|contrat|contrat|contratt|contrat|contract|umow
doctor dentist vet physician|arzt zahnarzt arztin tierarzt|medecin docteur dentist|medic doctor dentist|medic dottor dentist|medic doutor dentist|arts tandarts dokter|lekarz doktor dentyst
clean cleaning|reinig putz|nettoy|limpi|puli|limp|reinig schoonmaak|czyszcz sprzat
car vehicle|auto wagen pkw fahrzeug|voiture vehicule auto|coche auto vehicul|auto macchin veicol|carro automovel viatura|auto wagen|samoch auto pojazd
replacement loan courtesy rental|ersatz leih miet|remplacement pret location|sustituc alquil|sostitut noleggio|substituic alugue|vervang leen huur|zastepcz wynajem
oil|ol olwechsel|huile vidange|aceite|olio|oleo|olie|olej
tyre tire wheel|reifen|pneu|neumatic rueda|pneumatic gomm|pneu|band|opon
repair fix mechanic|reparat reparier|repar|repar|ripar|repar conserto|repar|napraw
guarant warrant|garant gewahrleist|garanti|garant|garanzi|garant|garanti|gwaranc
electric electricity power energy kilowatt|strom elektr energie kilowatt|electri courant energie kilowatt|electri luz energia kilovat|elettri corrente luce energia|eletri luz energia|stroom elektr energie|prad elektr energi
meter reading|zahlerstand zahler|releve compteur|contador lectura|contatore lettura|contador leitura|meterstand|licznik
customer_centre office branch headquarters service_centre centre center|kundenzentrum buro filiale zentrum|agence bureau centre|oficin sede centro|uffici sede centro|escritori sede centro|kantoor centrum|biur oddzial centrum
salary wage pay earn|gehalt lohn verdien|salaire gagn remuner|sueldo salari gan|stipendi guadagn paga|salario ganh|salaris loon verdien|pensj wynagrodz zarab zarobk
shift working|schicht arbeitszeit|equipe horair|turno horari|turn orari|turno horari|dienst ploeg werktijd|zmian godzin
start begin begins available availability from|beginn anfang verfugbar frei_ab|commenc debut disponib|empez empiez comienz inici disponib|inizi comincia disponib|comec inici disponib|begin start beschikbaar|poczat zaczy dostep
home remote|zuhause homeoffice heim|domicile maison|casa|casa|casa|thuis huis|dom domu
password login sign-in|passwort kennwort anmeld|passe connexion|contrasen clave|password|senha palavra-passe|wachtwoord inlog|hasl logow
data privacy encrypt secure confidential anonymous|daten datenschutz verschlussel vertraulich anonym|donnees confident anonym|datos confidenc anonim|dati riserv anonim|dados confidenc anonim|gegevens anoniem vertrouwelijk|dan poufn anonim
tax deduct|steuer absetz|impot fiscal dedu|impuest desgrav deduc|tass impost detra dedu|impost irs dedu descont|belasting aftrek|podat odlicz
donat donation|spende|don|donaci don|donazion|donativ doa|gift donatie doneer|darowizn datek
wheelchair accessib disabled|rollstuhl barrierefrei behindert|fauteuil handicap access|silla discapac accesib|sedia disabil accessib|rodas deficien acessib|rolstoel toegankelijk|wozek niepelnospr
train station bus metro near|bahnhof bahn bus haltestelle nahe|gare bus metro proche|estacion tren autobus metro cerca|stazione treno autobus metro vicin|estacao comboio trem onibus autocarro metro perto|station trein bus halte dichtbij|stacj dworz pociag autobus blisko
pool swim|pool schwimm|piscine nag|piscin nad|piscin nuot|piscin nad|zwem|basen plyw
wifi wlan wi-fi internet|wlan wifi internet|wifi internet|wifi internet|wifi internet|wifi internet|wifi internet|wifi internet
check-in arrival arrive|anreise ankunft check-in|arriv|llegad entrad|arriv check-in|chegad entrad check-in|aankomst inchecken|przyjazd zameldow
check-out departure leave|abreise check-out|depart|salida|partenz check-out|saida check-out|vertrek uitchecken|wyjazd wymeldow
trial test taster|probe test schnupper|essai|prueba|prova|experimental prova|proef|probn
member membership subscription|mitglied abo|abonn membre adhes|socio abon membresia suscrip|abbonam soci tesser|socio mensalid inscri|lid abonnement|czlonk karnet abonament
month monthly|monat|mois mensuel|mes mensual|mese mensil|mes mensal meses|maand|miesiac miesiecz
year yearly annual|jahr jahr|an annee annuel|ano anual|anno annual|ano anual|jaar|rok roczn lat
week weekly|woche|semaine|semana|settiman|semana|week|tydzien tygodn
weight heavy kilo kg|gewicht schwer kilo|poids lourd kilo|peso pesa kilo|peso pesa chil|peso pesa quilo|gewicht zwaar kilo|wag kilo
size big large|grosse gross|taille grand|tamano grand|dimension grand|tamanho grand|maat groot|rozmiar wielkosc duz
wait waiting|wart|attent attend|esper|attes aspett|esper|wacht|czek oczek
notice deadline period|frist|preavis delai|plazo preaviso|preavviso termine scadenz|prazo aviso|opzegtermijn termijn|okres termin
new|neu|nouveau nouvelle|nuev|nuov|nov|nieuw|now
age old experience|alter alt erfahrung|age experience|edad experienc|eta esperienz|idade experienc|leeftijd ervaring|wiek doswiadcz
rent|miete mietpreis|loyer|alquiler renta|affitto canone|aluguel renda aluguer|huur|czynsz wynajem
late penalt overdue delay interest|verspat mahn verzug zins|retard penalit interet|retras recargo interes tarde|ritard penal mora interess tardi|atras multa mora juro|laat vertraging boete rente|spozni opoznien kar odset
instal instalment|rate raten teilzahl|mensualit echelon|plazo cuota fraccion|rate rata|prestac parcel|termijn|rat
subject topic language speak|sprach|langue parl|idiom habl|lingua parl|idioma lingu fal|taal spreek|jezyk mowi
luggage bag|gepack tasche|bagage sac|equipaj malet maleta|bagagl valigi|bagag mala|bagage tas|bagaz
elevator lift|aufzug fahrstuhl lift|ascenseur|ascensor elevador|ascensore|elevador|lift|wind
hesitat unsure think decide consider|zoger uberleg unsicher bedenk nachdenk|hesit reflech|dud pens|esit pens indecis|hesit pens duvid|twijfel aarzel denk|waha zastan mysl namysl
upset angry annoyed complain mad|argerlich verargert wutend sauer genervt|fach colere enerv|enfad molest|arrabbiat irritat|chatead irritad zangad|boos geirriteerd|zly zdenerwow
busy|beschaftigt|occup|ocupad|occupat|ocupad|druk|zajet
bring pick_up collect self|abhol mitbring selbst|cherch emport|recog|ritir|busc levant|ophal afhal|odbior odebr
sunday_service holiday feiertag|feiertag urlaub|ferie vacances|festivo vacacion|festiv ferie vacanz|feriado ferias|feestdag vakantie|swiet urlop
`;

type Concept = ReadonlyArray<{ stem: string; isWhole: boolean }>;

function readRows(): Array<ReadonlyMap<string, Concept>> {
  return rows
    .trim()
    .split('\n')
    .map((row) => new Map(row.split('|').map((words, column) => [columns[column] ?? 'en', readWords(words)] as const)));
}

function readWords(words: string): Concept {
  return words
    .split(' ')
    .map((word) => ({ stem: word.replace('=', '').replaceAll(/[_-]/g, ' '), isWhole: word.startsWith('=') }));
}

const concepts = readRows();

/** The rows that a word belongs to, in one of the languages. */
export function conceptsOf(word: string, languages: readonly string[]): number[] {
  return concepts.flatMap((row, index) =>
    languages.some((language) => row.get(language)?.some((known) => isForm(word, known))) ? [index] : [],
  );
}

/** A short stem must not be the beginning of another word: `pay` is no `payload`. */
function isForm(word: string, { stem, isWhole }: Concept[number]): boolean {
  if (isWhole || stem.length < 3) return word === stem;
  return word.startsWith(stem) && word.length - stem.length <= Math.max(3, stem.length);
}
