import type { Homepage } from './read-homepage.ts';

/** What a page is. Only a `site` can be a company's homepage. */
export type PageKind =
  | 'site'
  | 'for-sale'
  | 'parked'
  | 'unfinished'
  | 'default-server'
  | 'login'
  | 'builder'
  | 'empty';

/** Why a page isn't a company's homepage, for people. */
export const PAGE_KIND_REASONS: Readonly<Record<Exclude<PageKind, 'site'>, string>> = {
  'for-sale': 'The domain is for sale',
  parked: 'The domain is parked',
  unfinished: 'The website is under construction',
  'default-server': 'The website shows only the default page of its server',
  login: 'The website shows only a login page',
  builder: 'The website is an empty page of a website builder',
  empty: 'The website has no content',
};

/** A longer page that mentions domains for sale may belong to a company that sells domains. */
const NOTICE_MAX_WORDS = 350;
const SHORT_PAGE_WORDS = 120;
const EMPTY_PAGE_WORDS = 4;

const FOR_SALE = [
  /\b(?:buy|purchase|get|own|acquire) this (?:premium )?domain\b/i,
  /\bdomain(?: name)?(?: \S+)? (?:is|may be|might be|could be) (?:available )?(?:for sale|for purchase|listed for sale)\b/i,
  /\bthis (?:domain|web address|premium domain)(?:[^.\n]|\.\b){0,40} (?:for sale|zu verkaufen)\b/i,
  // Not "this website lists homes for sale".
  /\bthis web ?site(?: \S+\.\S+)? (?:is|may be|might be|could be)(?: (?:now|currently|still|also|available|listed|offered))* for sale\b/i,
  /\b(?:inquire|make an offer) (?:about|on|for) this domain\b/i,
  /\bdomain for sale\b/i,
  /\b(?:diese|die) domain(?:[^.\n]|\.\b){0,60}(?:zu verkaufen|zum verkauf|steht zum verkauf|kaufen)\b/i,
  /\bdomain kaufen\b/i,
  // Not "le domaine", a winery.
  /\b(?:ce domaine|nom de domaine)(?:[^.\n]|\.\b){0,60}(?:à vendre|en vente)/i,
  /\b(?:este|el) dominio(?:[^.\n]|\.\b){0,60}(?:en venta|a la venta)\b/i,
  /\bquesto dominio(?:[^.\n]|\.\b){0,60}(?:in vendita)\b/i,
  /\beste domínio(?:[^.\n]|\.\b){0,60}(?:à venda)/i,
  /\bdeze domein(?:naam)?(?:[^.\n]|\.\b){0,60}te koop\b/i,
  /\bdomena(?:[^.\n]|\.\b){0,60}na sprzedaż/i,
  /\bdomänen?(?:[^.\n]|\.\b){0,60}till salu\b/i,
  /домен(?:[^.\n]|\.\b){0,60}(?:прода[её]тся|на продажу)/iu,
  /(?:域名|网域)[^。\n]{0,20}(?:出售|转让)/u,
  /このドメイン[^。\n]{0,30}(?:販売|売)/u,
];
const PARKED = [
  /\bdomain(?: name)? (?:is |has been )?(?:parked|registered)(?: (?:free|for free|at|with|by|courtesy))?\b/i,
  /\bparked (?:free|domain|page|at)\b/i,
  /\bthis domain (?:has expired|is expired|is not configured|is pending|was recently registered|has been registered)\b/i,
  /\b(?:domain|website|account) (?:has been |has |is |was )?(?:expired|suspended)\b/i,
  /\b(?:related|sponsored) (?:searches|links|listings)\b/i,
  /\bdiese (?:domain|internetpräsenz) (?:ist|wurde) (?:bereits |soeben |gerade )?(?:registriert|freigeschaltet|reserviert|geparkt)\b/i,
  /\bdominio (?:registrato|registrado|aparcado|parcheggiato)\b/i,
  /\bdomaine (?:réservé|enregistré|parqué)\b/i,
  /\bdomena (?:zaparkowana|zarejestrowana)\b/i,
];
/** A company may show its contacts on such a page already. */
const UNFINISHED = [
  /\bfuture home of\b/i,
  /\bhier entsteht eine neue (?:internetpräsenz|webseite|website|homepage)\b/i,
  /\b(?:website|site|page) (?:is )?(?:coming soon|under construction|under maintenance)\b/i,
  /^(?:coming soon|under construction|site en construction|en construcción|in costruzione|im aufbau)[.!…]*$/im,
];
const DEFAULT_SERVER = [
  /\bapache2? (?:\w+ )?default page\b/i,
  /^it works!?$/im,
  /\bwelcome to (?:nginx|openresty|caddy|litespeed|centos|cpanel)\b/i,
  /\b(?:iis windows server|internet information services)\b/i,
  /\btest page for (?:the )?(?:apache|nginx|http)/i,
  /^index of \//im,
  /\bdefault (?:web ?site|plesk|web) page\b/i,
  /\bdomain default page\b/i,
  /\bcongratulations[^.\n]{0,60}(?:wordpress|web server|virtual host|plesk)\b/i,
  /\b(?:hello world|just another wordpress site)\b/i,
  /\bsorry,? (?:the|this) (?:web ?site|page)[^.\n]{0,40}(?:not (?:yet )?configured|cannot be found)/i,
];
const BUILDER = [
  /\b(?:create|build) (?:your|a) (?:own )?(?:free )?website (?:with|on) (?:wix|squarespace|weebly|godaddy|jimdo|webflow)\b/i,
  /\blooks like this domain isn'?t connected to a website yet\b/i,
  /\b(?:wix\.com|squarespace|shopify|weebly)\b[^\n]{0,60}\b(?:expired|unavailable|not available|opening soon|claimed)\b/i,
  /\bthis shop is (?:currently |temporarily )?unavailable\b/i,
  /\bopening soon\b/i,
];
const LOGIN =
  /\b(?:sign in|log ?in|log on|anmelden|einloggen|connexion|se connecter|iniciar sesión|accedi|entrar|inloggen|logga in|zaloguj)\b/i;
