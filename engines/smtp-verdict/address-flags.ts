import disposableDomains from 'disposable-email-domains' with { type: 'json' };
import disposableWildcards from 'disposable-email-domains/wildcard.json' with { type: 'json' };
import providerDomains from 'email-providers/all.json' with { type: 'json' };
import roleNames from 'role-based-email-addresses';

/** What is known of an address without asking anybody. */
export interface AddressFlags {
  /** its domain gives out addresses that live for minutes */
  disposable: boolean;
  /** its local part names a task and no person: info, sales */
  role: boolean;
  /** its domain gives addresses to everybody: gmail.com */
  free: boolean;
}

const DISPOSABLE: ReadonlySet<string> = new Set(disposableDomains);
const DISPOSABLE_WITH_SUBDOMAINS: ReadonlySet<string> = new Set(disposableWildcards);
const PROVIDERS: ReadonlySet<string> = new Set(providerDomains);
const ROLES: ReadonlySet<string> = new Set(roleNames);

/** `domain` in ASCII and lower case; `localPart` null where only the domain is asked about. */
export function addressFlags(localPart: string | null, domain: string): AddressFlags {
  const disposable = isDisposable(domain);
  return {
    disposable,
    role: localPart !== null && ROLES.has(localPart.toLowerCase().replace(/\+.*$/, '')),
    free: !disposable && PROVIDERS.has(domain),
  };
}

function isDisposable(domain: string): boolean {
  if (DISPOSABLE.has(domain)) return true;
  for (let parent = domain; parent.includes('.'); parent = parent.slice(parent.indexOf('.') + 1)) {
    if (DISPOSABLE_WITH_SUBDOMAINS.has(parent)) return true;
  }
  return false;
}
