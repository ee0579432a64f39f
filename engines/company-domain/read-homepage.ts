import { Parser } from 'htmlparser2';
import { withoutWww } from '#contract/without-www.ts';

/** Where a page states a name. */
export type NameSource =
  | 'json-ld'
  | 'site-name'
  | 'title'
  | 'copyright'
  | 'imprint'
  | 'logo'
  | 'heading'
  | 'text';

export interface StatedName {
  source: NameSource;
  text: string;
}

/** What a homepage says about its company. */
export interface Homepage {
  title: string;
  names: StatedName[];
  /** the first visible text, at most `TEXT_CHARS` characters */
  text: string;
  /** visible words on the whole page */
  wordCount: number;
  description: string;
  language: string | null;
  /** ISO codes from structured data */
  countries: string[];
  /** other sites that the page links to, by host */
  linkedHosts: string[];
  /** icons of the site, best first */
  icons: string[];
  hasPassword: boolean;
  /** where a meta refresh sends browsers that run scripts */
  refreshesTo: string | null;
  /** where a page without content sends the browser: meta refresh or a single frame */
  forwardsTo: string | null;
}

const TEXT_CHARS = 20_000;
const MAX_NAMES = 60;
const MAX_NAME_CHARS = 200;
const MAX_HOSTS = 300;
const MAX_JSON_CHARS = 200_000;
/** The parser's time grows with the square of the depth. Real pages stay far below. */
const MAX_DEPTH = 2_000;
const MAX_HTML_CHARS = 3_000_000;
const HIDDEN = new Set(['script', 'style', 'noscript', 'template', 'svg', 'iframe', 'select']);
const BLOCKS = new Set(
  'p div li ul ol h1 h2 h3 h4 h5 h6 br tr td th table section article header footer main nav form dt dd address aside hr'.split(
    ' ',
  ),
);
const ORGANIZATION =
  /^(?:https?:\/\/schema\.org\/)?(?:\w*Organization|Corporation|\w*Business|\w*Store|\w*Agency|\w*Service|Brand|Airline|Hotel|Restaurant|Bakery|Dentist|Physician|Hospital|MedicalClinic|Attorney|Notary|School|CollegeOrUniversity|NGO|OnlineBusiness|OnlineStore|Library|Museum)$/;
const COPYRIGHT = /(?:©|\(c\)|copyright|&copy;)\s*(?:©\s*)?(.{2,160})/iu;
/** Lines of an imprint: "Angaben gemäß § 5 TMG: Acme GmbH", "Company name: Acme Ltd". */
const IMPRINT =
  /(?:angaben gem(?:ä|ae)(?:ß|ss)[^:\n]{0,20}:?|diensteanbieter:|betreiber:|company name:|registered (?:name|office|in england)[^:]{0,20}:|raison sociale\s*:|denominación social\s*:|ragione sociale\s*:|is a trading name of|operated by|a brand of)\s*(.{2,120})/iu;

