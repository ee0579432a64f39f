import { isPostBox, isStreet, isStreetByWord, isSuite } from './address-parts.ts';
import { type AddressContext, addressScore } from './address-score.ts';
import { findCjkAddresses } from './cjk-address.ts';
import { followsOwnName } from './company-mentions.ts';
import { asName, fitsSite, type NameHints, spellsSite } from './company-name.ts';
import { type OtherName, otherNameBefore } from './others-address.ts';
import { isPlaceholderAddress } from './placeholder-address.ts';
import { findPostalAddresses, type PostalAddress } from './postal-address.ts';
import { findRightToLeftAddress } from './right-to-left-address.ts';
import { findSeatAddresses } from './seat-address.ts';
import { findThaiAddresses } from './thai-address.ts';
import { findUncodedAddresses } from './uncoded-address.ts';

const MAX_LIKE = 3;
/** The page of all offices. */
const OFFICES =
  /(?<!\p{L})(?:offices|locations|standorte|büros|niederlassungen|bureaux|agences|oficinas|sedi|uffici|vestigingen|kantoren|escritórios|kontor|biura|pobočky|contact|kontakt|contacto|contatti)(?!\p{L})/iu;
/** A house can be named like the company in it: `Ashbrook House`. */
const BUILDING_NAME = / (?:House|Court|Building|Tower|Towers|Mill|Works|Hall|Chambers)$/;
const LEAST = 0.5;
/** Of an address with a sign that it is the company's. One of several addresses on a page about something else needs one. */
const WITH_SIGN = 1.5;

/** The address of the company that shows the page. Null: none, or nothing tells which of many. */
export function ownAddress(text: string, context: AddressContext): PostalAddress | null {
  const kinds = [
    () => [...findPostalAddresses(text, context.likely), ...findSeatAddresses(text, context.likely)],
    () => [...findCjkAddresses(text), ...findThaiAddresses(text)],
    () => findUncodedAddresses(text, context.likely),
    () => findRightToLeftAddress(text, context.likely) ?? [],
  ];
  const places = new Set<string>();
  let weak: ScoredAddress | null = null;
  for (const find of kinds) {
    const all = [find()].flat();
    if (all.length === 0) continue;
    for (const { street, city } of all) if (!isPostBox(street)) places.add(`${street} ${city}`);
    const found = candidates(text, all, context);
    const needsSign = weak !== null || (places.size > 1 && !context.isOwnPage);
    const isAlone = new Set(all.map(({ street, city }) => `${street} ${city}`)).size === 1;
    const best = likeliest(text, found, {
      ...context,
      isAlone,
      least: needsSign ? WITH_SIGN : LEAST,
    });
    if (best && best.score >= WITH_SIGN) return withoutSiteName(best.address, context.hints);
    weak ??= best;
  }
  return weak && withoutSiteName(weak.address, context.hints);
}

interface ScoredAddress {
  address: PostalAddress;
  score: number;
}

/** The likeliest of some addresses, with at least a score of `least`. Null: none is likely, or nothing tells which. */
function likeliest(
  text: string,
  found: readonly Candidate[],
  context: AddressContext & { isAlone: boolean; least: number },
): ScoredAddress | null {
  const all = found.map(({ address }) => address);
  const isOnly = new Set(all.map(({ street, city }) => `${street} ${city}`)).size === 1;
  const isListed =
    all.length >= 2 && all.filter(({ nameBefore }) => isOthersName(nameBefore, context.hints)).length >= 2;
  const scored = found
    .map(({ address, other }) => ({
      address,
      score: addressScore(text, address, context, {
        other,
        isOnly,
        isAlone: context.isAlone,
        isListed,
      }),
    }))
    .filter(({ score }) => score >= context.least)
    .sort((a, b) => b.score - a.score);
  const [best] = scored;
  if (!best) return null;
  const like = scored.filter(({ score }) => score === best.score).map(({ address }) => address);
  const streets = new Set(like.map(({ street }) => street)).size;
  if (streets > MAX_LIKE) return null;
  const isOneOfOffices =
    (streets > 2 || (streets > 1 && OFFICES.test(context.title))) && areOffices(text, like);
  if (!isOneOfOffices) return best;
  return { address: mostNamed(text, context.title, like), score: best.score };
}

