import type { AddressField } from './address-fields.ts';

/** People and companies that a search names directly. */
export interface NamedTargets {
  emails: string[];
  profiles: string[];
  domains: string[];
}

/** Finds the emails, LinkedIn profiles and domains in the values of all fields. Most searches have none. */
export function namedTargets(fields: readonly AddressField[]): NamedTargets {
  const targets: NamedTargets = { emails: [], profiles: [], domains: [] };
  for (const { name, values } of fields) {
    for (const word of values.flatMap((value) => value.split(/[\s,;]+/))) {
      if (/^[^@]+@[^@]+\.[^@]+$/.test(word)) targets.emails.push(word);
      else if (/linkedin\.[a-z.]+\/in\//i.test(word)) targets.profiles.push(word);
      else if (/domain/i.test(name) && word.includes('.')) targets.domains.push(word);
    }
  }
  return targets;
}