/** Reads a homepage in one pass. `url` is its final address. Never throws; broken parts are skipped. */
export function readHomepage(html: string, url: string): Homepage {
  const page: Homepage = {
    title: '',
    names: [],
    text: '',
    wordCount: 0,
    description: '',
    language: null,
    countries: [],
    linkedHosts: [],
    icons: [],
    hasPassword: false,
    refreshesTo: null,
    forwardsTo: null,
  };
  const icons: { url: string; rank: number }[] = [];
  const hosts = new Set<string>();
  const hidden: string[] = [];
  let depth = 0;
  let json: string | null = null;
  let jsonBytes = 0;
  let title: string | null = null;
  let heading: string | null = null;
  let text = '';
  let frame: string | null = null;

  const state = (source: NameSource, value: string | undefined) => {
    const clean = (value ?? '').replace(/\s+/g, ' ').trim();
    if (clean === '' || clean.length > MAX_NAME_CHARS || page.names.length >= MAX_NAMES) return;
    page.names.push({ source, text: detached(clean) });
  };
  const resolve = (href: string | undefined): URL | null => {
    if (!href || !URL.canParse(href, url)) return null;
    const target = new URL(href, url);
    return target.protocol === 'http:' || target.protocol === 'https:' ? target : null;
  };

  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        depth += 1;
        if (depth > MAX_DEPTH) throw new TooDeep();
        if (tag === 'script' && /ld\+json/i.test(attributes.type ?? '') && jsonBytes < MAX_JSON_CHARS)
          json = '';
        if (HIDDEN.has(tag)) hidden.push(tag);
        if (BLOCKS.has(tag)) text += '\n';
        if (tag === 'html') page.language = attributes.lang ? detached(attributes.lang.toLowerCase()) : null;
        else if (tag === 'title' && page.title === '' && hidden.length === 0) title = '';
        else if (tag === 'h1' && heading === null) heading = '';
        else if (tag === 'input' && attributes.type?.toLowerCase() === 'password') page.hasPassword = true;
        else if (tag === 'meta') readMeta(attributes);
        else if (tag === 'link') readLink(attributes);
        else if (tag === 'img' && isLogo(attributes)) {
          state('logo', (attributes.alt ?? '').replace(/\b(?:logo|home|homepage|startseite)\b/gi, ' '));
        } else if (tag === 'a' && hosts.size < MAX_HOSTS) {
          const target = resolve(attributes.href);
          if (target) hosts.add(withoutWww(target.hostname));
        } else if (tag === 'frame' || tag === 'iframe') frame ??= resolve(attributes.src)?.href ?? null;
      },
      ontext(chunk) {
        if (json !== null) json += chunk;
        else if (title !== null) title += chunk;
        else if (hidden.length === 0) {
          if (heading !== null && heading !== '\u0000') heading += chunk;
          text += chunk;
        }
      },
      onclosetag(tag) {
        depth -= 1;
        if (tag === 'script' && json !== null) {
          jsonBytes += json.length;
          if (jsonBytes <= MAX_JSON_CHARS) readJsonLd(json);
          json = null;
        }
        if (hidden.at(-1) === tag) hidden.pop();
        if (BLOCKS.has(tag)) text += '\n';
        if (tag === 'title' && title !== null) {
          page.title = detached(title.replace(/\s+/g, ' ').trim().slice(0, 500));
          title = null;
        } else if (tag === 'h1' && heading !== null && heading !== '\u0000') {
          state('heading', heading);
          heading = '\u0000';
        }
      },
    },
    { decodeEntities: true, lowerCaseTags: true },
  );

  function readMeta(attributes: Record<string, string>): void {
    const name = (attributes.property ?? attributes.name ?? '').toLowerCase();
    const { content = '' } = attributes;
    if (name === 'og:site_name' || name === 'application-name' || name === 'apple-mobile-web-app-title')
      state('site-name', content);
    else if (name === 'description' || name === 'og:description')
      page.description ||= detached(content.slice(0, 1000));
    else if (name === 'author' || name === 'copyright' || name === 'publisher') state('copyright', content);
    else if (attributes['http-equiv']?.toLowerCase() === 'refresh') {
      const target = /url\s*=\s*['"]?([^'"]+)/i.exec(content)?.[1];
      const forward = resolve(target?.trim())?.href ?? null;
      page.forwardsTo ??= forward;
      if (!hidden.includes('noscript')) page.refreshesTo ??= forward;
    }
  }

  function readLink(attributes: Record<string, string>): void {
    const rel = (attributes.rel ?? '').toLowerCase();
    if (!/\bicon\b|apple-touch-icon/.test(rel) || /mask-icon/.test(rel)) return;
    const target = resolve(attributes.href);
    // A vector image can carry scripts, so it isn't used.
    if (!target || /svg/i.test(attributes.type ?? '') || /\.svg$/i.test(target.pathname)) return;
    const size = Number(/^(\d+)x/i.exec(attributes.sizes ?? '')?.[1] ?? (rel.includes('apple') ? 180 : 16));
    icons.push({ url: target.href, rank: size > 512 ? 1 : size });
  }

  function readJsonLd(source: string): void {
    let value: unknown;
    try {
      value = JSON.parse(source);
    } catch {
      return;
    }
    let visited = 0;
    const visit = (node: unknown, depth: number): void => {
      visited += 1;
      if (depth > 8 || visited > 2_000 || typeof node !== 'object' || node === null) return;
      if (Array.isArray(node)) {
        for (const child of node) visit(child, depth + 1);
        return;
      }
      const record = node as Record<string, unknown>;
      const types = [record['@type']].flat().map(String);
      const isSite = types.includes('WebSite');
      if (isSite || types.some((type) => ORGANIZATION.test(type))) {
        const stated = isSite ? 'site-name' : 'json-ld';
        for (const key of ['name', 'legalName', 'alternateName'])
          for (const value of [record[key]].flat()) if (typeof value === 'string') state(stated, value);
        readAddress(record.address);
      }
      // The parent, members, reviewers and authors are other organizations.
      for (const [key, value] of Object.entries(record))
        if (/^(?:@graph|mainEntity|publisher|about|isPartOf|itemListElement)$/.test(key))
          visit(value, depth + 1);
    };
    visit(value, 0);
  }

  function readAddress(value: unknown): void {
    for (const address of [value].flat()) {
      if (typeof address !== 'object' || address === null) continue;
      const { addressCountry: country } = address as Record<string, unknown>;
      const code =
        typeof country === 'object' && country !== null ? (country as Record<string, unknown>).name : country;
      if (typeof code === 'string' && page.countries.length < 5)
        page.countries.push(detached(code.slice(0, 60)));
    }
  }

  try {
    parser.write(html.slice(0, MAX_HTML_CHARS));
    parser.end();
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
  }

  for (const segment of titleSegments(page.title)) state('title', segment);
  const lines = text
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean);
  for (const line of lines) {
    const copyright = COPYRIGHT.exec(line)?.[1];
    if (copyright) for (const owner of copyrightOwners(copyright)) state('copyright', owner);
  }
  for (const [index, line] of lines.entries()) {
    const imprint =
      IMPRINT.exec(`${line}\n`)?.[1] ?? (IMPRINT_TITLE.test(line) ? lines[index + 1] : undefined);
    if (imprint) state('imprint', imprint.split(/[,|·•]|\s[–—-]\s/)[0]);
  }
  const visible = lines.join('\n');
  page.wordCount = visible.split(/\s+/).filter(Boolean).length;
  // The end has the footer.
  page.text =
    visible.length <= TEXT_CHARS
      ? visible
      : `${visible.slice(0, TEXT_CHARS / 2)}\n${visible.slice(-TEXT_CHARS / 2)}`;
  page.linkedHosts = [...hosts];
  page.icons = icons.sort((a, b) => b.rank - a.rank).map((icon) => icon.url);
  if (page.wordCount < 20) page.forwardsTo ??= frame;
  return page;
}

