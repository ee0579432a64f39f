/** A column in a formula: `{Company}`. A brace in a text is written twice. */
const COLUMN = /\{\{|\}\}|\{([^{}\n]{1,500})\}/g;

/** The columns that a formula names in braces, each once. */
export function formulaColumns(formula: string): string[] {
  const columns = [...formula.matchAll(COLUMN)].flatMap(([, column]) =>
    column === undefined ? [] : [column],
  );
  return [...new Set(columns)];
}

/** The formula with other names for its columns. */
export function renameColumns(formula: string, rename: (column: string) => string): string {
  return formula.replace(COLUMN, (text, column: string | undefined) =>
    column === undefined ? text : `{${rename(column)}}`,
  );
}
