import { COLUMN_ROLES, type ColumnRole } from '#contract/list-columns.ts';
import { headerKey, nameRank } from './column-roles.ts';

const PHONE = '(?:phones?|phonenumbers?|phoneno|telephone|telephonenumber|telno|tel|telnr)';
const TELEFON =
  '(?:telefon|telefonnummer|telefonnr|rufnummer|numerodetelephone|telefono|telefone|telefoonnummer|telefoon|puhelin|puhelinnumero|telefonszam|telefonnicislo|telefoncislo|numertelefonu|телефон|τηλεφωνο|電話番号|電話|电话|전화|전화번호|رقمالهاتف|الهاتف|טלפון|dienthoai|sodienthoai|telepon|nomortelepon)';
const MOBILE =
  '(?:mobile|mobilephone|mobilenumber|mobileno|mobilephonenumber|cell|cellphone|handy|handynummer|mobil|mobiltelefon|mobilnummer|telefonmobil|telephoneportable|portable|telefonomovil|movil|celular|telemovel|cellulare|mobiel|cep|ceptelefonu|мобильный|携帯|手机|휴대폰|נייד)';

/**
 * Roles that other tables don't ask for: the letters of their headers, in the languages we know. The clearest are first: a "Title" beside a
 * "Job title" is how someone is addressed, and a mobile phone or that of the company is beside the main one.
 */
const NAMES: Readonly<Partial<Record<ColumnRole, readonly RegExp[]>>> = {
  company_linkedin: [
    /^(?:(?:company|organi[sz]ation|account|business|firm|employer).*linkedin|linkedin(?:company|organi[sz]ation)).*$/,
  ],
  linkedin: [
    /^(?:person(?:al)?|contact|lead|member)?linkedin(?:profile|member|person|contact)?(?:url|link)?$|^linkedin.*profil/,
  ],
  domain: [
    /^(?:company|organi[sz]ation|account|website|web|email|primary|root)?(?:domain|domaine|dominio|domane|domein|domena)(?:name)?s?$/,
  ],
  job_title: [
    /^(?:current|work|contact|person|professional|prospect)?(?:job(?:title|role|position|function)|position|positiontitle)$|^(?:designation|occupation|berufsbezeichnung|jobtitel|jobbezeichnung|funktion|poste|fonction|intituleduposte|titreduposte|cargo|puesto|ruolo|qualifica|mansione|functie|functietitel|befattning|stilling|stanowisko|pozice|tehtava|beosztas|functia|unvan|gorev|должность|посада|役職|肩書き|职位|職位|职务|직책|직위|المسمىالوظيفي|תפקיד|chucvu|chucdanh|jabatan)$/,
    /^(?:current|work|contact|person|professional)?(?:title|function)$/,
    /^(?:current|work|contact|person|professional)?role$|^titel$/,
  ],
  phone: [
    new RegExp(`^(?:(?:primary|contact|person)?${PHONE}|${TELEFON})\\d*$`),
    new RegExp(
      `^(?:work|business|office|direct|workdirect|main)${PHONE}\\d*$|^(?:work)?directdial\\d*$|^durchwahl$|^landline$|^telefon(?:geschaftlich|dienstlich|buro)\\d*$`,
    ),
    new RegExp(`^(?:work|business|primary|contact|person|personal|home|other)?${MOBILE}\\d*$`),
    new RegExp(`^(?:company|corporate|hq)${PHONE}\\d*$|^(?:company)?hq$`),
    new RegExp(`^(?:home|personal|other)${PHONE}\\d*$|^telefonprivat\\d*$`),
  ],
  city: [
    /^(?:company|billing|mailing|shipping|hq|headquarters|person|contact|work|home)?(?:city|town|municipality|locality)$|^(?:ort|stadt|wohnort|ville|ciudad|localidad|cidade|citta|comune|localita|plaats|woonplaats|stad|miasto|miejscowosc|mesto|obec|varos|oras|kaupunki|paikkakunta|sehir|город|місто|град|πολη|市区町村|都市|城市|도시|المدينة|עיר|thanhpho|kota)$/,
  ],
};

/** Of addresses that we verified: those that they were made of are beside them. */
const VERIFIED = /^(?:email)?verifiedemails?$/;
export const VERIFIED_RANK = 0;

const MOST_KNOWN = 10_000;
const LONGEST_KNOWN = 100;
const known = new Map<string, HeaderMeaning>();

/** What a header says about its column. */
export interface HeaderMeaning {
  /** its letters (`headerKey`) */
  key: string;
  /** how clearly it names each role: 0 is the clearest; without those that it doesn't name */
  ranks: Partial<Record<ColumnRole, number>>;
}

/** Reads a header. Lists are shown often, and have the same few hundred: those are remembered. */
export function readHeader(header: string): HeaderMeaning {
  const found = known.get(header);
  if (found) return found;
  const key = headerKey(header);
  const ranks = COLUMN_ROLES.map((role) => [role, rankOf(key, role)] as const);
  const meaning = { key, ranks: Object.fromEntries(ranks.filter(([, rank]) => Number.isFinite(rank))) };
  if (header.length > LONGEST_KNOWN) return meaning;
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(header, meaning);
  return meaning;
}

function rankOf(key: string, role: ColumnRole): number {
  switch (role) {
    case 'email':
      return VERIFIED.test(key) ? VERIFIED_RANK : nameRank(key, role) + 1;
    case 'first_name':
    case 'last_name':
    case 'full_name':
    case 'company':
    case 'website':
    case 'country':
      return nameRank(key, role);
    default: {
      const place = NAMES[role]?.findIndex((pattern) => pattern.test(key)) ?? -1;
      return place < 0 ? Number.POSITIVE_INFINITY : place;
    }
  }
}