/** Ends the reading of a page that is nested too deeply. */
class TooDeep extends Error {}

const IMPRINT_TITLE =
  /^(?:impressum|imprint|mentions légales|legal notice|aviso legal|note legali|colophon)$/iu;

/** A copy, since a part of a string keeps the whole page in memory. */
function detached(text: string): string {
  return ` ${text}`.slice(1);
}

/** "Acme Widgets | Home – Quality since 1920" -> its parts. */
function titleSegments(title: string): string[] {
  return title
    .split(/\s*[|·•»«›:：｜/]\s+|\s+[–—-]+\s+|\s*[|·•｜]\s*|,\s+/u)
    .map((segment) =>
      segment.replace(/^(?:welcome to|willkommen bei|bienvenue chez|home of|benvenuti da)\s+/i, '').trim(),
    )
    .filter(Boolean)
    .slice(0, 8);
}

/** "2019–2024 Acme Ltd. All rights reserved." -> "Acme Ltd". */
function copyrightOwners(text: string): string[] {
  const owner = text
    .replace(/(?:19|20)\d\d(?:\s*[-–—/,]\s*(?:(?:19|20)?\d\d|present|today))?/g, ' ')
    .replace(
      /\b(?:all rights? reserved|alle rechte vorbehalten|tous droits réservés|todos los derechos reservados|tutti i diritti riservati|wszelkie prawa zastrzeżone|alle rechten voorbehouden|todos os direitos reservados|copyright|powered by|designed by|website by).*$/iu,
      ' ',
    )
    .replace(/^[\s,.;:|©-]*(?:by|von|par|por|di)?\s+/iu, '')
    .split(/\s*[|·•]\s*|\s+[–—-]\s+/)[0]!
    .replace(/[\s,.;:|-]+$/u, (end) => (end.startsWith('.') ? '.' : ''))
    .trim();
  return owner.length > 1 ? [owner] : [];
}

function isLogo({ alt, class: className, id, src }: Record<string, string>): boolean {
  return (
    Boolean(alt) && /logo|brand/i.test(`${alt} ${className ?? ''} ${id ?? ''} ${(src ?? '').slice(-80)}`)
  );
}
