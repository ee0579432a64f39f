import { parse } from 'tldts';
import { isSocialHost } from '#engines/page-contacts/socials/social-profile.ts';
import { addressFlags } from '#engines/smtp-verdict/address-flags.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Networks, directories, shops and link services beside those of isSocialHost: whoever has a page there owns no part of the domain. */
const PLATFORMS = words(
  'lnkd.in slideshare.net t.co messenger.com whatsapp.com wa.me threads.net threads.com youtu.be goo.gl g.co vimeo.com tiktok.com ' +
    'pinterest.com pin.it snapchat.com reddit.com quora.com twitch.tv discord.com discord.gg telegram.org telegram.me t.me signal.me ' +
    'bsky.app mastodon.social vk.com ok.ru weibo.com wechat.com xing.com viadeo.com behance.net dribbble.com flickr.com soundcloud.com ' +
    'spotify.com about.me linktr.ee bit.ly tinyurl.com ow.ly calendly.com gitlab.com bitbucket.org stackoverflow.com npmjs.com ' +
    'producthunt.com crunchbase.com angel.co wellfound.com glassdoor.com indeed.com kununu.com zoominfo.com apollo.io rocketreach.co ' +
    'lusha.com signalhire.com yelp.com trustpilot.com tripadvisor.com g2.com capterra.com clutch.co yellowpages.com meetup.com ' +
    'eventbrite.com patreon.com kickstarter.com gofundme.com amazon.com ebay.com etsy.com airbnb.com booking.com wikipedia.org ' +
    'dropbox.com notion.so docusign.net sharepoint.com',
);
/** Builders and hosts of sites: what stands below such a domain is a customer's own, the domain itself everybody's. */
const SITE_HOSTS = words(
  'wordpress.com tumblr.com medium.com substack.com weebly.com jimdo.com wix.com squarespace.com webnode.com godaddysites.com ' +
    'typepad.com livejournal.com carrd.co bigcartel.com strikingly.com zendesk.com hubspot.com',
);
/** RFC 2606: of examples, though lists of mail providers have them. */
const EXAMPLES = words('example.com example.net example.org');

/**
 * Whether a domain (ASCII, lower case) belongs to many people and companies that have nothing to do with each other: a social network,
 * another platform, a free mail provider, an ending such as co.uk or github.io. Opting it out would take out all of them.
 */
export function isSharedDomain(domain: string): boolean {
  if (EXAMPLES.has(domain)) return false;
  const registrable = parse(domain, { allowPrivateDomains: true }).domain;
  if (registrable === null) return true;
  if (isSocialHost(registrable) || PLATFORMS.has(registrable)) return true;
  return SITE_HOSTS.has(domain) || addressFlags(null, domain).free;
}