/** The address whose city the page names most often, else the first: companies list their main office first. */
function mostNamed(text: string, title: string, like: readonly PostalAddress[]): PostalAddress {
  const inOrder = like.toSorted((a, b) => a.start - b.start);
  const counts = new Map(
    inOrder.map((address) => [address, `${title}\n${text}`.split(address.city).length] as const),
  );
  return inOrder.reduce((best, address) => (counts.get(address)! > counts.get(best)! ? address : best));
}

/** Whether addresses are of offices side by side: the city of each stands above it, or those of all in one row. */
function areOffices(text: string, like: readonly PostalAddress[]): boolean {
  const cities = like.map(({ city }) => city);
  const isBelowCity = ({ start, city }: PostalAddress): boolean =>
    new RegExp(`(?:^|[\\n\\t])${city.replace(/[^\p{L}\p{N} ]/gu, '.')}(?: office)?:?\\s*$`, 'iu').test(
      text.slice(Math.max(0, start - city.length - 12), start),
    );
  if (like.every(isBelowCity)) return true;
  const first = text.lastIndexOf('\n', Math.min(...like.map(({ start }) => start)) - 1);
  const row = text.slice(text.lastIndexOf('\n', first - 1) + 1, first).split('\t');
  return cities.every((city) => row.some((cell) => cell.trim() === city));
}

/** An address and how surely the words before it name someone else. */
interface Candidate {
  address: PostalAddress;
  other: OtherName | null;
}

/** The addresses that don't belong to someone else. */
function candidates(
  text: string,
  addresses: readonly PostalAddress[],
  { hints, mentions, isOthers }: AddressContext,
): Candidate[] {
  const isOf = (start: number, end: number): boolean =>
    !followsOwnName(text, start, mentions) && (isOthers(start) || isOthers(end));
  return addresses
    .map((address) => ({ address, other: otherNameBefore(text, address.start, hints) }))
    .filter(
      ({ address: { start, end, street, city, postalCode }, other }) =>
        other !== 'sure' && !isOf(start, end) && !isPlaceholderAddress(street, city, postalCode ?? ''),
    );
}

/** Whether a text before a street is a name, and not that of the site. */
function isOthersName(nameBefore: string | null, hints: NameHints): boolean {
  const name = nameBefore && asName(nameBefore);
  return Boolean(name && !fitsSite(name, hints));
}

/** What a street starts with after a name in the same part: `Agência Mandacaru Av. Boa Viagem, 12`, `Ashbrook Dental 4 Mill Road`. */
const STREET_START =
  /^(?:\d{1,5}\p{L}? \p{Lu}|(?:av|avda?|avenida|al|alameda|c\/|calle|carrer|rua|r|rod|rodovia|trav|travessa|via|viale|v\.le|piazza|p\.zza|corso|c\.so|rue|avenue|boulevard|bd|chemin|ul|ulica|os|jl|jalan|jln)[. ])/iu;
const NAME_WORDS = 6;

/** Without the name of the site before the street: `Mill House Nursery, 5 High Street`, `Range Road 22, Acme Movers, Box 71`. */
function withoutSiteName(address: PostalAddress, hints: NameHints): PostalAddress {
  const { street } = address;
  const parts = street.split(', ');
  const own = parts.findLastIndex((part) => !/\d/.test(part) && spellsSite(part, hints));
  const before = parts.slice(0, Math.max(0, own));
  if (before.some((part) => isStreet(part) && !isSuite(part)) && isStreet(parts[own + 1] ?? ''))
    return { ...address, street: parts.slice(own + 1).join(', '), nameBefore: parts[own]! };
  const comma = street.indexOf(', ');
  const ends = [...(comma < 0 ? street : street.slice(0, comma)).matchAll(/ /g)]
    .slice(0, NAME_WORDS)
    .map(({ index }) => index)
    .filter((index) => STREET_START.test(street.slice(index + 1)) && !isSuite(street.slice(0, index)));
  for (const end of comma < 0 ? ends : [comma, ...ends]) {
    const name = street.slice(0, end);
    const rest = street.slice(end).replace(/^,? /, '');
    if (/\d/.test(name) || isSuite(name) || isStreetByWord(name) || BUILDING_NAME.test(name)) continue;
    if (!fitsSite(name, { ...hints, titles: [] }) || isSuite(rest)) continue;
    if (end !== comma || isStreet(rest.split(', ', 1)[0]!) || isStreetByWord(rest))
      return { ...address, street: rest, nameBefore: address.nameBefore ?? name };
  }
  return address;
}
