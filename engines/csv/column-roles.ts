import { refanged, visibleText } from '../list-items/cell-text.ts';
import { readEmail } from '../list-items/email.ts';
import { emailsIn, websitesIn } from '../list-items/several.ts';
import { isPageOfMany } from '../list-items/shared-hosts.ts';
import { plainLetters } from '../person-names/plain-letters.ts';
import { businessColumn } from './business-names.ts';
import { HEADER_WORDS } from './header-words.ts';

/** What a header can say that its column has. */
type NamedRole =
  | 'first_name'
  | 'last_name'
  | 'full_name'
  | 'email'
  | 'company'
  | 'website'
  | 'country'
  | 'city';

/** Longer cells are never a header, a domain or an email. */
const MAX_MATCHED_CHARS = 1000;

/** Exactly one of these names, or one with a number: "Email 2". */
const oneOf = (names: string, before = '') => new RegExp(`^${before}(?:${names.replaceAll(' ', '|')})\\d*$`);
/** Programs that keep companies, too, name whose name it is: "Contact First Name". */
const WHOSE = '(?:contact|person|lead)?';
const FIRST = '(?:vornamen?|firstname|givenname|prenoms?|nombres?|nome|voornaam|fornamn|fornavn|imie)';
const LAST =
  '(?:name|lastname|familyname|surname|nachname|zuname|familienname|noms?|apellidos?|cognome|sobrenome|achternaam|efternamn|efternavn|nazwisko)';
const AND = '(?:and|und|et|y|e|en|och|og|i)?';

/**
 * The headers of each role by their letters, in the languages we know. The clearest are first: an "Account" beside a
 * "Company" is a number or a person.
 */
const NAMES: Readonly<Record<NamedRole, readonly RegExp[]>> = {
  first_name: [
    oneOf(
      'firstname first fname givenname given forename vorname prenom nombre nome voornaam imie fornamn',
      WHOSE,
    ),
  ],
  last_name: [
    oneOf(
      'lastname last lname surname familyname family nachname familienname nom apellidos? cognome achternaam efternamn nazwisko',
      WHOSE,
    ),
  ],
  full_name: [
    oneOf(
      'name fullname contactname personname contact person contactperson ansprechpartner vollername nomcomplet nombrecompleto nomecompleto naam',
    ),
    oneOf('leadname lead vollstandigername contactfullname personfullname leadfullname dealcontactperson'),
    // "Name, Vorname", "Nom et prénom", "Vor- und Nachname"
    new RegExp(`^(?:${FIRST}${AND}${LAST}|${LAST}${AND}${FIRST})$`),
    /^(?:vorundnachname|vorundzuname|voorenachternaam|foroch?efternamn|forogefternavn|(?:first(?:and)?last|last(?:and)?first)(?:names?)?)$/,
  ],
  // An "Address" is a street more often. Its cells show if it has emails.
  email: [
    oneOf('emails? emailaddress mail workemail businessemail emailadresse correo courriel'),
    // "Person - Email - Work", "E-mail 1 - Value", "E-mail 2 Address"
    /^(?:contact|person|lead)?(?:email(?:address)?(?:work)?|email1?(?:value|address))$/,
    /^(?:contact|person|lead)?email(?:address)?(?:home|other)$|^email\d*(?:value|address)$/,
    // Beside the main one.
    /^(?:primary|secondary|tertiary|second|third|other|alternat(?:e|ive)|additional|personal|private|home|direct|company|corporate|office)e?mails?(?:address(?:es)?)?\d*$/,
  ],
  company: [
    /^(?:company|organi[sz]ation|account|business|firm|employer|currentcompany|legal|client|customer|merchant)s?\d*name$/,
    /^(?:compan(?:y|ies)|organi[sz]ations?|currentcompany|(?:primary)?associatedcompany|(?:contact|person|lead|deal)(?:company|organi[sz]ation)|companyaccount|companyorgani[sz]ation|companynames?(?:foremails)?)$/,
    /^(?:firma|firmenname|firmenbezeichnung|kundenname|unternehmen|unternehmensname|entreprise|societe|raisonsociale|nomdelentreprise|empresa|razonsocial|razaosocial|nombredelaempresa|azienda|ragionesociale|nomeazienda|bedrijf|bedrijfsnaam|foretag|foretagsnamn|virksomhed|spolka|nazwafirmy)$/,
    /^(?:accounts?|business(?:es)?|employer|clients?|customers?|vendor|supplier|brand|kunden?|auftraggeber|lieferant|clientes?)$/,
  ],
  website: [
    /^(?:company|organi[sz]ation|primary|account)?(?:domain(?:name)?|website(?:url)?|url|homepage(?:url)?|webaddress)\d*(?:value)?$/,
    oneOf('web webseite internetseite siteweb sitoweb sitioweb stronawww'),
    oneOf('emaildomain site webpage domaine dominio sitio'),
  ],
  country: [
    /^(?:company|billing|hq|headquarters)?country(?:region|name)?$/,
    /^(?:land|staat|pays|pais|paese|kraj|lander)$/,
    /^(?:company|billing|hq|headquarters)?countrycode$/,
  ],
  city: [
    /^(?:company|billing|hq|headquarters)?(?:city|town)$/,
    /^(?:stadt|ort|ville|ciudad|citta|cidade|stad|plaats|miasto)$/,
  ],
};

const ROLES = Object.keys(NAMES) as NamedRole[];
const MORE_NAMES = Object.fromEntries(
  ROLES.map((role) => [role, new Set(HEADER_WORDS[role].split(',').map(headerKey))]),
);

