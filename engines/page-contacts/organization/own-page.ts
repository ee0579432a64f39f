/** What a page is for, as far as that tells whether it shows who the company is. */
export type OwnPageKind = 'contact' | 'terms' | 'about' | 'place' | 'other';

/** Words in the title or path of such pages: of contacts and imprints, of terms and privacy, and of the company and its places. */
const CONTACT =
  /(?<!\p{L})(?:conta(?:c|k)?t(?!ors?(?!\p{L})|less|[\s_-]?lens)\p{L}*|kontakt(?!lins|grill)\p{L}*|kapcsolat|elérhetőség\p{L}*|yhteystiedot|ota yhteyttä|iletişim|iletisim|επικοινωνία|epikoinonia|контакт\p{L}*|hafa samband|liên hệ|hubungi|impressum|impresszum|imprint|colofon|реквизит\p{L}*|rekvizit\p{L}*|find us|finding us|visit us|dove siamo|come raggiungerci|reach us|get in touch)(?!\p{L})|お問い?合わ?せ|联系|聯絡|문의|연락처|اتصل|تواصل|צור קשר|ติดต่อ/iu;
/** Pages about the law can be imprints, unless they are about privacy, such as the Mexican `aviso de privacidad`. */
const LEGAL =
  /(?<!\p{L})(?:legal(?![\s_-]?(?:services?|advice|counsel))|mentions|aviso|note legali)(?!\p{L})/iu;
const TERMS =
  /(?<!\p{L})(?:privac(?:y|idad|idade)\p{L}*|confidentialité|datenschutz\p{L}*|terms|agb|cgv|regulamin\p{L}*|prywatno\p{L}*|obchodní podmínky|podmienky|ochrana\p{L}*|voorwaarden|condi(?:c|ç|t(?!ioni?ng))\p{L}+|termini|termos|t[ée]rminos|villkor|vilkår|ehdot|tietosuoja\p{L}*|integritet\p{L}*|personvern|privatliv\p{L}*|[áa]szf|adatv[ée]del\p{L}*|όροι|απόρρητο\p{L}*|sözleşme\p{L}*|gizlilik|політика|политика|общие условия)(?!\p{L})/iu;
const ABOUT =
  /(?<!\p{L})(?:about|über uns|ueber-uns|uber-uns|chi siamo|chi-siamo|qui(?:é|e)nes|quem|qui sommes|à propos|a-propos|sobre|nosotros|nosaltres|nós|nos-|over ons|over-ons|om oss|om os|om-oss|om-os|meistä|o nas|o nás|o-nas|o firmie|о нас|о компании|hakkımızda|hakkimizda|rólunk|rolunk|apie mus|par mums|meist|despre|za nas|company|unternehmen|empresa|azienda|entreprise|locations?|offices?|standorte?|anfahrt)(?!\p{L})|アクセス|(?:会社|医院|店舗)概要|会社案内|企業情報|关于|關於|회사소개|오시는|من نحن|אודות/iu;

/** Pages with the way to a place, which can also be that of an event. */
const PLACE =
  /(?<!\p{L})(?:directions|getting here|anreise|wegbeschreibung|acc[eè]s|nous trouver|infos? pratiques|d[oó]nde estamos|c[oó]mo llegar|onde estamos|como chegar|unidades?|sucursal(?:es)?|hitta hit|hitta till oss|find vej|finn oss|bereikbaarheid|dojazd)(?!\p{L})/iu;

/** What kind of page it is, by its path, else by its title. */
export function ownPageKind(url: string | null, title: string | null): OwnPageKind {
  const path = decoded(url ? (URL.parse(url)?.pathname ?? '') : '');
  const texts = [path, path.replace(/[-_]/g, ' '), title ?? ''];
  return texts.map(kindOf).find((kind) => kind !== 'other') ?? 'other';
}

/**
 * Whether a page is one on which the company tells who it is, by its address and title. A home page isn't: it shows customers, events and
 * products. A page without an address may be one.
 */
export function isOwnPage(url: string | null, title: string | null): boolean {
  return url === null || ['contact', 'terms', 'about'].includes(ownPageKind(url, title));
}

function kindOf(text: string): OwnPageKind {
  if (CONTACT.test(text)) return 'contact';
  if (TERMS.test(text)) return 'terms';
  if (LEGAL.test(text)) return 'contact';
  if (ABOUT.test(text)) return 'about';
  return PLACE.test(text) ? 'place' : 'other';
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
