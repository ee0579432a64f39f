import { builtInFormat, type NumberFormat, readNumberFormat } from './number-text.ts';
import { isOn, prefixed, readXml } from './read-xml.ts';
import { WorkbookFault } from './workbook-fault.ts';
import { openZip, type UnpackBudget, type ZipParts } from './zip-parts.ts';

/** A sheet of a workbook. */
export interface SheetInfo {
  name: string;
  /** people don't see it in their program */
  isHidden: boolean;
}

/** What a workbook has besides its rows. */
export interface WorkbookParts {
  zip: ZipParts;
  /** those with cells, in their order; `part` is their name in the file */
  sheets: (SheetInfo & { part: string })[];
  /** the name of the part with the shared texts */
  sharedStrings: string | null;
  /** by the number that cells have */
  formats: readonly NumberFormat[];
  /** days are counted from 1904, as on old Macs */
  is1904: boolean;
}

const SHEETS_MAX = 1000;
const FORMATS_MAX = 100_000;
const PLAIN: NumberFormat = { kind: 'plain' };

interface Relation {
  id: string;
  /** the last part of its type: `worksheet`, `styles` */
  type: string;
  part: string;
}

/** Opens a workbook: its sheets and formats. Throws WorkbookFault if it is none. */
export function* openParts(bytes: Uint8Array, budget: UnpackBudget): Generator<void, WorkbookParts> {
  assertZip(bytes);
  const zip = openZip(bytes);
  const main = yield* mainPart(zip, budget);
  const relations = yield* relationsOf(zip, main, budget);
  const { sheets, is1904 } = yield* readWorkbook(zip, main, relations, budget);
  const partOf = (type: string) =>
    relations.find((each) => each.type === type && zip.has(each.part))?.part ?? null;
  const styles = partOf('styles');
  return {
    zip,
    sheets,
    sharedStrings: partOf('sharedStrings'),
    formats: styles === null ? [] : yield* readFormats(zip, styles, budget),
    is1904,
  };
}

/** UTF-16 in the directory of a compound file: the stream of a workbook with a password. */
const ENCRYPTED_STREAM = new Uint8Array([...'EncryptedPackage'].flatMap((char) => [char.charCodeAt(0), 0]));

function assertZip(bytes: Uint8Array): void {
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf)
    throw new WorkbookFault(includesBytes(bytes, ENCRYPTED_STREAM) ? 'encrypted' : 'old-excel');
}

function includesBytes(bytes: Uint8Array, wanted: Uint8Array): boolean {
  const [first = 0] = wanted;
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1))
    if (wanted.every((byte, index) => bytes[at + index] === byte)) return true;
  return false;
}

/** The part with the list of sheets; other kinds of archives are refused by name. */
function* mainPart(zip: ZipParts, budget: UnpackBudget): Generator<void, string> {
  const relations = zip.has('_rels/.rels') ? yield* readRelations(zip, '_rels/.rels', '', budget) : [];
  const named = relations.find(({ type }) => type === 'officeDocument')?.part;
  const main = named !== undefined && zip.has(named) ? named : 'xl/workbook.xml';
  if (/\.bin$/i.test(main) || zip.has('xl/workbook.bin')) throw new WorkbookFault('binary-excel');
  if (zip.has(main)) {
    if (zip.has('word/document.xml') || zip.has('ppt/presentation.xml'))
      throw new WorkbookFault('other-archive');
    return main;
  }
  if (zip.names.some((name) => /\.iwa$/i.test(name))) throw new WorkbookFault('apple-numbers');
  if (zip.has('content.xml') && zip.has('mimetype')) throw new WorkbookFault('open-document');
  throw new WorkbookFault(
    zip.has('[Content_Types].xml') && zip.has('xl/worksheets/sheet1.xml') ? 'broken' : 'other-archive',
  );
}

function* relationsOf(zip: ZipParts, part: string, budget: UnpackBudget): Generator<void, Relation[]> {
  const folder = part.slice(0, part.lastIndexOf('/') + 1);
  const name = `${folder}_rels/${part.slice(folder.length)}.rels`;
  return zip.has(name) ? yield* readRelations(zip, name, folder, budget) : [];
}

function* readRelations(
  zip: ZipParts,
  name: string,
  folder: string,
  budget: UnpackBudget,
): Generator<void, Relation[]> {
  const relations: Relation[] = [];
  yield* readXml(zip.unpack(name, budget), {
    open: (element, { Id = '', Type = '', Target = '', TargetMode }) => {
      if (element !== 'Relationship' || TargetMode === 'External' || relations.length >= SHEETS_MAX * 2)
        return;
      relations.push({ id: Id, type: Type.slice(Type.lastIndexOf('/') + 1), part: resolved(folder, Target) });
    },
  });
  return relations;
}

/** "xl/" and "../xl/a.xml" -> "xl/a.xml". The result is only compared with names of the archive. */
function resolved(folder: string, target: string): string {
  const path = target.replaceAll('\\', '/');
  const parts: string[] = [];
  for (const part of (path.startsWith('/') ? path : folder + path).split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}

function* readWorkbook(
  zip: ZipParts,
  main: string,
  relations: readonly Relation[],
  budget: UnpackBudget,
): Generator<void, Pick<WorkbookParts, 'sheets' | 'is1904'>> {
  const sheets: WorkbookParts['sheets'] = [];
  const worksheets = new Map(
    relations.filter(({ type }) => type === 'worksheet').map(({ id, part }) => [id, part]),
  );
  let is1904 = false;
  yield* readXml(zip.unpack(main, budget), {
    open: (element, attributes) => {
      if (element === 'workbookPr') is1904 = isOn(attributes.date1904);
      if (element !== 'sheet' || sheets.length >= SHEETS_MAX) return;
      const folder = main.slice(0, main.lastIndexOf('/') + 1);
      const usual = `${folder}worksheets/sheet${sheets.length + 1}.xml`;
      // Some programs leave the relations out.
      const part = worksheets.get(prefixed(attributes, 'id') ?? '') ?? (worksheets.size === 0 ? usual : '');
      const { name = `Sheet${sheets.length + 1}`, state } = attributes;
      if (zip.has(part)) sheets.push({ name, isHidden: state === 'hidden' || state === 'veryHidden', part });
    },
  });
  if (sheets.length === 0) throw new WorkbookFault('no-rows');
  return { sheets, is1904 };
}

/** The number formats of the cell styles. */
function* readFormats(zip: ZipParts, part: string, budget: UnpackBudget): Generator<void, NumberFormat[]> {
  const own = new Map<number, NumberFormat>();
  const formats: NumberFormat[] = [];
  let inCells = false;
  yield* readXml(zip.unpack(part, budget), {
    open: (element, attributes) => {
      if (element === 'numFmt' && own.size < FORMATS_MAX)
        own.set(Number(attributes.numFmtId), readNumberFormat(attributes.formatCode ?? ''));
      else if (element === 'cellXfs') inCells = true;
      else if (inCells && element === 'xf' && formats.length < FORMATS_MAX) {
        const id = Number(attributes.numFmtId ?? 0);
        formats.push(own.get(id) ?? (id < 164 ? builtInFormat(id) : PLAIN));
      }
    },
    close: (element) => {
      if (element === 'cellXfs') inCells = false;
    },
  });
  return formats;
}
