import { headerKey, namedColumn } from './column-roles.ts';
import { namesIn, SAMPLE_ROWS } from './company-columns.ts';
import { readHeader } from './role-names.ts';

/** A column that is called one of these has no companies. */
const OTHER_ROLES = ['first_name', 'last_name', 'email', 'website', 'country', 'city'] as const;

/** What is in the names of columns that hardly have companies, by `headerKey`. */
const HARDLY =
  /owner|manager|assigned|createdby|industr|sector|segment|categor|department|status|stage|priorit|source|note|comment|descri|street|address|region|state|territor|language|currency|branche|sektor|kategorie|abteilung|inhaber|betreuer|bearbeiter|ansprechpartner|zustandig|notiz|bemerkung|kommentar|beschreibung|quelle|strasse|straße|anschrift|bundesland|sprache|wahrung|secteur|statut|proprietaire|remarque|adresse|estado|etapa|propietario|notas|direccion|settore|stato|indirizzo|titolare/;

/**
 * The column that most likely has the names of companies, in a table whose header names none: the one with the most names, and of those
 * with as many, the one with the most different ones. A column called "Account Owner" or "Industry" comes last. `header`: null
 * for a table without one. Null if no column has names.
 */
export function likeliestCompanies(
  header: readonly string[] | null,
  rows: readonly { cells: readonly string[] }[],
  width: number,
): number | null {
  const sample = rows.slice(0, SAMPLE_ROWS);
  const others = new Set(header === null ? [] : OTHER_ROLES.map((role) => namedColumn(header, role)));
  const columns = Array.from({ length: width }, (_, place) => {
    const names = others.has(place) ? [] : namesIn(place, sample);
    const name = header?.[place] ?? '';
    return {
      place,
      isHardly: HARDLY.test(headerKey(name)) || Object.keys(readHeader(name).ranks).length > 0,
      names: names.length,
      different: new Set(names).size,
    };
  });
  const [best] = columns
    .filter(({ names }) => names > 0)
    .sort(
      (a, b) => Number(a.isHardly) - Number(b.isHardly) || b.names - a.names || b.different - a.different,
    );
  return best?.place ?? null;
}
