import { labelBefore, type PhoneLabel } from './phone-label.ts';
import { hasVariableLength, internationalNumber } from './phone-number.ts';
import type { TextPhone } from './text-phone.ts';

const MAX_DIRECT_DIALS = 200;
const MAX_TRIES = 1000;
const LABEL_CHARS = 40;
/** Words that only stand before an extension. */
const WORDS = 'DW|Durchwahl|Nebenstelle|Nst\\.|Klappe|Kl\\.|ankn\\.|anknytning';
/**
 * The last digits of a number whose first ones stand elsewhere: `Durchwahl -11`, `DW 14`, `Einkauf: -31/-32`, and `-131` in a cell. No
 * temperatures, prices and floors.
 */
const EXTENSION = new RegExp(
  String.raw`(?:(?<=[\s:(/\ue000-\ue002])[-–][ \ue000]?|(?<word>(?<!\p{L})(?:${WORDS})[ :.\ue000]{1,3}[-–]?[ \ue000]?))(?<digits>\d{1,4})(?![\d\p{L}%°€$]|[.,:–/ \ue000-]\d|[ \ue000]?(?:[%°€]|Uhr|Jahre|Grad|km|[cm]?m|kg)(?!\p{L}))`,
  'gu',
);
/** What may stand before digits with a dash: a label with a colon, or another extension. */
const COLON = /:[ \ue000-\ue002]*$/;
const AFTER_EXTENSION = /[-–][ \ue000]?\d{1,4}[ \ue000]?(?:[/,]|und|oder|u\.)[ \ue000]?$/;
const CELL_START = /(?:^|[\t\n])[ \ue000-\ue002]*$/;
const DIRECT = /(?<!\p{L})(?:dire[ck]t\p{L}*|dir\.|ankn\.|anknytning)[ :.\ue000]*$/iu;
/** The end of a number for all extensions: `12345-0` */
const SWITCHBOARD = /[-–/][ \ue000]?(?<last>0{1,2})$/;
/** After the first digits of extensions: `Tel. (06641) 184-`, `9714-…` */
const OPEN_END = /^[ \ue000]?[-–](?:…|\.{2,3}|[xX*]{1,4}|(?=[)\s]|$))/;
const OPEN_CHARS = 6;
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
    const label = labelOf(text, index, word !== undefined);
    if (!label) continue;
    const trunk = trunks.findLast(({ phone }) => phone.index < index) ?? trunks[0]!;
    const number = extended(trunk, digits, word !== undefined || DIRECT.test(lineBefore(text, index)));
    if (!number || number.number === trunk.phone.number.number) continue;
    phones.push({
      number,
      written: `${trunk.phone.written} ${written.trim()}`,
      label,
      index,
      end: index + written.length,
    });
  }
  const numbers = [...found, ...phones].map(({ number }) => number.nationalNumber);
  for (const { phone, isOpen, digits } of trunks)
    if (isOpen && numbers.some((number) => number !== digits && number.startsWith(digits ?? '')))
      beginnings.add(phone);
  return { phones, beginnings };
}

interface Trunk {
  phone: TextPhone;
  /** the national digits before an extension; null if it replaces the last digits of the number */
  digits: string | null;
  /** the number is no number without an extension */
  isOpen: boolean;
}

/** How a number goes on with an extension; null if its country writes none, or it isn't one for a whole office. */
function trunkOf(text: string, phone: TextPhone): Trunk | null {
  const { country, nationalNumber } = phone.number;
  if (country === undefined || phone.label === 'fax') return null;
  if (FIXED.has(country))
    return phone.number.getType() === 'MOBILE' ? null : { phone, digits: null, isOpen: false };
  if (!hasVariableLength(country)) return null;
  if (OPEN_END.test(text.slice(phone.end, phone.end + OPEN_CHARS)))
    return { phone, digits: nationalNumber, isOpen: true };
  const last = SWITCHBOARD.exec(text.slice(phone.index, phone.end))?.groups?.last;
  if (last) return { phone, digits: nationalNumber.slice(0, -last.length), isOpen: false };
  return country === 'AT' ? { phone, digits: nationalNumber, isOpen: false } : null;
}

/** `isDirect`: a word says that the digits are an extension. */
function extended({ phone, digits }: Trunk, extension: string, isDirect: boolean) {
  const { countryCallingCode, nationalNumber } = phone.number;
  if (digits === null && (!isDirect || extension.length < 2)) return null;
  const start = digits ?? nationalNumber.slice(0, -extension.length);
  return internationalNumber(`${countryCallingCode}${start}${extension}`);
}

/** The label of the extension at an offset; null if it is something else. */
function labelOf(text: string, index: number, hasWord: boolean): PhoneLabel {
  const before = lineBefore(text, index);
  // Groups of a whole number: `0211 - 86 72 45`
  if (/\d[ \ue000]*$/.test(before)) return null;
  const label = labelBefore(text, index, Math.max(0, index - LABEL_CHARS));
  if (label === 'other') return null;
  if (label) return label;
  const isLabeled =
    hasWord ||
    DIRECT.test(before) ||
    COLON.test(before) ||
    AFTER_EXTENSION.test(before) ||
    CELL_START.test(before);
  return isLabeled ? 'phone' : null;
}

function lineBefore(text: string, index: number): string {
  const before = text.slice(Math.max(0, index - LABEL_CHARS), index);
  return before.slice(before.lastIndexOf('\n') + 1);
}
