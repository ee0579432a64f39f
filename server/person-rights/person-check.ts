import { checkAgainst, namedTexts } from '../opt-outs/contact-check.ts';
import { entrySpellings, identities, type OptOut, parseOptOut } from '../opt-outs/opt-out-entry.ts';
import { OperatorError } from '../platform/operator-error.ts';

/** An address, profile or phone of the person. */
export type PersonEntry = OptOut & { kind: 'email' | 'profile' | 'phone' };

/** Reads what the operator typed. Throws OperatorError, with what is wrong. */
export function parsePerson(texts: readonly string[]): PersonEntry[] {
  const entries = texts.map((text): PersonEntry => {
    const parsed = parseOptOut(text);
    if (!parsed.ok) throw new OperatorError(`${parsed.reason}.`);
    const { kind, value } = parsed.entry;
    if (kind === 'domain')
      throw new OperatorError(
        `${value} is a domain, which has many people. Enter the email address, LinkedIn profile or phone of one person.`,
      );
    if (kind === 'email_sha256' || kind === 'phone_sha256')
      throw new OperatorError('A hash names no one. Enter an email address, a LinkedIn profile or a phone.');
    return { kind, value };
  });
  return [...new Map(entries.map((entry) => [`${entry.kind}:${entry.value}`, entry])).values()];
}

/** Finds the texts that name a person. */
export interface PersonCheck {
  /** The texts of a value that name the person, by their fields. Empty: it doesn't. */
  textsNaming(value: unknown): Record<string, string>;
}

/** Checks texts as the opt-out list does, so that what a report finds is what an erasure removes. */
export function personCheck(person: readonly PersonEntry[]): PersonCheck {
  const entryKey = ({ kind, value }: OptOut) => `${kind}:${value}`;
  const all = new Set(person.flatMap(entrySpellings).map(entryKey));
  const isListed = checkAgainst({
    hasPhones: person.some(({ kind }) => kind === 'phone'),
    includesAny: (entries) => entries.some((entry) => all.has(entryKey(entry))),
  });
  return {
    textsNaming(value) {
      const found: Record<string, string> = {};
      for (const { field, text } of namedTexts(value)) {
        if (!isListed(field, text)) continue;
        // Of a file, only the lines with the person: the others are about others.
        const lines = text.split('\n').filter((line) => isListed(field, line));
        const own = lines.length > 0 ? lines.join('\n') : text;
        found[field] = found[field] === undefined ? own : `${found[field]}\n${own}`;
      }
      return found;
    },
  };
}

/** A value as its fields and their texts, for a report. */
export function allTexts(value: unknown): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { field, text } of namedTexts(value))
    found[field] = found[field] === undefined ? text : `${found[field]}\n${text}`;
  return found;
}

/** Addresses, profiles and phones in texts about one person that aren't those that were searched. */
export function otherIdentifiers(
  texts: { emails: readonly string[]; profiles: readonly string[]; phones: readonly string[] },
  person: readonly PersonEntry[],
): string[] {
  const known = new Set(person.flatMap(entrySpellings).map(({ kind, value }) => `${kind}:${value}`));
  const isKnown = (entries: readonly OptOut[]) =>
    entries.some(({ kind, value }) => known.has(`${kind}:${value}`));
  const others = (
    cells: readonly string[],
    kind: PersonEntry['kind'],
    entriesOf: (text: string) => OptOut[],
  ) =>
    cells
      .flatMap((cell) => cell.split(/[\n,;|]+|\s{2,}/))
      .map((text) => text.trim())
      .filter((text) => {
        const entries = entriesOf(text).filter((entry) => entry.kind === kind);
        return entries.length > 0 && !isKnown(entries);
      });
  return [
    ...new Set([
      ...others(texts.emails, 'email', (text) => identities({ emails: [text], websites: [] })),
      ...others(texts.profiles, 'profile', (profile) => identities({ emails: [], websites: [], profile })),
      ...others(texts.phones, 'phone', (phone) => identities({ emails: [], websites: [], phones: [phone] })),
    ]),
  ];
}