/** What headers of columns with links have in them, and those of other links that lists have beside them. */
const LINKS = {
  website: {
    like: /web|domain|domane|url|homepage|site|sitio|dominio/,
    unlike: /linkedin|facebook|twitter|instagram|youtube|xing|profile|image|logo|email/,
  },
  profile: { like: /linkedin|profile/, unlike: /company|firm|organi[sz]ation|employer|school/ },
} as const;

/** "Company / Account_Name" -> "companyaccountname", "Société 2" -> "societe2" */
export function headerKey(header: string): string {
  return plainLetters(visibleText(header.slice(0, MAX_MATCHED_CHARS)).toLowerCase())
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** What the column of businesses in a list of places is called elsewhere (`businessColumn`). */
const BUSINESS_KEY = 'companyname';

/** How clearly a header names a role, by its letters: 0 is the clearest; Infinity if it names another one or none. */
export function nameRank(key: string, role: NamedRole): number {
  const place = NAMES[role].findIndex((pattern) => pattern.test(key));
  if (place >= 0) return place;
  return MORE_NAMES[role]?.has(key) ? NAMES[role].length : Number.POSITIVE_INFINITY;
}

/** The column that a header names for a role, the clearest one; null if it names none. */
export function namedColumn(header: readonly string[], role: NamedRole): number | null {
  const keys = header.map(headerKey);
  const business = businessColumn(keys);
  if (business !== null) keys[business] = BUSINESS_KEY;
  const ranks = keys.map((key) => nameRank(key, role));
  const clearest = ranks.reduce((best, rank) => Math.min(best, rank), Number.POSITIVE_INFINITY);
  return clearest === Number.POSITIVE_INFINITY ? null : ranks.indexOf(clearest);
}

/** All columns that a header names for a role. */
export function columnsNamed(header: readonly string[], role: NamedRole): number[] {
  const keys = header.map(headerKey);
  return keys.flatMap((key, index) => (nameRank(key, role) < Number.POSITIVE_INFINITY ? [index] : []));
}

/** Whether a header names a column whose role we know. */
export function namesColumn(header: readonly string[]): boolean {
  return ROLES.some((role) => namedColumn(header, role) !== null);
}

/** The share of the cells with a value that must be pages of many. */
const MOSTLY_PAGES = 0.6;

/**
 * The header without the names of columns with links to LinkedIn, Google Maps and other sites where many have a page: as an `URL`,
 * they would be taken for the websites of companies.
 */
export function withoutPages(header: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return header.map((name, index) => {
    if (nameRank(headerKey(name), 'website') === Number.POSITIVE_INFINITY) return name;
    const cells = rows.flatMap((row) => row[index]?.trim().slice(0, MAX_MATCHED_CHARS) || []);
    return cells.length > 0 && cells.filter(hasOnlyPages).length >= cells.length * MOSTLY_PAGES ? '' : name;
  });
}

/** Whether all links in a cell are pages at sites where many have one. */
export function hasOnlyPages(cell: string): boolean {
  const links = cell.trim().split(/[;,]?\s+/);
  return links.every(isPageOfMany);
}

/** How many cells of a column have items, and how many of them are sure to be meant. */
export interface ColumnCount {
  items: number;
  sure: number;
}

/** The column of links that the header names, if it has any; else the one with the most. */
export function likeliestColumn(
  header: readonly string[],
  counts: readonly ColumnCount[],
  role: keyof typeof LINKS,
): number {
  const { like, unlike } = LINKS[role];
  const scores = counts.map(({ items, sure }, index) => {
    const key = headerKey(header[index] ?? '');
    if (items === 0) return 0;
    const isOther = unlike.test(key);
    return (like.test(key) && !isOther ? 1e9 : 0) + sure * (isOther ? 1 : 1000) + items / 1e6;
  });
  return Math.max(0, scores.indexOf(Math.max(...scores)));
}

/** Whether a name says that its column has links of this kind. */
export function namesLinks(name: string, role: keyof typeof LINKS): boolean {
  const key = headerKey(name);
  return LINKS[role].like.test(key) && !LINKS[role].unlike.test(key);
}

/** "Tel.Nr" and "First.Name" look like domains. */
const DOTTED_WORDS = /^\p{L}+(?:\.\p{Lu}\p{Ll}+)+$/u;

/** "Salesforce.com ID" has a domain, and names a column. */
const NAMED_AFTER_SITE = /^(?!www\.)[\p{L}\d-]+\.(?:com|net|org|io|ai|de) \p{L}[\p{L} ]{0,30}$/iu;

/** "jane@acme", the address of a list that is to be verified. */
const BROKEN_EMAIL = /^[^\s@]+@[^\s@]*$/;

/** Whether a first row names the columns: no cell is or has an address of any kind. */
export function isHeader(first: readonly string[]): boolean {
  const addresses = first.map((cell) => cell.slice(0, MAX_MATCHED_CHARS).trim()).filter(hasAddress);
  const isNamed = () =>
    namesColumn(first) ||
    first.map(headerKey).some((key) => LINKS.website.like.test(key) || LINKS.profile.like.test(key));
  const isWord = (cell: string) => DOTTED_WORDS.test(cell) || NAMED_AFTER_SITE.test(cell);
  return addresses.length === 0 || (addresses.every(isWord) && isNamed());
}

function hasAddress(cell: string): boolean {
  // Most cells have none of these, and long rows many cells.
  if (!/[.@[({。．｡]/.test(cell)) return false;
  if (BROKEN_EMAIL.test(cell) && !namesColumn([cell])) return true;
  return hasEmail(cell) || websitesIn(cell).length > 0 || /linkedin\.(?:com|cn)\//i.test(cell);
}

/** Whether a cell has an email address. */
export function hasEmail(cell: string): boolean {
  const start = refanged(cell.slice(0, MAX_MATCHED_CHARS));
  return start.includes('@') && emailsIn(start).some((email) => readEmail(email).ok);
}
