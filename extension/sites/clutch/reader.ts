import type { CutCard, PageCut } from '../../core/page-cut.ts';
import {
  firstText,
  marksOf,
  markText,
  oneLine,
  type Reading,
  readingOf,
  rowOf,
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
  return readingOf(cut.cards.map(companyCard));
}

function companyCard(card: CutCard): Seen<Column> {
  const slug = slugOf(card);
  return rowOf(
    [slug],
    'name',
    {
      name: firstText(markText(card, 'name'), nameOfProfile(card)),
      website: websiteOf(card),
      rating: ratingOf(card),
      reviews: /(\d[\d,]*)\s+reviews?\b/i.exec(card.texts.join(' ').slice(0, 5000))?.[1]?.replace(/,/g, ''),
      hourly_rate: card.texts.find((text) =>
        /^(?:<\s*)?\$\d[\d,]*(?:\s*[-–]\s*\$\d[\d,]*|\+)?\s*\/\s*hr$/.test(text),
      ),
      min_project: card.texts.find((text) => /^\$\d[\d,]*\+$/.test(text)),
      employees: card.texts.find((text) =>
        /^(?:\d[\d,]*\s*[-–]\s*\d[\d,]*|\d[\d,]*\+|Freelancer)$/.test(text),
      ),
      location: markText(card, 'location'),
      services: servicesOf(card).join('; '),
      profile_url: slug && `https://clutch.co/profile/${encodeURIComponent(slug)}`,
    },
    {
      website: card.links.find(({ text, label }) => /\bwebsite\b/i.test(`${text} ${label}`))?.href,
      rating: markText(card, 'rating'),
    },
  );
}

function slugOf(card: CutCard): string {
  for (const link of card.links) {
    const url = webUrl(link.href);
    if (url && segment(url, 0) === 'profile') return segment(url, 1);
  }
  return '';
}

function nameOfProfile(card: CutCard): string {
  const links = card.links.filter((link) => link.href.includes('/profile/'));
  return firstText(
    ...links.map((link) => link.text).filter((text) => !/^(?:view )?profile$|review/i.test(text)),
  );
}

/** Clutch links through a redirect that names the website, except in sponsored cards. */
function websiteOf(card: CutCard): string {
  return websiteAmong(
    card.links.map(({ href }) => href),
    NOT_WEBSITES,
  );
}

function ratingOf(card: CutCard): string {
  const marks = marksOf(card, 'rating').flatMap((mark) => [mark.value, mark.text]);
  return oneLine([...marks, ...card.texts].find((text) => /^[0-5](?:\.\d)?$/.test(text.trim())));
}

/** "40% Web Design", or the entries of a list of services. */
function servicesOf(card: CutCard): string[] {
  const shares = card.texts.filter((text) => /^\d{1,3}%\s+\S/.test(text));
  const found = shares.length > 0 ? shares : marksOf(card, 'service').map((mark) => oneLine(mark.text));
  return [...new Set(found.filter(Boolean))].slice(0, MAX_SERVICES);
}
