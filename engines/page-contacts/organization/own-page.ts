/** Words in the title or path of pages on which a company tells who it is, such as its contact page or imprint. */
const OWN_PAGE =
  /(?<!\p{L})(?:conta(?:c|k)?t\p{L}*|kontakt\p{L}*|kapcsolat|elérhetőség\p{L}*|yhteystiedot|ota yhteyttä|iletişim|iletisim|επικοινωνία|epikoinonia|контакт\p{L}*|hafa samband|liên hệ|hubungi|impressum|impresszum|imprint|colofon|legal|mentions|aviso|note legali|privac(?:y|idad|idade)\p{L}*|confidentialité|datenschutz\p{L}*|terms|agb|cgv|about|über uns|ueber-uns|uber-uns|chi siamo|chi-siamo|qui(?:é|e)nes|quem|qui sommes|à propos|a-propos|sobre|nosotros|nosaltres|nós|nos-|over ons|over-ons|om oss|om os|om-oss|om-os|meistä|o nas|o nás|o-nas|o firmie|о нас|о компании|hakkımızda|hakkimizda|rólunk|rolunk|apie mus|par mums|meist|despre|za nas|regulamin\p{L}*|prywatno\p{L}*|obchodní podmínky|podmienky|ochrana\p{L}*|voorwaarden|condi(?:c|ç|t)\p{L}+|termini|termos|t[ée]rminos|villkor|vilkår|ehdot|tietosuoja\p{L}*|integritet\p{L}*|personvern|privatliv\p{L}*|[áa]szf|adatv[ée]del\p{L}*|όροι|απόρρητο\p{L}*|sözleşme\p{L}*|gizlilik|реквизит\p{L}*|rekvizit\p{L}*|політика|политика|общие условия|company|unternehmen|empresa|azienda|entreprise|find us|visit us|locations?|offices?|standorte?|anfahrt|dove siamo|reach us|get in touch)(?!\p{L})|お問い?合わ?せ|アクセス|(?:会社|医院|店舗)概要|会社案内|企業情報|联系|聯絡|关于|關於|문의|연락처|회사소개|오시는|اتصل|تواصل|من نحن|צור קשר|אודות|ติดต่อ/iu;

/**
 * Whether a page is one on which the company tells who it is, by its address and title. A home page isn't: it shows customers, events and
 * products. A page without an address may be one.
 */
export function isOwnPage(url: string | null, title: string | null): boolean {
  const path = decoded(url ? (URL.parse(url)?.pathname ?? '') : '');
  return url === null || OWN_PAGE.test(path) || OWN_PAGE.test(title ?? '');
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
