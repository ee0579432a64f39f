import { COUNTRIES } from '#contract/countries.ts';
import { nameKey } from './folded-text.ts';

/** ISO 3166-1: the three-letter code of each country, after its two-letter code. */
const ISO_CODES =
  `AF AFG|AX ALA|AL ALB|DZ DZA|AS ASM|AD AND|AO AGO|AI AIA|AQ ATA|AG ATG|AR ARG|AM ARM|AW ABW|AU AUS|AT AUT|AZ AZE|BS BHS|BH BHR|
BD BGD|BB BRB|BY BLR|BE BEL|BZ BLZ|BJ BEN|BM BMU|BT BTN|BO BOL|BQ BES|BA BIH|BW BWA|BV BVT|BR BRA|IO IOT|BN BRN|BG BGR|BF BFA|
BI BDI|CV CPV|KH KHM|CM CMR|CA CAN|KY CYM|CF CAF|TD TCD|CL CHL|CN CHN|CX CXR|CC CCK|CO COL|KM COM|CG COG|CD COD|CK COK|CR CRI|
CI CIV|HR HRV|CU CUB|CW CUW|CY CYP|CZ CZE|DK DNK|DJ DJI|DM DMA|DO DOM|EC ECU|EG EGY|SV SLV|GQ GNQ|ER ERI|EE EST|SZ SWZ|ET ETH|
FK FLK|FO FRO|FJ FJI|FI FIN|FR FRA|GF GUF|PF PYF|TF ATF|GA GAB|GM GMB|GE GEO|DE DEU|GH GHA|GI GIB|GR GRC|GL GRL|GD GRD|GP GLP|
GU GUM|GT GTM|GG GGY|GN GIN|GW GNB|GY GUY|HT HTI|HM HMD|VA VAT|HN HND|HK HKG|HU HUN|IS ISL|IN IND|ID IDN|IR IRN|IQ IRQ|IE IRL|
IM IMN|IL ISR|IT ITA|JM JAM|JP JPN|JE JEY|JO JOR|KZ KAZ|KE KEN|KI KIR|KP PRK|KR KOR|KW KWT|KG KGZ|LA LAO|LV LVA|LB LBN|LS LSO|
LR LBR|LY LBY|LI LIE|LT LTU|LU LUX|MO MAC|MG MDG|MW MWI|MY MYS|MV MDV|ML MLI|MT MLT|MH MHL|MQ MTQ|MR MRT|MU MUS|YT MYT|MX MEX|
FM FSM|MD MDA|MC MCO|MN MNG|ME MNE|MS MSR|MA MAR|MZ MOZ|MM MMR|NA NAM|NR NRU|NP NPL|NL NLD|NC NCL|NZ NZL|NI NIC|NE NER|NG NGA|
NU NIU|NF NFK|MK MKD|MP MNP|NO NOR|OM OMN|PK PAK|PW PLW|PS PSE|PA PAN|PG PNG|PY PRY|PE PER|PH PHL|PN PCN|PL POL|PT PRT|PR PRI|
QA QAT|RE REU|RO ROU|RU RUS|RW RWA|BL BLM|SH SHN|KN KNA|LC LCA|MF MAF|PM SPM|VC VCT|WS WSM|SM SMR|ST STP|SA SAU|SN SEN|RS SRB|
SC SYC|SL SLE|SG SGP|SX SXM|SK SVK|SI SVN|SB SLB|SO SOM|ZA ZAF|GS SGS|SS SSD|ES ESP|LK LKA|SD SDN|SR SUR|SJ SJM|SE SWE|CH CHE|
SY SYR|TW TWN|TJ TJK|TZ TZA|TH THA|TL TLS|TG TGO|TK TKL|TO TON|TT TTO|TN TUN|TR TUR|TM TKM|TC TCA|TV TUV|UG UGA|UA UKR|AE ARE|
GB GBR|US USA|UM UMI|UY URY|UZ UZB|VU VUT|VE VEN|VN VNM|VG VGB|VI VIR|WF WLF|EH ESH|YE YEM|ZM ZMB|ZW ZWE|XK XKX`
    .replaceAll('\n', '')
    .split('|')
    .map((pair) => pair.split(' ') as [two: string, three: string]);

/**
 * Names of countries that `Intl.DisplayNames` writes in another way: former, short, official and informal ones.
 * One entry is the ISO code, a space and the names.
 */
