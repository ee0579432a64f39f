import { RestError } from './error.ts';
import type { ColumnType } from './table.ts';

export type FilterValue = string | number | boolean;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Parses a filter's text as its column's type; timestamps become ISO 8601. Throws the same errors as
 * PostgreSQL (22P02, 22007) without querying it.
 */
export function parseFilterValue(type: ColumnType, text: string): FilterValue {
  switch (type) {
    case 'uuid':
      if (UUID.test(text)) return text;
      break;
    case 'integer':
      if (/^-?\d{1,15}$/.test(text)) return Number(text);
      break;
    case 'boolean':
      if (text === 'true' || text === 'false') return text === 'true';
      break;
    case 'timestamp': {
      const at = new Date(text);
      const year = at.getUTCFullYear();
      if (year >= 1 && year <= 9999) return at.toISOString();
      throw new RestError(
        400,
        '22007',
        `invalid input syntax for type timestamp with time zone: "${truncate(text)}"`,
      );
    }
    case 'text':
      if (!text.includes('\0')) return text;
      throw new RestError(400, '22021', 'invalid byte sequence for encoding "UTF8": 0x00');
    case 'json':
      break;
  }
  throw new RestError(400, '22P02', `invalid input syntax for type ${type}: "${truncate(text)}"`);
}

function truncate(text: string): string {
  return text.slice(0, 100);
}
