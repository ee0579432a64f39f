import { visibleText } from '../list-items/cell-text.ts';

const SUM =
  /^(?:(?:grand |sub)?totals?|summe|gesamt(?:summe)?|insgesamt|somme|suma|totale|totaal|totalt|sum|razem|celkem|spolu|összesen|yhteensä|toplam|ukupno|итого|всего|разом|всього|σύνολο|合計|计|合计|總計|总计|합계|المجموع|סה"כ)\s?:?$/iu;

/** `Total: 12`, `Anzahl: 12` */
const COUNT = /^(.+?)\s?:\s?(\d+)$/;
const COUNTED = /^(?:count|rows|records|number of \p{L}+|anzahl|nombre|número|numero|aantal|antal)$/iu;

/** Whether the last row is the sum of the others: `Total` with their number, or that of a column. Total is also a company. */
export function endsWithSum(rows: readonly { cells: readonly string[] }[], column: number): boolean {
  const others = rows.slice(0, -1);
  const last = rows.at(-1)?.cells ?? [];
  const name = visibleText(last[column] ?? '');
  const [, label = '', number = ''] = COUNT.exec(name) ?? [];
  if (others.length > 0 && Number(number) === others.length && (SUM.test(label) || COUNTED.test(label)))
    return true;
  if (others.length === 0 || !SUM.test(name)) return false;
  return last.some((cell, index) => {
    if (index === column || !/\d/.test(cell)) return false;
    const sum = others.reduce((total, { cells }) => total + digitsOf(cells[index] ?? ''), 0);
    return digitsOf(cell) === sum || digitsOf(cell) === others.length;
  });
}

/** `1,250.00` as 125000 */
function digitsOf(cell: string): number {
  return Number(cell.replace(/\D/g, ''));
}