const OTHER_NAMES = entries(`
  AE uae|u.a.e.|emirates|emirate|emiratos arabes;
  AG antigua; BA bosnia|bosnia hercegovina|bosnien|bosnie|bih; BN brunei darussalam|negara brunei darussalam;
  BO bolivia, plurinational state of|plurinational state of bolivia; BR brasil|federative republic of brazil;
  BS the bahamas|bahama islands; BY byelorussia|belorussia|белоруссия|weissrussland|bielorussia;
  CD democratic republic of the congo|democratic republic of congo|congo, the democratic republic of the|congo, democratic republic of the|
    congo (democratic republic)|congo (drc)|congo drc|dr congo|drc|d.r. congo|zaire|rdc|republique democratique du congo|kongo kinshasa|
    demokratische republik kongo|kongo, demokratische republik|congo-kinshasa;
  CF central african rep.; CG congo|republic of the congo|congo, republic of the|republic of congo|congo republic|
    kongo|republik kongo|republique du congo|congo-brazzaville|kongo brazzaville;
  CH swiss|swiss confederation|confederation helvetique|die schweiz|la suisse|schweizer;
  CI ivory coast|cote d'ivoire|cote divoire|cote ivoire|elfenbeinküste|costa de marfil|costa do marfim|costa d'avorio|ivoorkust|
    elfenbenskusten|elfenbenskysten|wybrzeże kości słoniowej|republic of cote d'ivoire|берег слоновой кости;
  CN pr china|p.r. china|p. r. china|prc|people's republic of china|china, people's republic of|peoples republic of china|mainland china|
    volksrepublik china|china mainland|中华人民共和国|中國大陸;
  CV cape verde|cape verde islands|kap verde;
  CZ czech republic|the czech republic|czech rep.|czech rep|czech|tschechische republik|tschechei|république tchèque|republica checa|
    repubblica ceca|tsjechische republiek|česká republika|república tcheca|republika czeska;
  DE federal republic of germany|germany, federal republic of|bundesrepublik deutschland|brd|frg|west germany;
  DO dominican rep.|rep. dominicana|rep dominicana|republica dominicana; EG arab republic of egypt; ES reino de españa|kingdom of spain;
  FK falkland islands|falklands|islas malvinas|falkland islands (malvinas); FM micronesia, federated states of|federated states of micronesia;
  FR french republic|république française|france métropolitaine|metropolitan france; GB uk|u.k.|u. k.|great britain|britain|
    united kingdom of great britain and northern ireland|united kingdom (uk)|uk (united kingdom)|großbritannien|
    vereinigtes königreich großbritannien und nordirland|grossbritannien|grande bretagne|angleterre|gran bretaña|
    inglaterra|gran bretagna|inghilterra|groot-brittannië|engeland|grã-bretanha|storbritannien|wielka brytania|anglia|anglie|великобритания;
  GM the gambia|gambia, the; GR hellas|hellenic republic; GW guinea bissau|guiné-bissau; HK hong kong|hongkong|hong kong sar|hong kong, china;
  HR croatia (hrvatska)|croatia hrvatska; IE eire|republic of ireland|ireland, republic of|southern ireland|rep. of ireland|irish republic;
  IN bharat|republic of india; IR iran, islamic republic of|islamic republic of iran|persia; IT italian republic|repubblica italiana;
  JP nippon|nihon|japon|japan (nippon); KN st kitts|saint kitts|saint kitts and nevis|saint christopher and nevis;
  KP korea, democratic people's republic of|democratic people's republic of korea|dprk|north korea|korea north|korea, north|nordkorea;
  KR korea|republic of korea|korea, republic of|korea republic|south korea|korea south|korea, south|korea (south)|south korea (rok)|rok|
    s. korea|s korea|republik korea|südkorea|corée|corea|corea del sur|대한민국;
  LA lao people's democratic republic|lao pdr|lao; LC st lucia|saint lucia; LK ceylon; LY libyan arab jamahiriya|libya arab jamahiriya;
  MD moldova, republic of|republic of moldova|moldavia|moldau|moldawien; MK macedonia|fyrom|macedonia, the former yugoslav republic of|
    the former yugoslav republic of macedonia|republic of north macedonia|macedonia (fyrom)|mazedonien|republic of macedonia;
  MM burma|birma|birmania|birmanie|burma (myanmar)|republic of the union of myanmar; MO macau|macao|macao sar|macau sar;
  MX méjico|mejico|estados unidos mexicanos|united mexican states; NL holland|the netherlands|netherlands, the|netherlands (holland)|
    the netherlands (holland)|hollande|holanda|olanda|niederlande (holland)|kingdom of the netherlands|nl (netherlands)|голландия;
  PG papua n.g.|papua n. guinea; PH the philippines|phillipines|philipines|philippine islands; PL republic of poland|rzeczpospolita polska;
  PS palestinian territory|palestinian territory, occupied|palestinian territories|palestine, state of|state of palestine;
  RU russian federation|russian fed.|rossija|rossiya|russische föderation|fédération de russie|rusland|российская федерация|рф;
  SA saudi-arabia|ksa|kingdom of saudi arabia|saudi; SK slovak republic|slovakia (slovak republic)|slowakische republik|republika slowacka;
  SM republic of san marino; ST sao tome|são tomé|sao tome & principe; SV salvador; SY syrian arab republic; SZ swaziland;
  TC turks and caicos; TL east timor|timor leste|timor; TR turkey|türkiye|turkiye|republic of turkey|republic of türkiye|turquie|turquia;
  TT trinidad|trinidad and tobago|trinidad & tobago|trinidad tobago; TW taiwan, province of china|republic of china|taiwan, r.o.c.|
    taiwan (roc)|taiwan roc|chinese taipei|taiwan, china; TZ tanzania, united republic of|united republic of tanzania;
  US usa|us|u.s.|u.s.a.|u. s. a.|u. s.|united states of america|united states of america (usa)|united states (usa)|united states (us)|
    usa (united states)|us of a|america|the states|united states of america (the)|estados unidos de america|estados unidos da américa|
    ee.uu.|ee uu|eeuu|ee. uu.|eua|états-unis d'amérique|vereinigte staaten von amerika|stati uniti d'america|verenigde staten van amerika|
    stany zjednoczone ameryki|förenta staterna|amerikas förenta stater|spojené státy americké|сша|соединенные штаты америки|amerika|美利坚合众国|米国|アメリカ;
  VA vatican|holy see|holy see (vatican city state)|vatican city state|the vatican|holy see (vatican city);
  VC st vincent|saint vincent|saint vincent and the grenadines|st. vincent and the grenadines|saint vincent & the grenadines;
  VE venezuela, bolivarian republic of|bolivarian republic of venezuela; VG virgin islands, british|virgin islands (british);
  VI virgin islands, u.s.|virgin islands (u.s.)|us virgin islands|usvi; VN viet nam|viet-nam|socialist republic of vietnam;
  WS western samoa; XK kosova; ZA republic of south africa|rsa|south-africa|s. africa;
  AU commonwealth of australia; CY republic of cyprus|cyprus (republic); GE republic of georgia|georgia (country)|georgia, republic of;
  KG kyrgyz republic|kirghizia|kirgizia|kirgizstan; TJ tadjikistan|tadzhikistan; TM turkmenia; KZ kazakstan; UZ usbekistan;
  RE la réunion|reunion island; BL st barts|saint barts;  RO rumania|roumania; RS republic of serbia; UA the ukraine`);