/** Sellers and parkers of domains. A redirect to one of them says the same as their page. */
const MARKETS = new Set(
  (
    'sedo.com sedoparking.com dan.com afternic.com hugedomains.com godaddy.com uniregistry.com undeveloped.com bodis.com ' +
    'parkingcrew.net above.com namecheap.com domainmarket.com brandbucket.com squadhelp.com atom.com buydomains.com ' +
    'domainname.de nicsell.com parklogic.com namebright.com epik.com porkbun.com spaceship.com efty.com'
  ).split(' '),
);
/** Profiles at these sites aren't a company's own domain. */
const PLATFORMS = new Set(
  (
    'facebook.com linkedin.com instagram.com twitter.com x.com youtube.com linktr.ee wixsite.com wix.com squarespace.com ' +
    'wordpress.com blogspot.com weebly.com jimdo.com myshopify.com shopify.com google.com apple.com etsy.com ebay.com amazon.com ' +
    'crunchbase.com wikipedia.org yelp.com tripadvisor.com booking.com github.com github.io notion.site webflow.io carrd.co medium.com ' +
    'tumblr.com pinterest.com tiktok.com t.me vk.com xing.com angel.co'
  ).split(' '),
);

export function isDomainMarket(domain: string): boolean {
  return MARKETS.has(domain);
}

export function isPlatform(domain: string): boolean {
  return PLATFORMS.has(domain);
}

/** Recognizes pages that aren't a company's: for sale, parked, the server's own, only a login, or empty. */
export function pageKind(page: Homepage): PageKind {
  const notice = `${page.title}\n${page.description}\n${page.text.slice(0, 6_000)}`;
  const has = (patterns: readonly RegExp[]) => patterns.some((pattern) => pattern.test(notice));
  if (page.wordCount <= NOTICE_MAX_WORDS) {
    if (has(FOR_SALE)) return 'for-sale';
    if (has(DEFAULT_SERVER) && page.wordCount <= NOTICE_MAX_WORDS) return 'default-server';
  }
  if (FOR_SALE.some((pattern) => pattern.test(page.title))) return 'for-sale';
  if (page.wordCount <= SHORT_PAGE_WORDS) {
    if (has(PARKED)) return 'parked';
    if (has(UNFINISHED)) return 'unfinished';
    if (has(BUILDER)) return 'builder';
    if (page.hasPassword && LOGIN.test(`${page.title}\n${page.text}`) && page.wordCount < 60) return 'login';
  }
  if (page.wordCount < EMPTY_PAGE_WORDS && page.names.length < 2) return 'empty';
  return 'site';
}
