import { companySite } from '#engines/list-items/company-site.ts';
import { immediateArguments } from '../emails/script-functions.ts';
import { scriptTokens } from '../emails/script-tokens.ts';
import type { IslandData } from './island-json.ts';

/** Emails and phones in the data of a page, as written. */
export interface IslandContacts {
  emails: string[];
  telephones: string[];
  /** the site's own addresses by the object that keeps them, with its phones */
  objects: { emails: string[]; telephones: string[] }[];
}

const MAX_NODES = 8000;
const MAX_DEPTH = 60;
const MAX_TEXT = 5000;
/** The patterns of names try each place of one. No name of a field is longer. */
const MAX_NAME = 60;
/** With more values than this, the page lists the contacts of others. */
const MAX_VALUES = 3;

const EMAIL_KEY = /^(?:.*_)?(?:.*e-?mail.*|mail|e-?post|correo|courriel|correu)$/i;
const PHONE_KEY =
  /^(?:.*(?:phone|telefon[oe]?|fon)(?:number|_number|no|nr)?|tel|tlf|t[ée]l[ée]phone|telephone|mobile|handy|cell|puhelin|telefone?)$/i;
const NOT_KEY =
  /placeholder|label|error|regex|pattern|mask|format|valid|subject|template|title|text|tag|verified|type|icon|hint|field|required|enabled|optin/i;
/** Whose data it is: of others, or of forms. */
const OTHERS =
  /^(?:.*(?:partner|listing|result|vendor|seller|author|review|member|comment|testimonial|agency|credit|platform|builder|sponsor|dealer|job|recruiter|applicant|candidate|customer|order|post|article|account|session|placeholder|translation|consent|cookie|cmp|support_?provider|hosting|verb[aä]nd|association|authorit|distribut|supplier|client|brand).*s?|users?|viewer|me|items|cars|form|forms|i18n|messages|locale|intl|errors|validation|people|team|employees|events?)$/i;
const OTHERS_KEY =
  /seller|author|user|partner|agency|recruiter|applicant|candidate|reviewer|dealer|platform/i;
/** Where a site keeps what all its pages show. */
const OWN =
  /^(?:.*(?:contact|kontakt|contatt|contato|footer|header|site|settings|global|company|business|organi[sz]ation|store|shop|location|office|clinic|klinik|praxis|hotel|restaurant|empresa|firma|entreprise|bedrijf|impressum|info).*)$/i;
