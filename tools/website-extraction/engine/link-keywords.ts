/** `other`: offices, legal and press pages. `people`: pages that only matter if people are wanted. */
export type PageKind = 'contact' | 'imprint' | 'about' | 'team' | 'other' | 'people';

/**
 * Keywords in the text or URL of links to each kind of page, in about twenty languages. Words can be
 * separated by spaces, dashes, underscores or nothing.
 */
const KEYWORDS: readonly (readonly [kind: PageKind, points: number, spaced: string, unspaced: string])[] = [
  [
    'contact',
    100,
    'contact|contacts|contact us|contacting us|contact details|contact info|contact form|get in touch|reach us|inquiry|enquiry|' +
      'kontakt|kontakte|kontakty|kontaktieren|kontaktformular|kontakta oss|kontakt oss|kontaktoplysninger|so finden sie uns|' +
      'contactez nous|nous contacter|contacter|contatti|contattaci|contatto|contacto|contactos|contáctanos|contáctenos|contactanos|contactenos|' +
      'contato|contatos|fale conosco|fale connosco|neem contact op|contactgegevens|yhteystiedot|ota yhteyttä|ota yhteytta|' +
      'kapcsolat|elérhetőség|elérhetőségek|elerhetoseg|επικοινωνία|epikoinonia|iletişim|iletisim|bize ulaşın|контакт|контакты|контакти|связаться|' +
      'contacte|kontaktai|kontakti|kontaktid|hafa samband|hafðu samband|liên hệ|lien he|hubungi kami|hubungi|toiawase|otoiawase|lianxi|lianxiwomen',
    'お問い?合わ?せ|お問合せ|問合わ?せ|連絡先|联系|聯絡|聯繫|문의|연락처|اتصل|تواصل|צור קשר|ติดต่อ',
  ],
  [
    'imprint',
    90,
    'impressum|imprint|anbieterkennzeichnung|legal notice|mentions légales|mentions legales|aviso legal|note legali|colofon|tokushoho|tokusho|tokutei',
    '特定商取引|会社概要',
  ],
  [
    'about',
    70,
    'about|about us|who we are|über uns|ueber uns|uber uns|wir über uns|qui sommes nous|à propos|a propos|chi siamo|quienes somos|quiénes somos|sobre|' +
      'sobre nós|sobre nos|sobre nosotros|quem somos|over ons|om oss|om os|meistä|meista|tietoa meistä|o nas|o nás|o firmie|о нас|о компании|hakkımızda|hakkimizda|rólunk|rolunk|' +
      'company|our company|unternehmen|firma|empresa|azienda|entreprise|gaiyo|gaiyou|kaisha|company profile',
    '会社案内|企業情報|会社情報|关于我们|關於我們|关于|회사소개|من نحن',
  ],
  [
    'team',
    60,
    'team|our team|staff|people|directory|mitarbeiter|ansprechpartner|equipo|équipe|equipe|medewerkers',
    'スタッフ紹介',
  ],
  [
    'other',
    60,
    'location|locations|office|offices|standort|standorte|branches|find us|sedi|dove siamo|filialen|store locator|anfahrt|customer service|customer care|support|help|visit|visit us|sucursales|agences|onde estamos',
    'アクセス|店舗',
  ],
  [
    'other',
    30,
    'legal|privacy|privacy policy|datenschutz|datenschutzerklärung|datenschutzerklaerung|privacidad|privacidade|privacybeleid|politique de confidentialité|confidentialité|' +
      'terms|agb|cgv|press|presse|investors|investor relations',
    '個人情報|プライバシー',
  ],
  [
    'people',
    20,
    'leadership|management|management team|executive team|meet|our people|attorneys|lawyers|our doctors|physicians|advisors|consultants|agents|faculty|' +
      'geschäftsführung|geschäftsleitung|geschaeftsfuehrung|geschaeftsleitung|vorstand|anwälte|rechtsanwälte|ärzte|berater|kollegium|' +
      'collaborateurs|direction|avocats|personale|collaboratori|abogados|profesionales|equipa|advogados|medarbetare|medarbejdere|ansatte|henkilöstö|henkilosto|yhteyshenkilöt|' +
      'onze mensen|wie zijn wij|zespół|zespol|lidé|nasi ludzie|tým|csapat|csapatunk|munkatársak|ekibimiz|echipa|ekipa|команда|сотрудники',
    '社員紹介|役員|团队|團隊|팀 소개|구성원|فريق',
  ],
];

/** A kind of page with the score of its links. Some kinds are listed twice, with different scores. */
interface PageKeywords {
  kind: PageKind;
  points: number;
  /** matches a keyword anywhere in a text */
  anywhere: RegExp;
  /** matches a keyword at an offset (sticky) */
  here: RegExp;
}

export const PAGE_KINDS: readonly PageKeywords[] = KEYWORDS.map(([kind, points, spaced, unspaced]) => {
  const words = `(?<![\\p{L}])(?:${spaced.replaceAll(' ', '[-_ .+]?')})(?![\\p{L}])`;
  return {
    kind,
    points,
    anywhere: new RegExp(`${words}|${unspaced}`, 'iu'),
    here: new RegExp(words, 'iuy'),
  };
});

/** Matches if any kind matches. */
const ANY_PAGE_KIND = new RegExp(PAGE_KINDS.map(({ anywhere }) => anywhere.source).join('|'), 'iu');

/** Characters that can separate the words of a keyword; they may also be missing. */
const SEPARATORS = ['', '-', '_', ' ', '.', '+'];
const START_CHARS = 3;
/** The kinds with a keyword that starts with these three characters. Only the last five bits of each count. */
const STARTS = new Uint8Array(32 ** START_CHARS);
for (const [index, [, , spaced]] of KEYWORDS.entries())
  for (const keyword of spaced.split('|'))
    for (const separator of SEPARATORS) STARTS[startAt(keyword.replaceAll(' ', separator), 0)]! |= 1 << index;

function startAt(text: string, index: number): number {
  return (
    ((text.charCodeAt(index) & 31) << 10) |
    ((text.charCodeAt(index + 1) & 31) << 5) |
    (text.charCodeAt(index + 2) & 31)
  );
}

/** Whether a text has a keyword of any kind. */
export function hasKeyword(text: string): boolean {
  return kindsIn(text) !== 0;
}

/**
 * The kinds of page whose keywords a text has: bit n for the n-th of PAGE_KINDS. Tries the patterns only at words
 * that start like a keyword, which most links don't have.
 */
export function kindsIn(text: string): number {
  let kinds = 0;
  let isInWord = false;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code > 127) return ANY_PAGE_KIND.test(text) ? kindsAnywhere(text) : 0;
    const lower = code | 0x20;
    const isLetter = lower >= 97 && lower <= 122;
    if (isLetter && !isInWord) kinds |= kindsAt(text, i, STARTS[startAt(text, i)]! & ~kinds);
    isInWord = isLetter;
  }
  return kinds;
}

function kindsAnywhere(text: string): number {
  return PAGE_KINDS.reduce((kinds, { anywhere }, index) => kinds | (anywhere.test(text) ? 1 << index : 0), 0);
}

/** Those of the `possible` kinds that have a keyword at an offset. */
function kindsAt(text: string, position: number, possible: number): number {
  let kinds = 0;
  for (let index = 0; possible >> index !== 0; index += 1) {
    if (((possible >> index) & 1) === 0) continue;
    const { here } = PAGE_KINDS[index]!;
    here.lastIndex = position;
    if (here.test(text)) kinds |= 1 << index;
  }
  return kinds;
}
