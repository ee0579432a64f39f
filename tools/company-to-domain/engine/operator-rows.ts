import { type CompanyName, readCompanyName } from '#engines/company-domain/company-name.ts';
import { sameLegalFamily } from '#engines/company-domain/legal-forms.ts';

/** A company in the operator's table. */
interface OperatorRow {
  /** as written, also with its legal form */
  name: string;
  /** ISO code; null if unknown */
  country: string | null;
}

interface Wanted {
  name: CompanyName;
  /** ISO code that the list gives */
  country: string | null;
}

/**
 * How well a row of this name, but perhaps another legal form, is the wanted company. `exact`: its whole name is the same.
 * `other`: its country or legal form says that it is another one.
 */
export function operatorFit(row: OperatorRow, { name, country }: Wanted): 'exact' | 'same' | 'other' {
  const isElsewhere = country !== null && row.country !== null && row.country !== country;
  if (isElsewhere) return 'other';
  const reading = readCompanyName(row.name);
  const { legalKey, forms } = reading.kind === 'name' ? reading.name : { legalKey: '', forms: [] };
  if (name.forms.length === 0) return 'same';
  if (legalKey === name.legalKey) return 'exact';
  if (forms.length > 0 && !sameLegalFamily(name.forms, forms)) return 'other';
  const isForeign = country === null && row.country !== null && !name.countries.includes(row.country);
  return isForeign && name.countries.length > 0 ? 'other' : 'same';
}

/** The rows with the whole name, if there are any; else those that fit; else all. */
export function likelyRows<Row extends OperatorRow>(rows: readonly Row[], wanted: Wanted): readonly Row[] {
  const byFit = Map.groupBy(rows, (row) => operatorFit(row, wanted));
  return byFit.get('exact') ?? byFit.get('same') ?? rows;
}
