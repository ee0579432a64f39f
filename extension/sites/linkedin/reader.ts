import type { CutCard, PageCut } from '../../core/page-cut.ts';
import {
  collectRows,
  firstText,
  makeRow,
  oneLine,
  type Reading,
  type Seen,
  segment,
  webUrl,
} from '../../core/reading.ts';
import type { linkedin } from './site.ts';

type Column = (typeof linkedin.columns)[number];
/** The degree of a contact, alone or after the name: "• 2nd", "· 3rd+", "• 2.". */
const DEGREE = /[•·]\s*\d\s*(?:st|nd|rd|th|er|e|º|°|\.)?\+?/u;
/** What stands beside a name. A headline may begin with the same word. */
const NOTE = /^(?:\(?(?:he|she|they)\/\w+\)?|premium|verified|verifiziert)$/i;

/**
 * Reads people of a LinkedIn search or list. The page has no names for its parts, so the order of texts
 * decides: name, degree, headline, place. This holds for every language.
 */
export function read(cut: PageCut): Reading<Column> {
  return collectRows(cut.cards.map(personCard));
}

function personCard(card: CutCard): Seen<Column> {
  const people = card.links.filter((link) => profileSlug(link.href) !== '');
  const slug = profileSlug(people[0]?.href ?? '');
  const named = people.find((link) => profileSlug(link.href) === slug && nameIn(link.text) !== '');
  const name = nameIn(named?.text ?? '');
  const after = card.texts.findIndex((text) => DEGREE.test(text));
  const from = after >= 0 ? after : card.texts.findIndex((text) => nameIn(text) === name);
  const texts = card.texts
    .slice(from + 1)
    .filter((text) => text !== name && !DEGREE.test(text) && !NOTE.test(text));
  const others = texts.filter((text) => !mentions(text, name));
  // Without two others, a text with the name is the headline: "Ada Smith Consulting".
  const lines = others.length < 2 ? texts : others;
  return makeRow(
    [slug.toLowerCase()],
    'name',
    {
      name,
      headline: oneLine(lines[0]),
      location: oneLine(lines[1]),
      profile_url: slug && `https://www.linkedin.com/in/${encodeURIComponent(slug)}`,
    },
    // The list shows both for everyone.
    { headline: name, location: name },
  );
}

function profileSlug(href: string): string {
  const url = webUrl(href);
  return url && segment(url, 0) === 'in' ? segment(url, 1) : '';
}

/** The name in a link's text, without the degree that may follow it. */
function nameIn(text: string): string {
  const degree = DEGREE.exec(text);
  return firstText(degree ? text.slice(0, degree.index) : text).slice(0, 100);
}

/** Screen readers hear "View Ada Smith's profile", "Profil von Ada Smith anzeigen". */
function mentions(text: string, name: string): boolean {
  return name !== '' && text.includes(name) && text.length < name.length + 40;
}
