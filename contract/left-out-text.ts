import type { LeftOutBy } from './list-exclusions.ts';

/** Lists that are named. */
const NAMED = 3;

/** Who leaves rows out, by name: "Customers", or "Customers 200, Competitors 12". Empty for none. */
export function leftOutText(by: LeftOutBy): string {
  const [only, ...others] = by;
  if (!only) return '';
  if (others.length === 0) return only.name;
  const shown = by.length > NAMED + 1 ? by.slice(0, NAMED) : by;
  const rest = by.slice(shown.length);
  const texts = shown.map(({ name, rows }) => `${name} ${rows.toLocaleString('en-US')}`);
  if (rest.length > 0) {
    const rows = rest.reduce((total, each) => total + each.rows, 0);
    texts.push(`${rest.length} more lists ${rows.toLocaleString('en-US')}`);
  }
  return texts.join(', ');
}
