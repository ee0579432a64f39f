import type { CompanyName } from '#engines/company-domain/company-name.ts';
import { countryCode } from '#engines/country-names/country-names.ts';

/** Words that many company names add, and that companies often leave out of their domain and page. */
const GENERIC = new Set(
  (
    'group gruppe groupe grupo gruppo holding holdings international intl global worldwide company companies enterprise enterprises ' +
    'solutions solution services service systems system technologies technology tech labs lab software digital media studio studios ' +
    'consulting consultants partners partner associates ventures capital industries industry industrie products production ' +
    'deutschland germany europe europa france italia espana uk usa us america india china japan asia africa nordic ' +
    'online web net app platform inc'
  ).split(' '),
);

/** Whether a normalized word says little about who a company is. */
export function isGenericWord(word: string): boolean {
  return GENERIC.has(word);
}

/** Whether a name has two words of its own, which hardly another company shares. */
export function isDistinctive({ words }: Pick<CompanyName, 'words'>): boolean {
  return words.filter((word) => !isGenericWord(word) && word !== 'and').length >= 2;
}

/** Regions and countries as words: a name with one of them is a branch of the company without it. */
const PLACES = new Set(
  (
    'deutschland germany europe europa france italia italy espana spain uk usa us america india china japan asia africa nordic ' +
    'canada australia austria osterreich schweiz switzerland nederland netherlands belgium polska brasil mexico ireland sverige ' +
    'norge danmark north south east west'
  ).split(' '),
);

export function isPlaceWord(word: string): boolean {
  return PLACES.has(word) || (word.length > 3 && countryCode(word) !== null);
}

/**
 * Words of trades, by the trade they belong to. Two pages with one name and different trades are different
 * companies. A stem matches the start of a word, or its end in languages that join words.
 */
const TRADES: Readonly<Record<string, string>> = {
  food: 'bakery backerei bakkerij boulangerie panaderia restaurant catering pizzeria cafe coffee kaffee brewery brauerei winery wine wein butcher metzgerei food foods lebensmittel chocolate bread',
  logistics:
    'logistics logistik logistique logistica freight spedition shipping transport transporte cargo forwarding haulage warehousing',
  software: 'software saas cloud app apps developer api data analytics cyber cybersecurity programming',
  law: 'law lawyer lawyers attorney attorneys legal solicitor solicitors rechtsanwalt rechtsanwalte kanzlei notar avocat abogados advokat',
  health:
    'clinic klinik medical hospital dental dentist zahnarzt doctor pharmacy apotheke pharma pharmaceuticals physiotherapy therapy veterinary biotech',
  building:
    'construction bau building builders roofing plumbing carpentry architect architects architekten concrete contractors tiles dachdecker installateur',
  cars: 'car cars auto autos automotive autohaus garage motors tyres tires dealership',
  clothes: 'fashion mode clothing apparel shoes schuhe boutique textile textiles jewelry jewellery jeans',
  travel: 'hotel hotels travel reisen tours tourism hostel resort vacation ferien camping',
  money:
    'bank banking insurance versicherung finance financial investment investments wealth accounting steuerberater tax payments',
  energy: 'energy energie solar wind oil gas electric elektro power strom',
  machines:
    'machinery maschinen maschinenbau tools werkzeug engineering metal metall steel stahl valves pumps bearings',
  garden:
    'garden gardens garten gartenbau florist flowers blumen landscaping nursery farm farms agro agriculture',
  beauty: 'beauty salon kosmetik cosmetics hair friseur spa barber',
  sports: 'sports sport fitness gym yoga bikes bicycles fahrrad football tennis',
  print: 'printing druck druckerei press publishing verlag books buch',
  school: 'school schule academy akademie university college kindergarten training',
  music: 'music musik records band orchestra',
  housing: 'realty immobilien realestate estate property properties makler housing',
  advertising: 'marketing advertising werbung branding pr seo agency agentur',
};
const TRADE_OF = new Map(
  Object.entries(TRADES).flatMap(([trade, words]) => words.split(' ').map((word) => [word, trade] as const)),
);

/** The trade a normalized word belongs to; null for other words. */
export function findTrade(word: string): string | null {
  return TRADE_OF.get(word) ?? null;
}
