import { readEmail } from '../../list-items/email.ts';
import { websitesIn } from '../../list-items/several.ts';
import { prefixed, readXml } from './read-xml.ts';
import type { UnpackBudget, ZipParts } from './zip-parts.ts';

/** Addresses behind cells, by `placeKey`. */
export type SheetLinks = ReadonlyMap<number, string>;

/** What may still be looked through for links in a file, so that a small one can't run for hours or fill the memory. */
export interface LinkBudget extends UnpackBudget {
  /** cells that links name, each time */
  cells: number;
  /** of their addresses and ids */
  chars: number;
}

/** Excel takes 65,530 links in a sheet, of 2,079 characters. */
const LINKED_CELLS_MAX = 70_000;
const ADDRESS_MAX_CHARS = 2100;
const LINKS_MAX_CHARS = 20_000_000;
/** Where a sheet is looked through for links that formulas make. Who has them has them in the first rows, too. */
const SCANNED_BYTES = 4_000_000;
const LINK_FORMULA = 'HYPERLINK(';
const COLUMNS_OF_EXCEL = 16_384;

/** For one file. `bytes`: of the parts that are looked through. */
export function linkBudget(bytes: number): LinkBudget {
  return { bytes, cells: LINKED_CELLS_MAX, chars: LINKS_MAX_CHARS };
}

/** A cell as one number. `row` from 1, `column` from 0. */
export function placeKey(row: number, column: number): number {
  return row * COLUMNS_OF_EXCEL + column;
}

/** The links of a sheet that formulas don't make, as many as its file may have. Only a part that refers to addresses is looked through. */
export function* readSheetLinks(
  zip: ZipParts,
  part: string,
  budget: LinkBudget,
): Generator<void, SheetLinks> {
  const links = new Map<number, string>();
  const slash = part.lastIndexOf('/') + 1;
  const relations = `${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`;
  const targets = zip.has(relations) ? yield* readTargets(zip, relations, budget) : new Map<string, string>();
  if (targets.size === 0) return links;
  yield* readXml(zip.unpack(part, budget), {
    open(name, attributes) {
      if (name !== 'hyperlink') return;
      const target = targets.get(prefixed(attributes, 'id') ?? '');
      if (target === undefined) return;
      const { ref = '', location = '' } = attributes;
      let address = target;
      if (location !== '') {
        budget.chars -= target.length + location.length;
        if (budget.chars < 0) return;
        address = `${target}#${location.slice(0, ADDRESS_MAX_CHARS)}`;
      }
      for (const key of placesOf(ref)) {
        budget.cells -= 1;
        if (budget.cells < 0) return;
        links.set(key, address);
      }
    },
  });
  return links;
}

function* readTargets(
  zip: ZipParts,
  relations: string,
  budget: LinkBudget,
): Generator<void, Map<string, string>> {
  const targets = new Map<string, string>();
  yield* readXml(zip.unpack(relations, budget), {
    open(name, { Id = '', Type = '', Target = '', TargetMode }) {
      if (name !== 'Relationship' || TargetMode !== 'External' || !Type.endsWith('/hyperlink')) return;
      const address = linkAddress(Target);
      if (address === null) return;
      budget.chars -= Id.length + address.length;
      if (budget.chars >= 0) targets.set(Id, address);
    },
  });
  return targets;
}

/** "B2" and "B2:B9" as the keys of their cells. Nothing for anything else. */
function* placesOf(ref: string): Generator<number> {
  const found = /^\$?([A-Z]{1,3})\$?(\d{1,7})(?::\$?([A-Z]{1,3})\$?(\d{1,7}))?$/.exec(ref);
  if (!found) return;
  const [, column = '', row = '', lastColumn = column, lastRow = row] = found;
  const [first, last] = [columnNumber(column), columnNumber(lastColumn)];
  if (last < first) return;
  for (let at = Number(row); at <= Number(lastRow); at += 1)
    for (let place = first; place <= last; place += 1) yield placeKey(at, place);
}

function columnNumber(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** Whether formulas of a sheet make links. Reads only its start. */
export function hasLinkFormulas(zip: ZipParts, part: string, budget: UnpackBudget): boolean {
  const decoder = new TextDecoder('latin1');
  let [end, read] = ['', 0];
  for (const piece of zip.unpack(part, budget)) {
    const text = end + decoder.decode(piece);
    if (text.includes(LINK_FORMULA)) return true;
    end = text.slice(-LINK_FORMULA.length);
    read += piece.length;
    if (read > SCANNED_BYTES) return false;
  }
  return false;
}

/**
 * What a formula links to and shows, if the formula itself has them: `HYPERLINK("https://acme.com","Website")`. `text` is empty if it
 * computes it.
 */
export function formulaLink(formula: string): { address: string; text: string } | null {
  const found = /^\s*HYPERLINK\(\s*"((?:[^"]|"")*)"\s*(?:\)|,\s*(?:"((?:[^"]|"")*)"\s*\))?)/i.exec(formula);
  if (!found) return null;
  const [target = '', text = ''] = found.slice(1).map((each = '') => each.replaceAll('""', '"'));
  const address = linkAddress(target);
  return address === null ? null : { address, text };
}

/** A web address, or the email or phone number of a link; null for other links, such as to files and cells. */
function linkAddress(target: string): string | null {
  const link = target.trim();
  if (link.length > ADDRESS_MAX_CHARS) return null;
  if (/^https?:\/\/\S+$/i.test(link)) return link;
  const [, scheme = '', rest = ''] = /^(mailto|tel):([^?]+)/i.exec(link) ?? [];
  return scheme === '' ? null : decoded(rest).trim() || null;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Whether a cell shows an address itself, so that the one behind it adds nothing. */
export function showsAddress(text: string, address: string): boolean {
  const shown = text.trim();
  if (shown === '') return false;
  if (!/^https?:/i.test(address) && !address.includes('@')) return /\d{4}/.test(shown.replace(/\D/g, ''));
  return readEmail(shown).ok || (!/\s/.test(shown) && websitesIn(shown).length > 0);
}
