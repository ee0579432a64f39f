import disposableDomains from 'disposable-email-domains' with { type: 'json' };
import disposableWildcards from 'disposable-email-domains/wildcard.json' with { type: 'json' };
import providerDomains from 'email-providers/all.json' with { type: 'json' };
import commonProviders from 'email-providers/common.json' with { type: 'json' };
import roleNames from 'role-based-email-addresses';

/** What an address says about itself, without any lookup. */
export interface AddressFlags {
  /** the domain offers throwaway mailboxes */
  disposable: boolean;
  /** the local part names a role, not a person: info, sales */
  role: boolean;
  /** the domain offers mailboxes to the public: gmail.com */
  free: boolean;
}

const DISPOSABLE: ReadonlySet<string> = new Set(disposableDomains);
const DISPOSABLE_WITH_SUBDOMAINS: ReadonlySet<string> = new Set(disposableWildcards);
/** Domains on the provider lists that are (mainly) employers. */
const EMPLOYERS = new Set(
  (
    'about.com albawaba.com alibaba.com aliyun.com ancestry.com bt.com canada.com care2.com dailypioneer.com detik.com ' +
    'discovery.com dnsmadeeasy.com docomo.ne.jp doityourself.com easypost.com facebook.com frontier.com games.com gazeta.pl ' +
    'globo.com go.com hamptonroads.com hidemyass.com indiatimes.com ireland.com ivillage.com kansascity.com law.com ' +
    'looksmart.com masrawy.com medscape.com mydomain.com name.com nus.edu.sg oath.com onmilwaukee.com parrot.com r7.com ' +
    'sanook.com saudia.com scubadiving.com singpost.com space.com swissinfo.org techspot.com telstra.com test.de ' +
    'theglobe.com unican.es walla.co.il webindia123.com'
  ).split(' '),
);
const PROVIDERS: ReadonlySet<string> = new Set(providerDomains.filter((domain) => !EMPLOYERS.has(domain)));
const BIG_PROVIDERS: ReadonlySet<string> = new Set(
  commonProviders.filter((domain) => !EMPLOYERS.has(domain)),
);
const ROLES: ReadonlySet<string> = new Set(roleNames);

/** `domain` is lowercase ASCII. `localPart` is null to check only the domain. */
export function addressFlags(localPart: string | null, domain: string): AddressFlags {
  const disposable = isDisposable(domain);
  return {
    disposable,
    role: localPart !== null && ROLES.has(localPart.toLowerCase().replace(/\+.*$/, '')),
    free: !disposable && PROVIDERS.has(domain),
  };
}

/**
 * Whether the domain is a large provider, where almost every name is taken and an accepted guess proves
 * nothing.
 */
export function isBigProvider(domain: string): boolean {
  return BIG_PROVIDERS.has(domain);
}

function isDisposable(domain: string): boolean {
  if (DISPOSABLE.has(domain)) return true;
  for (let parent = domain; parent.includes('.'); parent = parent.slice(parent.indexOf('.') + 1)) {
    if (DISPOSABLE_WITH_SUBDOMAINS.has(parent)) return true;
  }
  return false;
}