/** Parts of countries that people write as a country. A search for the country finds them, but not the other way around. */
const PARTS = entries(`
  AE dubai|abu dhabi|sharjah; GB england|scotland|wales|northern ireland|schottland|écosse|escocia|scozia|nordirland|pays de galles;
  PF tahiti; TZ zanzibar`);

function entries(list: string): { code: string; names: string[] }[] {
  return list
    .split(';')
    .map((entry) => entry.trim().replace(/\s*\n\s*/g, ''))
    .map((entry) => ({ code: entry.slice(0, 2), names: entry.slice(3).split('|') }));
}

/** The languages of country names, English first: of two countries with the same name, the first one keeps it. */
const LANGUAGES =
  'en de fr es pt it nl pl sv da nb fi cs sk hu ro tr ru uk el bg hr sl ca ar he hi ja ko zh zh-Hant id vi th'.split(
    ' ',
  );
/** Countries whose name in parentheses, "Congo (Kinshasa)", says which one it is. */
const TOLD_BY_PARENTHESES = new Set(['CD', 'CG']);

interface NameTable {
  /** name as `nameKey` -> code */
  codes: ReadonlyMap<string, string>;
  /** code -> names as `nameKey` */
  names: ReadonlyMap<string, readonly string[]>;
}

let table: NameTable | null = null;

/** All names of countries, made on first use: about 6,000. */
function nameTable(): NameTable {
  if (table) return table;
  const codes = new Map<string, string>();
  const names = new Map<string, string[]>(ISO_CODES.map(([code]) => [code, []]));
  const add = (code: string, name: string) => {
    const key = nameKey(name);
    if (key === '' || codes.has(key)) return;
    codes.set(key, code);
    names.get(code)?.push(key);
  };
  for (const { code, names: others } of [...OTHER_NAMES, ...PARTS])
    for (const name of others) add(code, name);
  for (const language of LANGUAGES) {
    for (const style of ['long', 'short'] as const) {
      const display = new Intl.DisplayNames([language], { type: 'region', fallback: 'none', style });
      for (const [code] of ISO_CODES)
        for (const name of spellings(code, display.of(code), language)) add(code, name);
    }
  }
  table = { codes, names };
  return table;
}

