import type { AddressField } from './address-fields.ts';

/** Whom an address asks for by name: addresses, LinkedIn profiles, domains. */
export interface AskedByName {
  emails: string[];
  profiles: string[];
  domains: string[];
}

/** Words of every field that name one person or one firm; most searches name nobody. */
export function askedByName(fields: readonly AddressField[]): AskedByName {
  const asked: AskedByName = { emails: [], profiles: [], domains: [] };
  for (const { name, values } of fields) {
    for (const word of values.flatMap((value) => value.split(/[\s,;]+/))) {
      if (/^[^@]+@[^@]+\.[^@]+$/.test(word)) asked.emails.push(word);
      else if (/linkedin\.[a-z.]+\/in\//i.test(word)) asked.profiles.push(word);
      else if (/domain/i.test(name) && word.includes('.')) asked.domains.push(word);
    }
  }
  return asked;
}
