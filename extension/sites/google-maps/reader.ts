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
  websiteAmong,
} from '../../core/reading.ts';
import { GOOGLE, mapsPlaces, placeUrl } from './maps-json.ts';
import type { googleMaps } from './site.ts';

type MapsColumn = (typeof googleMaps.columns)[number];

/** Reads business listings of Google Maps: responses of its searches, cards of the list, and the open place. */
export function read(cut: PageCut): Reading<MapsColumn> {
  return collectRows(seenIn(cut));
}

function* seenIn(cut: PageCut): Generator<Seen<MapsColumn>> {
  for (const text of cut.states) yield* mapsPlaces(text);
  for (const card of cut.cards) {
    yield mapsCard(card, cut.url);
    // A card has one place. One with several is a list whose other places couldn't be read.
    for (let more = 1; more < placesIn(card); more++) yield null;
  }
}

/** The number of places that a card of the list links to. */
function placesIn(card: CutCard): number {
  if (isOpenPlace(card)) return 1;
  return new Set(card.links.map(({ href }) => placeData(href).feature).filter(Boolean)).size;
}

function isOpenPlace(card: CutCard): boolean {
  return marksNamed(card, 'item').length > 0;
}

/** "$$", "€10–20", "$10–20" */
const PRICE =
  /^(?:[$€£¥₹]{1,4}|[$€£¥₹]\s?\d[\d,.]*\s?(?:[–-]\s?[$€£¥₹]?\d[\d,.]*|\+)|\d[\d,.]*\s?[–-]\s?\d[\d,.]*\s?[$€£¥₹])$/;
const PHONE = /^\+?[\d(][\d\s()./-]{6,20}$/;

/** A card of the result list, or the open place (its address is the page's own). Any language. */
function mapsCard(card: CutCard, pageUrl: string): Seen<MapsColumn> {
  // The open place links to others, such as those that people also search for.
  const link = isOpenPlace(card) ? null : card.links.find(({ href }) => href.includes('/maps/place/'));
  if (link === undefined) return null;
  const data = placeData(link?.href ?? pageUrl);
  const name = link ? firstText(link.label, link.text) : markText(card, 'title');
  const ratings = findRating(card);
  const line = infoLine(card, name);
  return makeRow(
    [data.placeId, data.feature],
    'name',
    {
      name,
      category: firstText(markText(card, 'category'), line.category),
      rating: ratings.rating,
      reviews: ratings.reviews,
      address: firstText(item(card, 'address'), line.address),
      // Only a response has the parts of the address and the time zone.
      street: '',
      city: '',
      postal_code: '',
      state: '',
      country_code: '',
      phone: firstText(findPhone(card), line.phone),
      website: findWebsite(card),
      status: statusIn(card),
      hours: firstText(...marksNamed(card, 'hours').map((mark) => mark.value)).replace(/\.\s[^.;]*$/, ''),
      time_zone: '',
      price: card.texts.find((text) => PRICE.test(text)),
      plus_code: item(card, 'oloc'),
      latitude: data.latitude,
      longitude: data.longitude,
      place_id: data.placeId,
      feature_id: data.feature,
      maps_url: data.feature === '' ? (link?.href ?? '').split('?')[0] : placeUrl(data.feature, name),
    },
    {
      website: item(card, 'authority'),
      phone: marksNamed(card, 'item').find((mark) => mark.value.startsWith('phone:'))?.text,
      rating: marksNamed(card, 'rating').find((mark) => /[0-5][.,]\d/.test(mark.value))?.value,
    },
  );
}

function placeData(href: string) {
  const part = (pattern: RegExp) => pattern.exec(href)?.[1] ?? '';
  return {
    placeId: part(/!19s([\w-]{10,100})/),
    feature: part(/!1s(0x[0-9a-f]{1,16}:0x[0-9a-f]{1,16})/),
    latitude: part(/!3d(-?\d{1,3}\.\d+)/),
    longitude: part(/!4d(-?\d{1,3}\.\d+)/),
  };
}

/** The text of the open place's row, for example `address`. */
function item(card: CutCard, id: string): string {
  const found = marksNamed(card, 'item').find((mark) => mark.value === id);
  return oneLine(found?.text);
}

const CLOSED =
  /^(?:open(?: 24 hours)?|(?:temporarily |permanently )?closed|(?:rund um die Uhr |durchgehend )?geöffnet|(?:vorübergehend |dauerhaft )?geschlossen)$/i;

/** "Open ⋅ Closes 6 PM". This dot separates nothing but hours. */
function statusIn(card: CutCard): string {
  const { texts } = card;
  const index = texts.findIndex((text) => text.includes('⋅'));
  if (index < 0) return oneLine(texts.find((text) => CLOSED.test(text)));
  const text = texts[index] ?? '';
  return oneLine(text.trimStart().startsWith('⋅') ? `${texts[index - 1] ?? ''} ${text}` : text);
}

function findPhone(card: CutCard): string {
  const found = marksNamed(card, 'item').find((mark) => mark.value.startsWith('phone:tel:'));
  return found ? firstText(found.value.slice('phone:tel:'.length)) : '';
}

/** Other links of the open place order, book or show a menu, so only its own row for the website counts. */
function findWebsite(card: CutCard): string {
  const among = (name: string) =>
    websiteAmong(
      marksNamed(card, name).map((mark) => mark.value),
      GOOGLE,
    );
  if (isOpenPlace(card)) return among('authority');
  return (
    among('website') ||
    websiteAmong(
      card.links.map(({ href }) => href),
      GOOGLE,
    )
  );
}

/** "4.6 stars 1,234 Reviews", "4,6 Sterne 1.234 Rezensionen", or the texts "4,6" and "(1.234)". */
function findRating(card: CutCard): { rating: string; reviews: string } {
  const found = { rating: '', reviews: '' };
  for (const text of [...marksNamed(card, 'rating').map((mark) => mark.value), ...card.texts]) {
    const both = /^\D{0,20}([0-5][.,]\d)(?!\d)\D{0,40}?(?:(\d[\d.,\s]{0,12})\D{0,40})?$/.exec(text);
    found.rating ||= both?.[1]?.replace(',', '.') ?? '';
    const reviews = both?.[2] ?? /^\((\d[\d.,\s]{0,12})\)$/.exec(text)?.[1] ?? '';
    found.reviews ||= reviews.replace(/\D/g, '');
  }
  return found;
}

/**
 * The lines under the name: "Coffee shop · 12 Main St", then hours and a phone number. The category is the
 * first text that isn't the name, a number or a price, and the address follows the dot after it.
 */
function infoLine(card: CutCard, name: string): { category: string; address: string; phone: string } {
  const texts = card.texts
    .flatMap((text) => text.split(/\s*[·⋅]\s*/).map((part, index) => (index > 0 ? ['·', part] : [part])))
    .flat()
    .map(oneLine)
    .filter((text) => text === '·' || /[\p{L}\d]/u.test(text));
  const category = texts.findIndex((text) => /\p{L}{3}/u.test(text) && text !== name && !/^[\d(]/.test(text));
  const dot = texts.indexOf('·', category);
  const address = dot < 0 ? '' : (texts.slice(dot).find((text) => text !== '·') ?? '');
  return {
    category: category < 0 ? '' : (texts[category] ?? ''),
    address: PHONE.test(address) ? '' : address,
    phone: texts.find((text) => PHONE.test(text) && text.replace(/\D/g, '').length >= 7) ?? '',
  };
}
