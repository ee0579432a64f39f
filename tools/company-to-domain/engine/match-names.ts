import { type CompanyName, registrable } from '#engines/company-domain/company-name.ts';
import { stripAttached, stripLegalForms } from '#engines/company-domain/legal-forms.ts';
import { domainSpellings, isConnector, nameKey, nameWords } from '#engines/company-domain/name-words.ts';
import { isGenericWord, isPlaceWord } from './generic-words.ts';

/**
 * How a stated name relates to the company's: the same, another of its names, without a word such as "group", only
 * a part of it, with more words, or with the place of a branch.
 */
export type Match = 'exact' | 'other-name' | 'generic-missing' | 'part' | 'extra' | 'branch' | 'none';

/** The words and legal forms of a name on a page. */
export function readStated(text: string): { words: string[]; forms: string[] } {
  const attached = stripAttached(text.normalize('NFKC').toLowerCase());
  const stripped = stripLegalForms(nameWords(attached.forms.length > 0 ? attached.text : text));
  const words =
    stripped.words[0] === 'the' && stripped.words.length > 1 ? stripped.words.slice(1) : stripped.words;
  return { words, forms: [...attached.forms, ...stripped.forms] };
}

/** How a stated name relates to the company's. */
export function matchNames(name: CompanyName, stated: readonly string[]): Match {
  const key = nameKey(stated);
  if (key === '') return 'none';
  if (key === name.key || key === name.legalKey) return 'exact';
  if (name.others.includes(key)) return 'other-name';
  const own = name.words.filter((word) => word !== 'and');
  const said = stated.filter((word) => word !== 'and');
  const missing = own.filter((word) => !said.includes(word));
  const extra = said.filter((word) => !own.includes(word));
  const shared = own.length - missing.length;
  if (shared === 0 || own[0] !== said[0]) {
    // Romanized and compound spellings.
    return domainSpellings(name.short).some((spelling) => spelling.replaceAll(' ', '') === key)
      ? 'exact'
      : 'none';
  }
  const optional = (word: string) => isGenericWord(word) && !isPlaceWord(word);
  if (
    missing.every(optional) &&
    extra.every(optional) &&
    said.length > 0 &&
    own.some((word) => !isGenericWord(word))
  )
    return 'generic-missing';
  if (missing.length === 0) return extra.some(isPlaceWord) ? 'branch' : 'extra';
  if (extra.length === 0) return 'part';
  return 'none';
}

/** "acme.com" or "www.acme.com" */
export function isDomainName(text: string): boolean {
  return (
    /^(?:https?:\/\/)?[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+\/?$/u.test(text.trim()) &&
    registrable(text.trim()) !== null
  );
}

/** What start-ups add when their name is taken. */
const AFFIXED: readonly ((label: string) => string)[] = [
  ...['get', 'try', 'use', 'join', 'go', 'hello', 'the', 'my'].map(
    (prefix) => (label: string) => prefix + label,
  ),
  ...['hq', 'app', 'inc', 'group', 'online', 'global', 'tech', 'labs'].map(
    (suffix) => (label: string) => label + suffix,
  ),
];

/** Whether a domain is made of the company's name: all of it, with a word such as "get", or a part. */
export function labelMatch(name: CompanyName, domain: string): 'full' | 'affixed' | 'part' | null {
  const label = domain.slice(0, domain.indexOf('.')).replaceAll('-', '');
  const spellings = domainSpellings(name.short);
  for (const spelling of spellings) {
    const words = spelling.split(' ');
    const joined = [words.join(''), words.filter((_, index) => !isConnector(words, index)).join('')];
    if (joined.includes(label)) return 'full';
    if (joined.some((joinedName) => AFFIXED.some((affixed) => affixed(joinedName) === label)))
      return 'affixed';
  }
  if (name.domain === domain) return 'full';
  const words = (spellings[0] ?? '').split(' ');
  const initials = words.map((word) => word[0]).join('');
  if (label.length > 1 && label === initials) return 'part';
  if ((words[0]?.length ?? 0) >= 3 && label.startsWith(words[0] ?? '')) return 'part';
  return spellings.some((spelling) => label.includes(spelling.replaceAll(' ', ''))) ? 'part' : null;
}
