import type { CutCard, PageCut } from '../../core/page-cut.ts';
import {
  collectRows,
  firstText,
  makeRow,
  marksNamed,
  markText,
  oneLine,
  type Reading,
  type Seen,
  segment,
  websiteAmong,
  webUrl,
} from '../../core/reading.ts';
import type { clutch } from './site.ts';

type Column = (typeof clutch.columns)[number];
const MAX_SERVICES = 10;
const NOT_WEBSITES =
  /(?:^|\.)(?:clutch\.co|linkedin\.com|facebook\.com|twitter\.com|x\.com|instagram\.com|youtube\.com|google\.com)$/;

/** Reads companies of Clutch from the cards of a directory page. Clutch is in English only. */
export function read(cut: PageCut): Reading<Column> {
  return collectRows(cut.cards.map(companyCard));
}

function companyCard(card: CutCard): Seen<Column> {
  const slug = profileSlug(card);
  return makeRow(
    [slug],
    'name',
    {
      name: firstText(markText(card, 'name'), profileName(card)),
      website: findWebsite(card),
      rating: findRating(card),
      reviews: /(\d[\d,]*)\s+reviews?\b/i.exec(card.texts.join(' ').slice(0, 5000))?.[1]?.replace(/,/g, ''),
      hourly_rate: card.texts.find((text) =>
        /^(?:<\s*)?\$\d[\d,]*(?:\s*[-–]\s*\$\d[\d,]*|\+)?\s*\/\s*hr$/.test(text),
      ),
      min_project: card.texts.find((text) => /^\$\d[\d,]*\+$/.test(text)),
      employees: card.texts.find((text) =>
        /^(?:\d[\d,]*\s*[-–]\s*\d[\d,]*|\d[\d,]*\+|Freelancer)$/.test(text),
      ),
      location: markText(card, 'location'),
      services: findServices(card).join('; '),
      profile_url: slug && `https://clutch.co/profile/${encodeURIComponent(slug)}`,
    },
    {
      website: card.links.find(({ text, label }) => /\bwebsite\b/i.test(`${text} ${label}`))?.href,
      rating: markText(card, 'rating'),
      hourly_rate: card.texts.find((text) => /\d\s*\/\s*h(?:ou)?r\b/i.test(text)),
    },
  );
}

function profileSlug(card: CutCard): string {
  for (const link of card.links) {
    const url = webUrl(link.href);
    if (url && segment(url, 0) === 'profile') return segment(url, 1);
  }
  return '';
}

function profileName(card: CutCard): string {
  const links = card.links.filter((link) => link.href.includes('/profile/'));
  return firstText(
    ...links.map((link) => link.text).filter((text) => !/^(?:view )?profile$|review/i.test(text)),
  );
}

/** Clutch links through a redirect that names the website, except in sponsored cards. */
function findWebsite(card: CutCard): string {
  return websiteAmong(
    card.links.map(({ href }) => href),
    NOT_WEBSITES,
  );
}

function findRating(card: CutCard): string {
  const marks = marksNamed(card, 'rating').flatMap((mark) => [mark.value, mark.text]);
  return oneLine([...marks, ...card.texts].find((text) => /^[0-5](?:\.\d)?$/.test(text.trim())));
}

/** "40% Web Design", or the entries of a list of services. */
function findServices(card: CutCard): string[] {
  const shares = card.texts.filter((text) => /^\d{1,3}%\s+\S/.test(text));
  const found = shares.length > 0 ? shares : marksNamed(card, 'service').map((mark) => oneLine(mark.text));
  return [...new Set(found.filter(Boolean))].slice(0, MAX_SERVICES);
}
