import { withoutWww } from '#contract/without-www.ts';

/** Sites where many companies and people have a page. A page there doesn't lead to the company's domain. */
const PAGE_HOSTS: ReadonlySet<string> = new Set(
  (
    'linkedin.com lnkd.in facebook.com fb.com fb.me m.me instagram.com twitter.com x.com t.co tiktok.com youtube.com youtu.be ' +
    'pinterest.com reddit.com medium.com github.com gitlab.com behance.net dribbble.com vimeo.com vk.com ok.ru weibo.com ' +
    'xing.com kununu.com glassdoor.com indeed.com crunchbase.com clutch.co goodfirms.co upwork.com fiverr.com angel.co ' +
    'wellfound.com yelp.com tripadvisor.com trustpilot.com g2.com capterra.com yellowpages.com gelbeseiten.de pagesjaunes.fr ' +
    'google.com goo.gl g.page wa.me whatsapp.com t.me telegram.me linktr.ee beacons.ai bit.ly tinyurl.com ow.ly ' +
    'amazon.com ebay.com etsy.com alibaba.com indiamart.com booking.com airbnb.com wikipedia.org apollo.io zoominfo.com'
  ).split(' '),
);
/** Hosting services: `acme.wixsite.com` is a site of Acme, but has no mailboxes. */
const SITE_HOSTS: readonly string[] = (
  'wixsite.com wix.com weebly.com blogspot.com wordpress.com squarespace.com webflow.io github.io gitlab.io netlify.app ' +
  'vercel.app herokuapp.com web.app firebaseapp.com pages.dev myshopify.com business.site jimdosite.com jimdofree.com ' +
  'carrd.co notion.site webnode.page webnode.com jimdo.com wixstudio.com mystrikingly.com strikingly.com godaddysites.com canva.site tumblr.com substack.com bigcartel.com'
).split(' ');
/** Mailboxes that anyone can have. The domain of such an address isn't a company's website. */
const MAIL_PROVIDERS: ReadonlySet<string> = new Set(
  (
    'gmail.com googlemail.com outlook.com hotmail.com live.com msn.com yahoo.com ymail.com rocketmail.com aol.com icloud.com ' +
    'me.com mac.com proton.me protonmail.com pm.me gmx.de gmx.net gmx.com gmx.at gmx.ch web.de t-online.de freenet.de ' +
    'mail.ru yandex.ru yandex.com bk.ru list.ru inbox.ru rambler.ru qq.com 163.com 126.com sina.com naver.com daum.net ' +
    'hanmail.net orange.fr wanadoo.fr free.fr sfr.fr laposte.net libero.it virgilio.it tiscali.it alice.it wp.pl o2.pl ' +
    'onet.pl interia.pl seznam.cz centrum.cz uol.com.br bol.com.br terra.com.br hotmail.co.uk yahoo.co.uk btinternet.com ' +
    'comcast.net verizon.net att.net sbcglobal.net cox.net zoho.com mail.com fastmail.com hey.com tutanota.com rediffmail.com'
  ).split(' '),
);
const COUNTRY_PROVIDER = /^(?:yahoo|hotmail|outlook|live)\.(?:com?\.)?[a-z]{2}$/;
/** `google.de`, `amazon.co.uk` and `de.linkedin.com` are as shared as their `.com`. */
const COUNTRY_SITE = /^(?:google|amazon|ebay|indeed|glassdoor|tripadvisor|yelp)\.(?:com?\.)?[a-z]{2}$/;

/**
 * The shared site that a web address is a page of: `linkedin.com` for `https://de.linkedin.com/company/acme`.
 * null for a company's own site, also for the bare `linkedin.com`, which is LinkedIn's. `host` is lowercase.
 */
export function sharedSite(host: string, path: string): string | null {
  const name = withoutWww(host);
  return SITE_HOSTS.find((host) => name.endsWith(`.${host}`)) ?? pageHost(name, path);
}

/** Whether an address is a page where many have one, as at LinkedIn or Google Maps, and no site of a company. `https://` may be missing. */
export function isPageOfMany(address: string): boolean {
  const url = URL.parse(/^https?:/i.test(address) ? address : `https://${address}`);
  return url !== null && pageHost(withoutWww(url.hostname), url.pathname) !== null;
}

function pageHost(name: string, path: string): string | null {
  if (!/[^/]/.test(path)) return null;
  const labels = name.split('.');
  for (let from = 0; from < labels.length - 1; from += 1) {
    const parent = labels.slice(from).join('.');
    if (PAGE_HOSTS.has(parent) || COUNTRY_SITE.test(parent)) return parent;
  }
  return null;
}

/** Whether anyone can have a page or a site at this domain, in lower case: `kununu.com`, `wixsite.com`. */
export function isSharedHost(domain: string): boolean {
  return PAGE_HOSTS.has(domain) || SITE_HOSTS.includes(domain) || COUNTRY_SITE.test(domain);
}

/** Whether anyone can have a mailbox at this domain, in lower case. */
export function isMailProvider(domain: string): boolean {
  return MAIL_PROVIDERS.has(domain) || COUNTRY_PROVIDER.test(domain);
}
