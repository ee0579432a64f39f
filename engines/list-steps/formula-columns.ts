import type { ListColumn } from '#contract/list-columns.ts';

/** A column in a template: `{Company}`. A brace in its text is written twice. */
export const IN_TEMPLATE = /\{\{|\}\}|\{([^{}\n]{1,500})\}/g;
/** A column, a text in quotes as CEL writes it, or the word `if` before a bracket, in an expression. Texts have no columns. */
const IN_EXPRESSION =
  /\{([^{}\n]{1,500})\}|((?:\b[rRbB])?(?:"""(?:\\[\s\S]|(?!""")[^\\])*"""|'''(?:\\[\s\S]|(?!''')[^\\])*'''|"(?:\\.|[^"\\\n\r])*"|'(?:\\.|[^'\\\n\r])*'))|\bif\s*\(/g;
/** A column that someone wrote into a text in quotes. Of a pattern, `{3}` and `{2,5}` count. */
const IN_TEXT = /\\[\s\S]|\{\{|\}\}|\{(?!\d+(?:,\d*)?\})([^{}\n]{1,500})\}/g;

function pattern(formula: string): RegExp {
  return formula.startsWith('=') ? IN_EXPRESSION : IN_TEMPLATE;
}

/** The columns that a formula names in braces, each once. */
export function formulaColumns(formula: string): string[] {
  return columnsOf(formula, pattern(formula));
}

/** The columns that a template names in braces, each once. */
export function templateColumns(template: string): string[] {
  return columnsOf(template, IN_TEMPLATE);
}

function columnsOf(text: string, columns: RegExp): string[] {
  return [...new Set([...text.matchAll(columns)].flatMap(([, column]) => column ?? []))];
}

/** The formula with other names for its columns. */
export function renameColumns(formula: string, rename: (column: string) => string): string {
  return formula.replace(pattern(formula), (text, column: string | undefined) =>
    column === undefined ? text : `{${rename(column)}}`,
  );
}

/** The template with a text in place of each column; null leaves it as it is. */
export function replaceColumns(
  template: string,
  replace: (column: string, at: number) => string | null,
): string {
  return template.replace(IN_TEMPLATE, (text, column: string | undefined, at: number) =>
    column === undefined ? text : (replace(column, at) ?? text),
  );
}

/** The expression (without `=`) with others in place of its columns, its texts in quotes, and, with `condition`, each `if(`. */
export function replaceInExpression(
  expression: string,
  {
    column: ofColumn,
    text: ofText,
    condition,
  }: { column: (column: string) => string; text: (text: string) => string; condition?: string },
): string {
  return expression.replace(IN_EXPRESSION, (found, column: string | undefined, text: string | undefined) =>
    column !== undefined ? ofColumn(column) : text !== undefined ? ofText(text) : (condition ?? found),
  );
}

/**
 * The formula without known columns inside of texts in quotes, where CEL has none: `"Hello {Company}"` is `("Hello " + {Company})`. Other
 * braces in quotes stay, such as those of patterns.
 */
export function withoutQuotedColumns(formula: string, isKnown: (column: string) => boolean): string {
  if (!formula.startsWith('=')) return formula;
  const column = (name: string) => `{${name}}`;
  const text = (quoted: string) => partsOfText(quoted, isKnown);
  return `=${replaceInExpression(formula.slice(1), { column, text })}`;
}

/**
 * Finds the ID of a column by its name or its ID, in any case; undefined if the list doesn't have it. What people see counts: another
 * column may have had the name, and has its ID.
 */
export function columnIds(
  fields: readonly Pick<ListColumn, 'id' | 'name'>[],
): (column: string) => string | undefined {
  const ids = new Map(fields.map(({ id }) => [id.toLowerCase(), id]));
  for (const { id, name } of fields) ids.set(name.toLowerCase(), id);
  return (column) => ids.get(column.toLowerCase());
}

/**
 * A formula as it is stored: with the IDs of columns in place of their names, and none inside of texts in quotes; or the problem if it
 * names a column that the list doesn't have, in a sentence. `idOf`: by `columnIds`
 */
export function storedFormula(
  written: string,
  idOf: (column: string) => string | undefined,
): { formula: string } | { problem: string } {
  const formula = withoutQuotedColumns(written, (column) => idOf(column) !== undefined);
  const unknown = formulaColumns(formula).find((column) => idOf(column) === undefined);
  if (unknown !== undefined) return { problem: `The list has no column {${unknown}}.` };
  return { formula: renameColumns(formula, (column) => idOf(column) ?? column) };
}

/** A text in quotes as a sum of texts and columns. */
function partsOfText(quoted: string, isKnown: (column: string) => boolean): string {
  const [start = '', quotes = ''] = /^[rR]?("""|'''|"|')/.exec(quoted) ?? [];
  if (start === '') return quoted;
  const inside = quoted.slice(start.length, -quotes.length);
  const parts: string[] = [];
  let from = 0;
  const addText = (to: number) => {
    if (to > from) parts.push(start + inside.slice(from, to) + quotes);
  };
  for (const { 0: found, 1: column, index } of inside.matchAll(IN_TEXT)) {
    if (column === undefined || !isKnown(column)) continue;
    addText(index);
    parts.push(found);
    from = index + found.length;
  }
  if (from === 0) return quoted;
  addText(inside.length);
  return parts.length === 1 ? parts.join('') : `(${parts.join(' + ')})`;
}
