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
  return replaceColumns(formula, (column) => `{${rename(column)}}`);
}

/** The formula with a text in place of each column; null leaves it as it is. */
export function replaceColumns(
  formula: string,
  replace: (column: string, at: number) => string | null,
): string {
  return formula.replace(COLUMN, (text, column: string | undefined, at: number) =>
    column === undefined ? text : (replace(column, at) ?? text),
  );
}
