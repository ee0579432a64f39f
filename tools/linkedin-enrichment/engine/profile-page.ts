import { Parser } from 'htmlparser2';
import { linkedinKey } from '#engines/list-items/linkedin.ts';
import { type PersonFacts, personOfJsonLd } from './person-facts.ts';
import { canBeSameName } from './same-person.ts';
import { isOtherProfile } from './same-profile.ts';

/** A saved profile page. */
export interface ProfilePage {
  /** the key of the profile that the page is of; null if it doesn't say, or names several */
  profile: string | null;
  /** null if the page has no person, such as a page that asks to sign in, or if its parts name different people */
  person: PersonFacts | null;
}

const MAX_SCRIPTS = 50;
const MAX_SCRIPT_CHARS = 2_000_000;
const WALL =
  /^(?:sign (?:up|in)|log ?in|join|linkedin|security verification|profile not found|page not found|authwall)\b/i;

/**
 * Reads a saved profile page: the Person of its JSON-LD, else the name, title and company in its title. LinkedIn
 * changes the page without loading a new one, so parts of an earlier profile may be left in it: it must not name
 * two. `wanted`: the key of the profile it should be of. Never throws.
 */
export function readProfilePage(html: string, wanted: string | null = null): ProfilePage {
  const { scripts, addresses, titles } = readTags(html);
  const keys = addresses.flatMap((address) => linkedinKey(address) ?? []);
  const stated = keys[0] ?? null;
  if (stated !== null && keys.some((key) => isOtherProfile(stated, [key])))
    return { profile: null, person: null };
  const documents = scripts.flatMap((script) => parsed(script));
  const found = [
    personOfJsonLd(documents, wanted ?? stated),
    ...titles.map((title) => personOfTitle(title, stated)),
  ].filter((person) => person !== null);
  const [person = null] = found;
  const profile = stated ?? person?.profiles[0] ?? null;
  const name = found.find((candidate) => candidate.name !== null)?.name ?? '';
  if (!person || !found.every((candidate) => canBeSameName(candidate.name ?? name, name)))
    return { profile, person: null };
  // The page's address says whose data it is, unless the data itself says otherwise.
  const own = stated === null || isOtherProfile(stated, person.profiles) ? [] : [stated];
  return { profile, person: { ...person, profiles: [...new Set([...person.profiles, ...own])] } };
}

function readTags(html: string): { scripts: string[]; addresses: string[]; titles: string[] } {
  const scripts: string[] = [];
  const addresses: string[] = [];
  let socialTitle = '';
  let pageTitle = '';
  let inside: 'script' | 'title' | null = null;
  let text = '';
  const parser = new Parser({
    onopentag(name, attributes) {
      const { property = attributes.name ?? '', content = '' } = attributes;
      if (name === 'script' && attributes.type === 'application/ld+json') inside = 'script';
      else if (name === 'title' && pageTitle === '') inside = 'title';
      else if (name === 'link' && attributes.rel === 'canonical') addresses.unshift(attributes.href ?? '');
      else if (name === 'meta' && property === 'og:url') addresses.push(content);
      else if (name === 'meta' && property === 'og:title') socialTitle ||= content;
      text = '';
    },
    ontext(piece) {
      if (inside !== null && text.length < MAX_SCRIPT_CHARS) text += piece;
    },
    oncomment(text) {
      // As Chrome and Edge write it.
      const address = /^\s*saved from url=\(\d+\)(\S+)/.exec(text)?.[1];
      if (address) addresses.push(address);
    },
    onclosetag(name) {
      if (inside === 'script' && name === 'script' && scripts.length < MAX_SCRIPTS) scripts.push(text);
      if (inside === 'title' && name === 'title') pageTitle = text;
      if (name === inside) inside = null;
    },
  });
  parser.write(html);
  parser.end();
  return { scripts, addresses, titles: [socialTitle, pageTitle] };
}

function parsed(script: string): unknown[] {
  try {
    return [JSON.parse(script.trim().replace(/^<!--|-->$/g, ''))];
  } catch {
    return [];
  }
}

/** "Jane Doe - Head of Sales - Acme | LinkedIn", as LinkedIn titles its public pages. */
function personOfTitle(written: string, profile: string | null): PersonFacts | null {
  const title = /^(?:\(\d+\+?\)\s*)?(.+?)\s*\|\s*LinkedIn\s*$/is.exec(written.trim())?.[1]?.slice(0, 300);
  if (!title || WALL.test(title) || profile === null) return null;
  const [name = '', ...rest] = title.split(/\s+[-–—]\s+/).map((part) => part.trim());
  // With two parts, the second is either a title or a company.
  const [job = null, company = null] = rest.length === 2 ? rest : [];
  return {
    name,
    title: job,
    company,
    email: null,
    phone: null,
    location: null,
    website: null,
    profiles: [profile],
  };
}
