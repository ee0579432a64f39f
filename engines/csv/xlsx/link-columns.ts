import { headerKey, isHeader, namesColumn } from '../column-roles.ts';
import type { SheetRow } from './sheet-rows.ts';

/** Where the addresses behind the cells of a sheet go. */
export interface LinkColumns {
  /** the row with the names of the columns; 0 if none has any */
  headerRow: number;
  names: readonly string[];
  /** the places of the columns that are added, by the places of those with texts */
  added: ReadonlyMap<number, number>;
}

/** Rows among which the one with the names of the columns is: lines of a title may be above it. */
const HEADER_ROWS = 5;

/** Of a column whose first text has none, so that it is taken for its name. */
const LEAST_LINKS = 2;

/** Texts that only say that there is a link, by `headerKey`. */
const LINK_WORDS = new Set(
  `link links url web www site website websites webpage page homepage home domain profile profiles linkedin linkedinprofile
  linkedinurl viewprofile viewlinkedin openprofile view open visit visitsite visitwebsite viewwebsite openwebsite gotowebsite goto see show
  here clickhere click more readmore details email emails mail sendemail emailme contact twitter x facebook instagram youtube xing crunchbase
  webseite zurwebseite internetseite seite profil zumprofil offnen anzeigen ansehen besuchen hier mehr siteweb sitewebs lien voir ouvrir ici
  sitio sitioweb enlace ver abrir perfil verperfil aqui sito sitoweb apri vedi profilo qui bekijk bekijken openen hierklicken hemsida lank visa
  strona otworz zobacz`.split(/\s+/),
);

/** Finds where the addresses of a sheet go, from all of its rows: no cell has a text there. */
export function* linkColumns(
  rows: Generator<SheetRow[], unknown>,
  maxColumns: number,
): Generator<void, LinkColumns> {
  const first: SheetRow[] = [];
  const named = new Set<number>();
  const used = new Set<number>();
  const texts = new Map<number, number>();
  const links = new Map<number, number>();
  const found: { header: SheetRow | null } = { header: null };
  const look = (row: SheetRow) => {
    for (const [column] of row.links ?? [])
      if (!isLinkWord(row.cells[column] ?? '', found.header?.cells[column])) named.add(column);
  };
  const start = () => {
    found.header = headerOf(first);
    for (const row of first) look(row);
  };
  for (let step = rows.next(); !step.done; step = rows.next()) {
    for (const row of step.value) {
      for (const [column, cell] of row.cells.entries()) {
        if (cell === '') continue;
        used.add(column);
        texts.set(column, (texts.get(column) ?? 0) + 1);
      }
      for (const [column] of row.links ?? []) {
        used.add(column);
        links.set(column, (links.get(column) ?? 0) + 1);
      }
      if (first.length >= HEADER_ROWS) look(row);
      else if (first.push(row) === HEADER_ROWS) start();
    }
    yield;
  }
  if (first.length < HEADER_ROWS) start();
  const added = new Map<number, number>();
  const linked = [...named].sort((a, b) => a - b);
  let [place = 0] = linked;
  for (const column of linked) {
    while (used.has(place)) place += 1;
    if (place >= maxColumns) break;
    added.set(column, place);
    place += 1;
  }
  // Names that we don't know are above columns most of whose texts have a link.
  const row = firstRowOf(first);
  const above = row ? first.slice(0, first.indexOf(row) + 1) : [];
  const isNamed = (column: number) => {
    const below = (texts.get(column) ?? 0) - above.filter(({ cells }) => cells[column]).length;
    const count = links.get(column) ?? 0;
    return count >= LEAST_LINKS && count * 2 > below;
  };
  const header = found.header ?? (linked.some(isNamed) ? row : null);
  return { headerRow: header?.row ?? 0, names: header?.cells ?? [], added };
}

/** The row with the names of the columns; null if it names no known column. */
function headerOf(rows: readonly SheetRow[]): SheetRow | null {
  const first = firstRowOf(rows);
  return first && namesColumn(first.cells) ? first : null;
}

/** The first row of the table, with half as many cells as the fullest; null if it has links or addresses. */
function firstRowOf(rows: readonly SheetRow[]): SheetRow | null {
  const filled = ({ cells }: SheetRow) => cells.filter((cell) => cell !== '').length;
  const most = Math.max(0, ...rows.map(filled));
  const found = rows.find((row) => filled(row) * 2 >= most);
  return found && !found.links && isHeader(found.cells) ? found : null;
}

/** Whether a text only says that there is a link: such a word, or the name of its column. */
function isLinkWord(text: string, name: string | undefined): boolean {
  const key = headerKey(text);
  return key === '' || LINK_WORDS.has(key) || (name !== undefined && key === headerKey(name));
}

/**
 * A row with the addresses behind its cells: in place of a text that only says that there is a link, or else in a column that is
 * added. A column that gets one has such texts only if its own name is one: "Website".
 */
export function withLinks(row: SheetRow, { headerRow, names, added }: LinkColumns): SheetRow {
  const cells = [...row.cells];
  const put = (place: number, text: string) => {
    while (cells.length < place) cells.push('');
    cells[place] = text;
  };
  if (row.row === headerRow)
    for (const [column, place] of added) put(place, `${names[column] || `Column ${column + 1}`} link`);
  for (const [column, address] of row.links ?? []) {
    const place = added.get(column);
    // "Visa" among other companies is one, too.
    const hasWords = place === undefined || LINK_WORDS.has(headerKey(names[column] ?? ''));
    if (hasWords && isLinkWord(row.cells[column] ?? '', names[column])) put(column, address);
    else if (place !== undefined) put(place, address);
  }
  return { row: row.row, cells };
}
