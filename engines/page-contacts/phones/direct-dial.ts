import { labelBefore, type PhoneLabel } from './phone-label.ts';
import { internationalNumber } from './phone-number.ts';
import type { TextPhone } from './text-phone.ts';

const MAX_DIRECT_DIALS = 200;
const MAX_TRIES = 1000;
const LABEL_CHARS = 40;
/** Words that only stand before an extension. */
const WORDS = 'DW|Durchwahl|Nebenstelle|Nst\\.|Klappe|ankn\\.|anknytning';
/** The digits of an extension: `-11`, `DW 14`. Nothing but the end of an entry or another extension may follow. */
const EXTENSION = new RegExp(
  String.raw`(?:(?<=[\s:(/\ue000-\ue002])[-–][ \ue000]?|(?<word>(?<!\p{L})(?:${WORDS})[ :.\ue000]{1,3}[-–]?[ \ue000]?))(?<digits>\d{1,4})(?=[ \ue000]?(?:$|[\n\t,;·|)]|/[ \ue000]?-|und\s-|[.](?:\s|$)))`,
  'gu',
);
/** Between two extensions of one label: `Einkauf: -31/-32` */
const CONTINUES = /^[ \ue000]?(?:[/,]|und)[ \ue000]?$/;
const COLON = /\p{L}:[ \ue000-\ue002]*$/u;
/** Lines between a switchboard and an extension with another label than one for phones: `Einkauf: -31` */
const MAX_LINES = 2;
const MAX_DISTANCE = 160;
const CELL_START = /(?:^|[\t\n])[ \ue000-\ue002]*$/;
const DIRECT = /(?<!\p{L})(?:dire[ck]t\p{L}*|dir\.|ankn\.|anknytning)[ :.\ue000]*$/iu;
/** The end of a number for all extensions: `12345-0` */
const SWITCHBOARD = /[-–/][ \ue000]?(?<last>0{1,2})$/;
/** After the first digits of extensions: `Tel. (06641) 184-`, `9714-…` */
const OPEN_END = /^[-–](?:…|\.{2,3}|[xX*]{1,4}|(?=[)\t\n]|$))/;
const OPEN_CHARS = 6;
/** Countries whose offices add digits to a number. */
const ADDED = new Set(['DE', 'AT']);
/** Countries with numbers of one length whose offices name the last digits of a line. */
const FIXED = new Set(['SE', 'NO', 'DK', 'FI', 'CH']);

/** The direct numbers of a text, and the numbers that turned out to be the first digits of others. */
export interface DirectDials {
  phones: TextPhone[];
  beginnings: ReadonlySet<TextPhone>;
}

/** Numbers of which only the extensions are written, after the switchboard of the same office. */
export function directDials(text: string, found: readonly TextPhone[]): DirectDials {
  const phones: TextPhone[] = [];
  const beginnings = new Set<TextPhone>();
  const trunks = found
    .map((phone) => trunkOf(text, phone))
    .filter((trunk) => trunk !== null)
    .sort((a, b) => a.phone.index - b.phone.index);
  if (trunks.length === 0) return { phones, beginnings };
  let tries = 0;
  for (const { index, 0: written, groups } of text.matchAll(EXTENSION)) {
    tries += 1;
    if (phones.length >= MAX_DIRECT_DIALS || tries > MAX_TRIES) break;
    const { digits = '', word } = groups!;
    const end = index + written.length;
    const trunk = trunks.findLast(({ phone }) => phone.index < index) ?? trunks[0]!;
    const before = [phones.at(-1), trunk.phone].find(
      (phone) => phone && phone.end <= index && CONTINUES.test(text.slice(phone.end, index)),
    );
    const label = before ? (before.label ?? 'phone') : labelOf(text, index, { trunk, digits, word });
    const isDirect = word !== undefined || DIRECT.test(lineBefore(text, index));
    const number = label ? extended(trunk, digits, isDirect) : null;
    if (!number || number.number === trunk.phone.number.number) continue;
    phones.push({ number, written: `${trunk.phone.written} ${written.trim()}`, label, index, end });
  }
  const numbers = [...found, ...phones].map(({ number }) => number.nationalNumber);
  for (const { phone, kind, digits } of trunks)
    if (kind === 'open' && numbers.some((number) => number !== digits && number.startsWith(digits ?? '')))
      beginnings.add(phone);
  return { phones, beginnings };
}

interface Trunk {
  phone: TextPhone;
  /** the national digits before an extension; null if it replaces the last digits of the number */
  digits: string | null;
  /** `open`: no number without an extension; `switchboard`: it ends with 0 for all; `whole`: a number like others */
  kind: 'open' | 'switchboard' | 'whole';
}

/** How a number goes on with an extension; null if its country writes none, or it isn't one for a whole office. */
function trunkOf(text: string, phone: TextPhone): Trunk | null {
  const { country, nationalNumber } = phone.number;
  if (country === undefined || phone.label === 'fax') return null;
  if (FIXED.has(country))
    return phone.number.getType() === 'MOBILE' ? null : { phone, digits: null, kind: 'whole' };
  if (!ADDED.has(country)) return null;
  if (OPEN_END.test(text.slice(phone.end, phone.end + OPEN_CHARS)))
    return { phone, digits: nationalNumber, kind: 'open' };
  const last = SWITCHBOARD.exec(text.slice(phone.index, phone.end))?.groups?.last;
  if (last) return { phone, digits: nationalNumber.slice(0, -last.length), kind: 'switchboard' };
  return country === 'AT' ? { phone, digits: nationalNumber, kind: 'whole' } : null;
}

/** `isDirect`: a word says that the digits are an extension. */
function extended({ phone, digits, kind }: Trunk, extension: string, isDirect: boolean) {
  const { countryCallingCode, nationalNumber } = phone.number;
  if (kind === 'whole' && !isDirect) return null;
  if (digits === null && extension.length < 2) return null;
  const start = digits ?? nationalNumber.slice(0, -extension.length);
  return internationalNumber(`${countryCallingCode}${start}${extension}`);
}

/**
 * The label of the digits at an offset; null if they aren't an extension but a temperature, a floor, a price or an item of a list. A word
 * for extensions or phones stands before them, the name of an office with a colon just after the switchboard, or they are a cell below `184-`.
 */
function labelOf(
  text: string,
  index: number,
  { trunk, digits, word }: { trunk: Trunk; digits: string; word: string | undefined },
): PhoneLabel {
  const before = lineBefore(text, index);
  // Groups of a whole number: `0211 - 86 72 45`
  if (/\d[ \ue000]*$/.test(before)) return null;
  const label = labelBefore(text, index, Math.max(0, index - LABEL_CHARS));
  if (label === 'other') return null;
  if (label) return label;
  if (word !== undefined || DIRECT.test(before)) return 'phone';
  if (CELL_START.test(before)) return trunk.kind === 'open' ? 'phone' : null;
  const between = text.slice(trunk.phone.end, index);
  const isBelow = between.length <= MAX_DISTANCE && between.split('\n').length <= MAX_LINES + 1;
  return COLON.test(before) && digits.length > 1 && isBelow ? 'phone' : null;
}

function lineBefore(text: string, index: number): string {
  const before = text.slice(Math.max(0, index - LABEL_CHARS), index);
  return before.slice(before.lastIndexOf('\n') + 1);
}
