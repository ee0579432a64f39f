import { type EmailCandidate, rankCandidates } from '#engines/email-candidates/email-candidates.ts';
import type { EmailRequest } from './email-request.ts';

/** Who a request is about, as far as a list of those who do not want to be listed can tell. */
export interface OptOutKeys {
  /** addresses that are theirs, or may be, in lower case */
  emails: readonly string[];
  domains: readonly string[];
}

/** The operator's list of people and firms that asked not to be listed: a port. A promise that rejects ends the run. */
export interface OptOutList {
  /** Whether there is anybody on it. */
  hasAny(): Promise<boolean>;
  /** Whether any of these addresses or domains is on it. */
  lists(asked: OptOutKeys): Promise<boolean>;
}

/**
 * What of a request may stand on the list. The list holds addresses and no names, so a person is on it when any address is that
 * their name may have at the domain: rather one too many is left alone than one who asked for it is found.
 */
export function optOutKeys(request: EmailRequest): OptOutKeys {
  const { domain } = request;
  if (request.kind === 'address') {
    const whole = request.address.canonical.toLowerCase();
    const untagged = `${request.address.local.toLowerCase().replace(/\+.*$/, '')}@${domain}`;
    return { emails: [...new Set([whole, untagged])], domains: [domain] };
  }
  const every: EmailCandidate[] = rankCandidates(request.name, { domain, limit: Number.POSITIVE_INFINITY });
  return { emails: every.map(({ localPart }) => `${localPart}@${domain}`.toLowerCase()), domains: [domain] };
}

/** Those of the requests of one domain that are on the list, asked about together first: mostly there are none. */
export async function findOptedOut<T extends { request: EmailRequest }>(
  list: OptOutList,
  requests: readonly T[],
): Promise<ReadonlySet<T>> {
  const found = new Set<T>();
  if (!(await list.hasAny())) return found;
  const asked = requests.map((one) => ({ one, of: optOutKeys(one.request) }));
  const all = {
    emails: asked.flatMap(({ of }) => of.emails),
    domains: [...new Set(asked.flatMap(({ of }) => of.domains))],
  };
  if (!(await list.lists(all))) return found;
  for (const { one, of } of asked) if (await list.lists(of)) found.add(one);
  return found;
}