/** A name, its parts around parentheses, and in English also the forms of lists and addresses. */
function spellings(code: string, name: string | undefined, language: string): string[] {
  if (!name) return [];
  const [, before = '', inside = ''] = /^([^(（]+)[(（]([^)）]+)[)）]$/.exec(name) ?? [];
  const parts = TOLD_BY_PARENTHESES.has(code) ? [] : [before, inside];
  if (language !== 'en') return [name, ...parts];
  const full = name.replace(/&/g, 'and').replace(/\bSt\. /g, 'Saint ');
  const forms = [full, `the ${full}`, `${full} the`, `republic of ${full}`, `${full} republic of`];
  return [name, ...parts, ...forms];
}

/** The ISO 3166-1 code of a country's name in any of our languages, but not of a code: null if unknown. */
export function countryOfName(written: string): string | null {
  return nameTable().codes.get(nameKey(written)) ?? null;
}

const BY_ISO_CODE = new Map(ISO_CODES.flatMap(([two, three]) => [two, three].map((code) => [code, two])));

/** The ISO 3166-1 code of a country as people write it: "DE", "DEU", "Germany", "Deutschland", "UK". Null if unknown. */
export function countryCode(written: string): string | null {
  return BY_ISO_CODE.get(written.trim().toUpperCase()) ?? countryOfName(written);
}

/**
 * Codes of countries that aren't ISO 3166-1, as lists of companies have them: the letters on cars in Europe, and the codes of the
 * Olympic committee. BRN isn't one of them, because it is the ISO code of Brunei.
 */
const OTHER_CODES =
  `A AT|B BE|D DE|E ES|F FR|H HU|I IT|L LU|N NO|P PT|S SE|CDN CA|FL LI|ALG DZ|ANT AG|ARU AW|ASA AS|BAH BS|BAN BD|BAR BB|BER BM|BHU BT|
BIZ BZ|BOT BW|BRU BN|BUL BG|BUR BF|CAM KH|CAY KY|CGO CG|CHA TD|CHI CL|CRC CR|CRO HR|DEN DK|ESA SV|FIJ FJ|GAM GM|GBS GW|GEQ GQ|
GER DE|GRE GR|GRN GD|GUA GT|GUI GN|HAI HT|HON HN|INA ID|IRI IR|ISV VI|IVB VG|KOS XK|KUW KW|LAT LV|LBA LY|LES LS|MAD MG|MAS MY|
MAW MW|MGL MN|MON MC|MRI MU|MTN MR|MYA MM|NCA NI|NED NL|NEP NP|NGR NG|NIG NE|OMA OM|PAR PY|PHI PH|PLE PS|POR PT|PUR PR|SAM WS|
SEY SC|SIN SG|SLO SI|SOL SB|SRI LK|SUD SD|SUI CH|TAN TZ|TGA TO|TOG TG|TPE TW|TRI TT|URU UY|VAN VU|VIE VN|VIN VC|ZAM ZM|ZIM ZW`
    .replaceAll('\n', '')
    .split('|')
    .map((pair) => pair.split(' ') as [written: string, two: string]);
const BY_OTHER_CODE = new Map(OTHER_CODES);

/**
 * The ISO 3166-1 code of the country in a cell that has nothing else: like `countryCode`, and also "D" and "GER". In any other
 * text, a letter is no country. Null if unknown.
 */
export function countryOfCell(cell: string): string | null {
  return countryCode(cell) ?? BY_OTHER_CODE.get(cell.trim().toUpperCase()) ?? null;
}

const PART_KEYS = new Set(PARTS.flatMap(({ names }) => names.map(nameKey)));

/**
 * All names of the country that has this name, as `nameKey`. Only the name itself for a part of a country, such
 * as Scotland, and for a name that isn't known.
 */
export function sameCountryNames(written: string): readonly string[] {
  const key = nameKey(written);
  const code = PART_KEYS.has(key) ? null : countryOfName(key);
  return code === null ? [key] : (nameTable().names.get(code) ?? []);
}

/** Everything that a cell with this country can say, as `nameKey`: its names and codes. */
export function countryKeys(written: string): string[] {
  const code = countryOfCell(written);
  if (code === null || PART_KEYS.has(nameKey(written))) return [nameKey(written)];
  const others = OTHER_CODES.flatMap(([other, two]) => (two === code ? [other] : []));
  const codes = [...(ISO_CODES.find(([two]) => two === code) ?? []), ...others];
  return [...(nameTable().names.get(code) ?? []), ...codes.map((code) => code.toLowerCase())];
}

/** The English name of a country by its ISO code. */
export function englishCountryName(code: string): string {
  return COUNTRIES.find((country) => countryOfName(country) === code) ?? ENGLISH.of(code) ?? code;
}

const ENGLISH = new Intl.DisplayNames(['en'], { type: 'region' });
