import { Parser } from 'htmlparser2';
import { readCompanyData } from './company-data.ts';
import { collectLinks } from './page-links.ts';
import {
  type AddName,
  addOwners,
  addTitle,
  collectNames,
  detached,
  type StatedName,
} from './stated-names.ts';

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
const MAX_TITLE_CHARS = 500;
const MAX_DESCRIPTION_CHARS = 1000;
const MAX_COUNTRIES = 5;
const MAX_JSON_CHARS = 200_000;
/** The parser's time grows with the square of the depth. Real pages stay far below. */
const MAX_DEPTH = 2_000;
const MAX_HTML_CHARS = 3_000_000;
/** A page with fewer words can be only the frame of another one. */
const FRAME_WORDS = 20;
const HIDDEN = new Set(['script', 'style', 'noscript', 'template', 'svg', 'iframe', 'select']);
const BLOCKS = new Set(
  'p div li ul ol h1 h2 h3 h4 h5 h6 br tr td th table section article header footer main nav form dt dd address aside hr'.split(
    ' ',
  ),
);
const SITE_NAMES = new Set(['og:site_name', 'application-name', 'apple-mobile-web-app-title']);
const OWNERS = new Set(['author', 'copyright', 'publisher']);
const DESCRIPTIONS = new Set(['description', 'og:description']);

/** Reads a homepage in one pass. `url` is its final address. Never throws; broken parts are skipped. */
export function readHomepage(html: string, url: string): Homepage {
  const { names, add } = collectNames();
  const { links, readTag } = collectLinks(url);
  const { lines, ...facts } = scan(html, { add, readTag });
  addTitle(facts.title, add);
  addOwners(lines, add);
  const visible = lines.join('\n');
  const wordCount = visible.split(/\s+/).filter(Boolean).length;
  const forwardsTo = links.forwardsTo ?? (wordCount < FRAME_WORDS ? links.frame : null);
  return {
    ...facts,
    names,
    // The end has the footer.
    text:
      visible.length <= TEXT_CHARS
        ? visible
        : `${visible.slice(0, TEXT_CHARS / 2)}\n${visible.slice(-TEXT_CHARS / 2)}`,
    wordCount,
    linkedHosts: [...links.hosts],
    icons: links.icons.sort((a, b) => b.rank - a.rank).map((icon) => icon.url),
    refreshesTo: links.refreshesTo,
    forwardsTo,
  };
}

interface Scan extends Pick<Homepage, 'title' | 'description' | 'language' | 'countries' | 'hasPassword'> {
  /** the visible text */
  lines: string[];
}

interface TagReaders {
  add: AddName;
  readTag: ReturnType<typeof collectLinks>['readTag'];
}

/** Reads all tags and texts of a page in their order. Stops at a tag that is nested too deeply. */
function scan(html: string, { add, readTag }: TagReaders): Scan {
  const found: Scan = {
    title: '',
    description: '',
    language: null,
    countries: [],
    hasPassword: false,
    lines: [],
  };
  function readMeta({ property, name = '', content = '' }: Record<string, string>): void {
    const kind = (property ?? name).toLowerCase();
    if (SITE_NAMES.has(kind)) add('site-name', content);
    else if (OWNERS.has(kind)) add('copyright', content);
    else if (DESCRIPTIONS.has(kind)) found.description ||= detached(content.slice(0, MAX_DESCRIPTION_CHARS));
  }

  const hidden: string[] = [];
  let depth = 0;
  let json: string | null = null;
  let jsonChars = 0;
  let title: string | null = null;
  /** the text of the first heading while it is open */
  let heading: string | null = null;
  let hasHeading = false;
  let text = '';

  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        depth += 1;
        if (depth > MAX_DEPTH) throw new TooDeep();
        if (tag === 'script' && /ld\+json/i.test(attributes.type ?? '') && jsonChars < MAX_JSON_CHARS)
          json = '';
        if (HIDDEN.has(tag)) hidden.push(tag);
        if (BLOCKS.has(tag)) text += '\n';
        readTag(tag, attributes, hidden.includes('noscript'));
        if (tag === 'html') found.language = attributes.lang ? detached(attributes.lang.toLowerCase()) : null;
        else if (tag === 'title' && found.title === '' && hidden.length === 0) title = '';
        else if (tag === 'h1' && !hasHeading) {
          heading = '';
          hasHeading = true;
        } else if (tag === 'input' && attributes.type?.toLowerCase() === 'password') found.hasPassword = true;
        else if (tag === 'meta') readMeta(attributes);
        else if (tag === 'img' && isLogo(attributes)) {
          add('logo', (attributes.alt ?? '').replace(/\b(?:logo|home|homepage|startseite)\b/gi, ' '));
        }
      },
      ontext(chunk) {
        if (json !== null) json += chunk;
        else if (title !== null) title += chunk;
        else if (hidden.length === 0) {
          if (heading !== null) heading += chunk;
          text += chunk;
        }
      },
      onclosetag(tag) {
        depth -= 1;
        if (tag === 'script' && json !== null) {
          jsonChars += json.length;
          if (jsonChars <= MAX_JSON_CHARS) found.countries.push(...readCompanyData(json, add));
          json = null;
        }
        if (hidden.at(-1) === tag) hidden.pop();
        if (BLOCKS.has(tag)) text += '\n';
        if (tag === 'title' && title !== null) {
          found.title = detached(title.replace(/\s+/g, ' ').trim().slice(0, MAX_TITLE_CHARS));
          title = null;
        } else if (tag === 'h1' && heading !== null) {
          add('heading', heading);
          heading = null;
        }
      },
    },
    { decodeEntities: true, lowerCaseTags: true },
  );

  try {
    parser.write(html.slice(0, MAX_HTML_CHARS));
    parser.end();
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
  }
  const lines = text.split('\n').map((line) => line.replace(/\s+/g, ' ').trim());
  return {
    ...found,
    countries: found.countries.slice(0, MAX_COUNTRIES).map(detached),
    lines: lines.filter(Boolean),
  };
}

/** Ends the reading of a page that is nested too deeply. */
class TooDeep extends Error {}

function isLogo({ alt, class: className, id, src }: Record<string, string>): boolean {
  return (
    Boolean(alt) && /logo|brand/i.test(`${alt} ${className ?? ''} ${id ?? ''} ${(src ?? '').slice(-80)}`)
  );
}