const LINK = /^\s*(?<scheme>mailto|tel):(?<value>[^"'<>\s]+)/i;
const LINKS_IN_HTML = /href=\\?["'](?<scheme>mailto|tel):(?<value>[^"'<>\\]+)/gi;
const EMAIL = /^[\w.+-]{1,64}@[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z]{2,24}$/i;
const PHONE = /^\+?[\d(][\d\s()./-]{6,20}\d$/;
/** `email: "info@acme.com"` of an object literal, or `email: a` with a parameter. */
const PAIR =
  /\b(?<key>[A-Za-z_]\w{1,30})["']?\s*:\s*(?:"(?<double>[^"\\\n]{5,80})"|'(?<single>[^'\\\n]{5,80})'|(?<name>[A-Za-z_$][\w$]{0,3})(?=[,}]))/g;
const MAX_PAIRS = 2000;

/**
 * The contacts that the data of a page holds for the site itself: an address at its own domain, or one that the data
 * keeps with the site's settings, company or contacts. Values of lists, partners, forms and accounts are left out.
 */
export function islandContacts(data: IslandData, ownDomains: ReadonlySet<string>): IslandContacts {
  const emails = new Map<string, boolean>();
  const telephones = new Map<string, boolean>();
  const objects = new Map<unknown, { emails: string[]; telephones: string[] }>();
  let nodes = 0;
  const kinds = new Map<string, { others: boolean; own: boolean }>();
  const kindOf = (name: string): { others: boolean; own: boolean } => {
    const known = kinds.get(name) ?? { others: OTHERS.test(name), own: OWN.test(name) };
    kinds.set(name, known);
    return known;
  };
  const keep = (object: unknown, kind: 'emails' | 'telephones', value: string): void => {
    const kept = objects.get(object) ?? { emails: [], telephones: [] };
    kept[kind].push(value);
    objects.set(object, kept);
  };
  const take = (key: string, written: string, path: readonly string[], object: unknown): void => {
    const value = written.trim();
    const isEmail = value.includes('@') && EMAIL.test(value);
    // Most texts are neither, and names of objects take longer to check.
    if (!isEmail && !(PHONE_KEY.test(key) && isPhone(value))) return;
    if (NOT_KEY.test(key)) return;
    const others = OTHERS_KEY.test(key) || path.some((name) => kindOf(name).others);
    const own = kindOf(key).own || path.some((name) => kindOf(name).own);
    if (isEmail) {
      const isOwn = ownDomains.has(companySite(value.slice(value.lastIndexOf('@') + 1)) ?? '');
      if (isOwn || (own && !others && EMAIL_KEY.test(key))) emails.set(value.toLowerCase(), isOwn);
      if (isOwn && !others && EMAIL_KEY.test(key)) keep(object, 'emails', value.toLowerCase());
    } else if (!others) {
      telephones.set(value, own);
      keep(object, 'telephones', value);
    }
  };
  const takeLink = (scheme: string, value: string, path: readonly string[], object: unknown): void => {
    const key = scheme.toLowerCase() === 'tel' ? 'tel' : 'email';
    take(key, decoded(value).replace(/\?.*$/, ''), path, object);
  };
  const visit = (
    node: unknown,
    key: string,
    path: readonly string[],
    depth: number,
    object: unknown,
  ): void => {
    nodes += 1;
    if (nodes > MAX_NODES || depth > MAX_DEPTH) return;
    if (typeof node === 'string') {
      if (node.length > MAX_TEXT) return;
      const link = LINK.exec(node)?.groups;
      if (link) takeLink(link.scheme!, link.value!, path, object);
      else if (node.includes('href=')) {
        for (const { groups } of node.matchAll(LINKS_IN_HTML))
          takeLink(groups!.scheme!, groups!.value!, path, object);
      } else if (node.length <= 80) take(key, node, path, object);
      return;
    }
    if (typeof node !== 'object' || node === null) return;
    if (Array.isArray(node)) {
      // Astro and Livewire wrap each value in a list with its kind, so the key stays.
      for (const item of node) visit(item, key, path, depth + 1, object);
      return;
    }
    for (const [name, value] of Object.entries(node)) {
      if (name.length > MAX_NAME) continue;
      const inner = typeof value === 'object' ? [...path, name.replace(/:.*$/, '')] : path;
      visit(value, name, inner, depth + 1, node);
    }
  };
  for (const value of data.values) visit(value, '', [], 0, null);
  for (const literal of data.literals) {
    const bound = literal.includes('function(') ? immediateArguments(scriptTokens(literal)) : null;
    let pairs = 0;
    for (const { groups, index } of literal.matchAll(PAIR)) {
      pairs += 1;
      if (pairs > MAX_PAIRS) break;
      const value = groups!.double ?? groups!.single ?? bound?.get(groups!.name!) ?? '';
      if (!value.includes('@') && !/\d{2}/.test(value)) continue;
      const { keys, object } = openObjects(literal, index);
      take(groups!.key!, value, keys, object);
    }
  }
  const withEmails = [...objects.values()].filter((object) => object.emails.length > 0);
  return { emails: chosen(emails), telephones: chosen(telephones), objects: withEmails };
}

/** The names of the objects of a literal that are open at an offset, the inner ones only, and where the innermost starts. */
function openObjects(literal: string, index: number): { keys: string[]; object: string } {
  const from = Math.max(0, index - 400);
  const before = literal.slice(from, index);
  const keys: string[] = [];
  let object = '';
  let depth = 0;
  for (let i = before.length - 1; i >= 0 && keys.length < 5; i -= 1) {
    const char = before[i];
    if (char === '}' || char === ']') depth += 1;
    else if (char === '{' || char === '[') {
      if (depth > 0) depth -= 1;
      else {
        object ||= `${from + i}`;
        const name = /(?<key>[A-Za-z_]\w*)["']?\s*:\s*$/.exec(before.slice(Math.max(0, i - 40), i))?.groups
          ?.key;
        if (name) keys.push(name);
      }
    }
  }
  return { keys, object };
}

/** A number that isn't an ID: it has a plus or its parts are apart, and it isn't an example. */
function isPhone(value: string): boolean {
  const digits = value.replace(/\D/g, '');
  if (!PHONE.test(value) || digits.length < 7 || digits.length > 15) return false;
  if (!/^\+|^0\d|[\s()./-]/.test(value)) return false;
  return !/^1?5555555|^1234567|(\d)\1{6}|5555555$/.test(digits) && !/^\d{4}-\d\d-\d\d/.test(value);
}

/** Those that are kept with the site's own, else all if they are few. */
function chosen(values: ReadonlyMap<string, boolean>): string[] {
  const own = [...values].filter(([, isOwn]) => isOwn).map(([value]) => value);
  const taken = own.length > 0 ? own : [...values.keys()];
  return taken.length <= MAX_VALUES ? taken : [];
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
