import { RestError } from './error.ts';
import type { ColumnType } from './table.ts';

export type FilterValue = string | number | boolean;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * A filter's text as a value of its column's type; timestamps as ISO 8601. Throws what PostgreSQL would say (22P02, 22007),
 * without asking it.
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
        `invalid input syntax for type timestamp with time zone: "${shown(text)}"`,
      );
    }
    case 'text':
      if (!text.includes('\0')) return text;
      throw new RestError(400, '22021', 'invalid byte sequence for encoding "UTF8": 0x00');
    case 'json':
      break;
  }
  throw new RestError(400, '22P02', `invalid input syntax for type ${type}: "${shown(text)}"`);
}

function shown(text: string): string {
  return text.slice(0, 100);
}
