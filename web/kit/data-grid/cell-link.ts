import { safeLink } from '../../lib/external-link.ts';
import type { ColumnType } from './data-grid-props.ts';

/** Where a cell's text leads: a web address or an email address. Null for other texts. */
export function cellLink(type: ColumnType, text: string): string | null {
  const value = text.trim();
  if (!value || /\s/.test(value)) return null;
  if (type === 'email') return /^[^@:?&]+@[^@:?&]+$/.test(value) ? `mailto:${value}` : null;
  if (type !== 'url') return null;
  if (/^[a-z][a-z\d+.-]*:(?!\d)/i.test(value)) return safeLink(value);
  return value.includes('.') ? safeLink(`https://${value}`) : null;
}
