import { parse } from 'tldts';
import { addressFlags } from '#engines/email-address/address-flags.ts';
import { isSocialHost } from '#engines/page-contacts/socials/social-profile.ts';

const wordSet = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/**
 * Networks, directories, stores and link services beyond isSocialHost. Users with a page there don't own the
 * domain.
 */
const PLATFORMS = wordSet(
  'lnkd.in slideshare.net t.co messenger.com whatsapp.com wa.me threads.net threads.com youtu.be goo.gl g.co vimeo.com tiktok.com ' +
    'pinterest.com pin.it snapchat.com reddit.com quora.com twitch.tv discord.com discord.gg telegram.org telegram.me t.me signal.me ' +
    'bsky.app mastodon.social vk.com ok.ru weibo.com wechat.com xing.com viadeo.com behance.net dribbble.com flickr.com soundcloud.com ' +
    'spotify.com about.me linktr.ee bit.ly tinyurl.com ow.ly calendly.com gitlab.com bitbucket.org stackoverflow.com npmjs.com ' +
    'producthunt.com crunchbase.com angel.co wellfound.com glassdoor.com indeed.com kununu.com zoominfo.com apollo.io rocketreach.co ' +
    'lusha.com signalhire.com yelp.com trustpilot.com tripadvisor.com g2.com capterra.com clutch.co yellowpages.com meetup.com ' +
    'eventbrite.com patreon.com kickstarter.com gofundme.com amazon.com ebay.com etsy.com airbnb.com booking.com wikipedia.org ' +
    'dropbox.com notion.so docusign.net sharepoint.com',
);
/** Website builders and hosts. Subdomains belong to customers; the domain itself is shared. */
const SITE_HOSTS = wordSet(
  'wordpress.com tumblr.com medium.com substack.com weebly.com jimdo.com wix.com squarespace.com webnode.com godaddysites.com ' +
    'typepad.com livejournal.com carrd.co bigcartel.com strikingly.com zendesk.com hubspot.com',
);
/** Example domains (RFC 2606), which lists of mail providers contain. */
const EXAMPLES = wordSet('example.com example.net example.org');

/**
 * Whether a domain (ASCII, lower case) is shared by unrelated people and companies: a social network, another
 * platform, a free mail provider, or a public suffix such as co.uk or github.io. Opting it out would opt out
 * all of them.
 */
export function isSharedDomain(domain: string): boolean {
  if (EXAMPLES.has(domain)) return false;
  const registrable = parse(domain, { allowPrivateDomains: true }).domain;
  if (registrable === null) return true;
  if (isSocialHost(registrable) || PLATFORMS.has(registrable)) return true;
  return SITE_HOSTS.has(domain) || addressFlags(null, domain).free;
}
