import type { ColumnRole } from '#contract/list-columns.ts';
import { readEmail } from '../list-items/email.ts';
import { websitesIn } from '../list-items/several.ts';
import { headerKey, namedColumn } from './column-roles.ts';

/** Rows that are looked at for columns whose headers say nothing. */
export const ROLE_SAMPLE_ROWS = 100;
/** The share of the cells with a value that must look alike. */
const LEAST_SHARE = 0.6;
const MAX_CELL_CHARS = 500;
const PHONE_DIGITS = { least: 8, most: 15 };

/** Roles of lists that other tables don't ask for: the letters of their headers, in the languages we know. */
const MORE_NAMES: Readonly<Partial<Record<ColumnRole, RegExp>>> = {
  // Of our own files.
  email: /^verifiedemails?$/,
  company_linkedin:
    /^(?:(?:company|organi[sz]ation|account|business|firm|employer).*linkedin|linkedin(?:company|organi[sz]ation)).*$/,
  linkedin:
    /^(?:person(?:al)?|contact|lead|member)?linkedin(?:profile|member|person|contact)?(?:url|link)?$|^linkedin.*profil/,
  domain:
    /^(?:company|organi[sz]ation|account|website|web|email|primary|root)?(?:domain|domaine|dominio|domane|domein|domena)(?:name)?s?$/,
  job_title:
    /^(?:job|current|work|contact|person|professional)?(?:title|position|role|function)$|^(?:jobrole|designation|occupation|berufsbezeichnung|jobtitel|jobbezeichnung|position|funktion|titel|poste|fonction|intituleduposte|titreduposte|cargo|puesto|ruolo|qualifica|mansione|functie|functietitel|befattning|stilling|stanowisko|pozice|tehtava|beosztas|functia|unvan|gorev|должность|посада|役職|肩書き|职位|職位|职务|직책|직위|المسمىالوظيفي|תפקיד|chucvu|chucdanh|jabatan)$/,
  phone:
    /^(?:company|corporate|business|work|office|direct|main|primary|contact|person|personal|home|other)?(?:phones?|telephone|tel|mobile|mobilephone|cell|cellphone|phonenumber|telephonenumber|telno|phoneno|mobilenumber|mobileno|directdial|landline|hq|hqphone)\d*$|^(?:telefon|telefonnummer|telefonnr|telnr|rufnummer|handy|handynummer|mobil|mobiltelefon|mobilnummer|telephoneportable|portable|numerodetelephone|telefono|telefonomovil|movil|celular|telefone|telemovel|cellulare|telefoonnummer|telefoon|mobiel|puhelin|puhelinnumero|telefonszam|telefonnicislo|telefoncislo|numertelefonu|cep|ceptelefonu|телефон|мобильный|τηλεφωνο|電話番号|電話|携帯|电话|手机|전화|전화번호|휴대폰|رقمالهاتف|الهاتف|טלפון|נייד|dienthoai|sodienthoai|telepon|nomortelepon)$/,
  city: /^(?:company|billing|mailing|shipping|hq|headquarters|person|contact|work|home)?(?:city|town|municipality|locality)$|^(?:ort|stadt|wohnort|ville|ciudad|localidad|cidade|citta|comune|localita|plaats|woonplaats|stad|miasto|miejscowosc|mesto|obec|varos|oras|kaupunki|paikkakunta|sehir|город|місто|град|πολη|市区町村|都市|城市|도시|المدينة|עיר|thanhpho|kota)$/,
};

/** In this order, because a "LinkedIn company page" names a company, too. */
const ORDER: readonly ColumnRole[] = [
  'company_linkedin',
  'linkedin',
  'domain',
  'email',
  'first_name',
  'last_name',
  'company',
  'website',
  'country',
  'job_title',
  'phone',
  'city',
  'full_name',
];

/** What the headers of a list say about its columns. Each role is given once, to the column that has the clearest name. */
export function rolesOfHeaders(header: readonly string[]): (ColumnRole | null)[] {
  const roles: (ColumnRole | null)[] = header.map(() => null);
  const keys = header.map(headerKey);
  for (const role of ORDER) {
    const more = MORE_NAMES[role];
    const index =
      clearest(header, roles, role) ??
      keys.findIndex((key, index) => roles[index] === null && more?.test(key));
    if (index >= 0) roles[index] = role;
  }
  return roles;
}

/** The column without a role whose header names this one best; null if none does. */
function clearest(
  header: readonly string[],
  roles: readonly (ColumnRole | null)[],
  role: ColumnRole,
): number | null {
  switch (role) {
    case 'email':
    case 'first_name':
    case 'last_name':
    case 'full_name':
    case 'company':
    case 'website':
    case 'country':
      return namedColumn(
        header.map((name, index) => (roles[index] === null ? name : '')),
        role,
      );
    default:
      return null;
  }
}

/** What most cells of a column look like. */
const LOOKS: readonly [role: ColumnRole, test: (cell: string) => boolean][] = [
  ['email', (cell) => readEmail(cell).ok],
  ['company_linkedin', (cell) => /linkedin\.(?:com|cn)\/(?:company|school)\//i.test(cell)],
  ['linkedin', (cell) => /linkedin\.(?:com|cn)\/(?:in|pub|sales)\//i.test(cell)],
  ['website', (cell) => !/\s|@|linkedin\./i.test(cell) && websitesIn(cell).length === 1],
  ['phone', (cell) => /^\+?[\d\s().\-/]+$/.test(cell) && isPhoneLength(cell)],
];

/** A number without a plus sign or a separator is more often an ID. */
function isPhoneLength(cell: string): boolean {
  const digits = cell.replace(/\D/g, '').length;
  return digits >= PHONE_DIGITS.least && digits <= PHONE_DIGITS.most && /^\+|\d[\s().\-/]+\d/.test(cell);
}

/** What the columns of a table have: by their headers, and else by the cells of its first rows. */
export function guessRoles(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): (ColumnRole | null)[] {
  const roles = rolesOfHeaders(header);
  const sample = rows.slice(0, ROLE_SAMPLE_ROWS);
  for (const [role, test] of LOOKS) {
    if (roles.includes(role) || (role === 'website' && roles.includes('domain'))) continue;
    const index = header.findIndex((_, at) => roles[at] === null && isMostly(sample, at, test));
    if (index >= 0) roles[index] = role;
  }
  return roles;
}

function isMostly(
  rows: readonly (readonly string[])[],
  column: number,
  test: (cell: string) => boolean,
): boolean {
  const cells = rows.flatMap((row) => row[column]?.trim().slice(0, MAX_CELL_CHARS) || []);
  return cells.length > 0 && cells.filter(test).length >= cells.length * LEAST_SHARE;
}
