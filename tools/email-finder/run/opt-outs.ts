import { type EmailCandidate, rankCandidates } from '../engine/email-candidates.ts';
import type { EmailRequest } from '../engine/email-request.ts';

/** The entries of an opt-out list that would match a request. */
export interface OptOutKeys {
  /** every address that the person may have, in lower case */
  emails: readonly string[];
  domains: readonly string[];
}

/** The operator's list of people and companies that opted out. A port; a rejected promise ends the run. */
export interface OptOutList {
  /** Whether the list has any entry. */
  hasAny(): Promise<boolean>;
  /** Whether the list contains any of these addresses or domains. */
  lists(keys: OptOutKeys): Promise<boolean>;
}

/**
 * The keys of a request. The list has addresses and no names, so a person counts as opted out if the list has
 * any address that their name could have at the domain. We rather skip one person too many than find someone
 * who opted out.
 */
export function optOutKeys(request: EmailRequest): OptOutKeys {
  const { domain } = request;
  if (request.kind === 'address') {
    const whole = request.address.canonical.toLowerCase();
    const untagged = `${request.address.local.toLowerCase().replace(/\+.*$/, '')}@${domain}`;
    return { emails: [...new Set([whole, untagged])], domains: [domain] };
  }
  const candidates: EmailCandidate[] = rankCandidates(request.name, {
    domain,
    limit: Number.POSITIVE_INFINITY,
  });
  return {
    emails: candidates.map(({ localPart }) => `${localPart}@${domain}`.toLowerCase()),
    domains: [domain],
  };
}

/** The requests of one domain that opted out. Usually none did, so one query for all of them comes first. */
export async function findOptedOut<T extends { request: EmailRequest }>(
  list: OptOutList,
  requests: readonly T[],
): Promise<ReadonlySet<T>> {
  const found = new Set<T>();
  if (!(await list.hasAny())) return found;
  const entries = requests.map((one) => ({ one, keys: optOutKeys(one.request) }));
  const all = {
    emails: entries.flatMap(({ keys }) => keys.emails),
    domains: [...new Set(entries.flatMap(({ keys }) => keys.domains))],
  };
  if (!(await list.lists(all))) return found;
  for (const { one, keys } of entries) if (await list.lists(keys)) found.add(one);
  return found;
}
