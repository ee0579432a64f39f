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

/** Takes a name that a page states. Blank and very long ones aren't kept. */
export type AddName = (source: NameSource, text: string) => void;

const MAX_NAMES = 60;
const MAX_NAME_CHARS = 200;
const MAX_TITLE_NAMES = 8;

const COPYRIGHT = /(?:©|\(c\)|copyright|&copy;)\s*(?:©\s*)?(.{2,160})/iu;
/** Lines of an imprint: "Angaben gemäß § 5 TMG: Acme GmbH", "Company name: Acme Ltd". */
const IMPRINT =
  /(?:angaben gem(?:ä|ae)(?:ß|ss)[^:\n]{0,20}:?|diensteanbieter:|betreiber:|company name:|registered (?:name|office|in england)[^:]{0,20}:|raison sociale\s*:|denominación social\s*:|ragione sociale\s*:|is a trading name of|operated by|a brand of)\s*(.{2,120})/iu;
const IMPRINT_TITLE =
  /^(?:impressum|imprint|mentions légales|legal notice|aviso legal|note legali|colophon)$/iu;

/** The names of a page in the order in which they are stated. */
export function collectNames(): { names: StatedName[]; add: AddName } {
  const names: StatedName[] = [];
  return {
    names,
    add(source, text) {
      const clean = text.replace(/\s+/g, ' ').trim();
      if (clean === '' || clean.length > MAX_NAME_CHARS || names.length >= MAX_NAMES) return;
      names.push({ source, text: detached(clean) });
    },
  };
}

/** A copy, since a part of a string keeps the whole page in memory. */
export function detached(text: string): string {
  return ` ${text}`.slice(1);
}

/** Adds the parts of a title: "Acme Widgets | Home – Quality since 1920". */
export function addTitle(title: string, add: AddName): void {
  const segments = title
    .split(/\s*[|·•»«›:：｜/]\s+|\s+[–—-]+\s+|\s*[|·•｜]\s*|,\s+/u)
    .map((segment) =>
      segment.replace(/^(?:welcome to|willkommen bei|bienvenue chez|home of|benvenuti da)\s+/i, '').trim(),
    )
    .filter(Boolean);
  for (const segment of segments.slice(0, MAX_TITLE_NAMES)) add('title', segment);
}

/** Adds the owners in copyright lines, and then the names in lines of an imprint. */
export function addOwners(lines: readonly string[], add: AddName): void {
  for (const line of lines) {
    const copyright = COPYRIGHT.exec(line)?.[1];
    if (copyright) add('copyright', copyrightOwner(copyright));
  }
  for (const [index, line] of lines.entries()) {
    const imprint =
      IMPRINT.exec(`${line}\n`)?.[1] ?? (IMPRINT_TITLE.test(line) ? lines[index + 1] : undefined);
    if (imprint) add('imprint', imprint.split(/[,|·•]|\s[–—-]\s/)[0] ?? '');
  }
}

/** "2019–2024 Acme Ltd. All rights reserved." -> "Acme Ltd". Empty if a single letter is left. */
function copyrightOwner(text: string): string {
  const [owner = ''] = text
    .replace(/(?:19|20)\d\d(?:\s*[-–—/,]\s*(?:(?:19|20)?\d\d|present|today))?/g, ' ')
    .replace(
      /\b(?:all rights? reserved|alle rechte vorbehalten|tous droits réservés|todos los derechos reservados|tutti i diritti riservati|wszelkie prawa zastrzeżone|alle rechten voorbehouden|todos os direitos reservados|copyright|powered by|designed by|website by).*$/iu,
      ' ',
    )
    .replace(/^[\s,.;:|©-]*(?:by|von|par|por|di)?\s+/iu, '')
    .split(/\s*[|·•]\s*|\s+[–—-]\s+/);
  const name = owner.replace(/[\s,.;:|-]+$/u, (end) => (end.startsWith('.') ? '.' : '')).trim();
  return name.length > 1 ? name : '';
}
