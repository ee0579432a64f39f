/** A link as the page extraction gives it; only what ranking needs. */
export interface RankedLink {
  href: string;
  text: string;
  frame: boolean;
}

/** Words for each kind of page worth reading, in about fifteen languages, best kind first. */
const KINDS: readonly (readonly [number, RegExp])[] = [
  [
    100,
    /(?:^|[^\p{L}])(?:contact(?:s|o|os|us|ez(?:-| )?nous|eer|enos|anos|enos|form)?|contact[-_ ]?us|kontakt(?:e|y|uj|ieren)?|kontakta(?:-| )?oss|contatti|contattaci|contato|fale[-_ ]?conosco|contacto|contáctenos|yhteystiedot|ota[-_ ]?yhteyttä|elérhetőség(?:ek)?|kapcsolat|επικοινωνία|iletişim|iletisim|контакт(?:ы|и)?|связаться|お問い?合わ?せ|お問合せ|連絡先|联系(?:我们)?|聯絡(?:我們)?|문의|연락처|اتصل|צור[-_ ]?קשר|ติดต่อ|liên[-_ ]?hệ|hubungi|neem[-_ ]?contact[-_ ]?op|kontaktoplysninger|hafa[-_ ]?samband|get[-_ ]?in[-_ ]?touch|reach[-_ ]?us|otayhteytta|inquiry|toiawase|otoiawase|lianxi)(?:$|[^\p{L}])/iu,
  ],
  [
    90,
    /(?:^|[^\p{L}])(?:impressum|imprint|legal[-_ ]?notice|mentions[-_ ]?l[ée]gales|aviso[-_ ]?legal|note[-_ ]?legali|colofon|特定商取引(?:法)?|会社概要|tokushoho|tokutei)(?:$|[^\p{L}])/iu,
  ],
  [
    70,
    /(?:^|[^\p{L}])(?:about(?:[-_ ]?us)?|über[-_ ]?uns|ueber[-_ ]?uns|uber[-_ ]?uns|qui[-_ ]?sommes[-_ ]?nous|[àa][-_ ]?propos|chi[-_ ]?siamo|quienes[-_ ]?somos|quiénes[-_ ]?somos|sobre(?:[-_ ]?n[oó]s)?|quem[-_ ]?somos|over[-_ ]?ons|om[-_ ]?oss|om[-_ ]?os|meist[äa]|o[-_ ]?nas|o[-_ ]?nás|о[-_ ]?нас|о[-_ ]?компании|hakkımızda|hakkimizda|会社案内|企業情報|会社情報|关于我们|關於我們|회사소개|company|unternehmen|firma|empresa|azienda|entreprise|gaiyou|kaisha)(?:$|[^\p{L}])/iu,
  ],
  [
    60,
    /(?:^|[^\p{L}])(?:team|staff|people|directory|mitarbeiter|ansprechpartner|equipo|équipe|equipe|medewerkers|locations?|offices?|standorte?|branches|find[-_ ]?us|sedi|filialen|store[-_ ]?locator|anfahrt|customer[-_ ]?service|support|help|visit(?:[-_ ]?us)?)(?:$|[^\p{L}])/iu,
  ],
  [
    30,
    /(?:^|[^\p{L}])(?:legal|privacy|datenschutz(?:erkl[äa]rung)?|privacidad|privacidade|privacybeleid|confidentialit[ée]|terms|agb|cgv|press|presse|investors?)(?:$|[^\p{L}])/iu,
  ],
];

const NOT_A_PAGE =
  /\.(?:pdf|jpe?g|png|gif|svg|webp|zip|docx?|xlsx?|pptx?|mp[34]|avi|mov|ics|vcf|xml|rss|css|js|exe|dmg)$/i;
const NOISE =
  /\/(?:cart|basket|checkout|login|signin|sign-in|register|wp-admin|wp-json|feed|tag|category|search|share)(?:[/?]|$)|[?&](?:add-to-cart|replytocom|share|print)=/i;
const MAX_RESULT = 10;

/**
 * Same-site pages likely to name contacts, best first, at most 10. Frames come before links: they are part of the page.
 * `/contact` is guessed only where no link fits.
 */
export function rankContactLinks(links: readonly RankedLink[], pageUrl: string): string[] {
  const page = URL.parse(pageUrl);
  if (!page) return [];
  const scored: { href: string; score: number }[] = [];
  const seen = new Set([addressKey(page)]);
  for (const link of links) {
    const url = URL.parse(link.href);
    if (!url || !/^https?:$/.test(url.protocol) || siteOf(url.hostname) !== siteOf(page.hostname)) continue;
    if (NOT_A_PAGE.test(url.pathname) || NOISE.test(url.pathname + url.search)) continue;
    const key = addressKey(url);
    const score = scoreOf(link, url);
    if (score <= 0 || seen.has(key)) continue;
    seen.add(key);
    url.hash = '';
    scored.push({ href: url.href, score });
  }
  scored.sort((a, b) => b.score - a.score);
  if (scored.length > 0) return scored.slice(0, MAX_RESULT).map(({ href }) => href);
  const guess = new URL('/contact', page);
  return seen.has(addressKey(guess)) ? [] : [guess.href];
}

function siteOf(host: string): string {
  return host.toLowerCase().replace(/^www\d?\./, '');
}

function addressKey(url: URL): string {
  return `${siteOf(url.hostname)}${url.pathname.replace(/\/(?:index\.\w+)?$/, '').toLowerCase()}${url.search}`;
}

function scoreOf(link: RankedLink, url: URL): number {
  if (link.frame) return 120;
  const path = decoded(url.pathname + url.search).toLowerCase();
  const words = link.text.toLowerCase();
  let best = 0;
  for (const [points, kind] of KINDS) {
    const inText = words.length <= 60 && kind.test(words);
    const inPath = kind.test(path);
    if (inText || inPath)
      best = Math.max(best, points + (inText && inPath ? 8 : 0) - (words.length > 40 ? 10 : 0));
  }
  // A page deep in a blog that has the word in its address is an article.
  const depth = url.pathname.split('/').filter(Boolean).length;
  return best === 0
    ? 0
    : best - Math.max(0, depth - 1) * 4 - (/\/\d{4}\/\d{2}\//.test(url.pathname) ? 60 : 0);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
