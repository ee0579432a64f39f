/** Why a file isn't a workbook that can be read. */
export type WorkbookFaultKind =
  | 'broken'
  | 'encrypted'
  | 'old-excel'
  | 'binary-excel'
  | 'open-document'
  | 'apple-numbers'
  | 'other-archive'
  | 'too-large'
  | 'no-rows'
  | 'no-such-sheet'
  | 'too-many-rows'
  | 'too-many-columns'
  | 'too-many-cells';

const REASONS: Readonly<Record<WorkbookFaultKind, string>> = {
  broken: 'is damaged. Open it in your spreadsheet program, save it again as .xlsx and try that file',
  encrypted: 'is protected with a password. Open it, remove the password and save it again',
  'old-excel': 'is in the format of older Excel versions (.xls). Open it and save it as .xlsx or CSV',
  'binary-excel': 'is a binary Excel file (.xlsb). Open it and save it as .xlsx or CSV',
  'open-document': 'is an OpenDocument file (.ods). Open it and save it as .xlsx or CSV',
  'apple-numbers': 'is a Numbers file. Open it and export it to Excel (.xlsx) or CSV',
  'other-archive': 'is an archive without a spreadsheet. Unzip it first and choose the file inside',
  'too-large':
    'unpacks to more data than we read from one file. Split it into smaller files, or save it as CSV',
  'no-rows': 'has no cells with text or numbers',
  'no-such-sheet': 'has no such sheet',
  'too-many-rows': 'has too many rows. Split it into smaller files',
  'too-many-columns': 'has too many columns. Remove those you don’t need',
  'too-many-cells': 'has too many cells. Remove the columns you don’t need, or split it into smaller files',
};

/** A workbook can't be read. `reason` follows the name of the file, and has no period: "is damaged. Open it …". */
export class WorkbookFault extends Error {
  override readonly name = 'WorkbookFault';
  readonly kind: WorkbookFaultKind;
  readonly reason: string;

  /** `detail` follows the usual reason */
  constructor(kind: WorkbookFaultKind, detail = '') {
    const reason = REASONS[kind] + detail;
    super(`The file ${reason}.`);
    this.kind = kind;
    this.reason = reason;
  }
}
