import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';

/**
 * Converts `param_name=value` fields of ClickHouse's HTTP interface to chDB parameters. Text has the escapes
 * of tab-separated files. An array looks like `['a','b']`, with the same escapes in its quotes; the
 * placeholder `{name:Array(...)}` in `sql` marks it as one.
 */
export function parseParams(sql: string, fields: Iterable<[string, string]>): Record<string, unknown> {
  const params: Record<string, unknown> = {};
  for (const [field, text] of fields) {
    if (!field.startsWith('param_')) continue;
    const name = field.slice('param_'.length);
    const isArray = new RegExp(`\\{\\s*${name}\\s*:\\s*Array\\(`).test(sql);
    params[name] = isArray ? parseArray(text) : unescapeText(text);
  }
  return params;
}

/**
 * The text of a bound value: a string, a number, or an array of strings. `parseParams` reads it. Throws for
 * other types.
 */
function formatParam(value: unknown): string {
  if (typeof value === 'string') return escapeText(value);
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (Array.isArray(value) && value.every((entry) => typeof entry === 'string')) {
    return `[${value.map((entry) => `'${escapeText(entry)}'`).join(',')}]`;
  }
  throw new Error(`A statement can't bind a value of the type ${typeof value}.`);
}

const UNSAFE: Record<string, string> = { '\\': '\\\\', "'": "\\'", '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function escapeText(text: string): string {
  return text.replace(/[\\'\t\n\r]/g, (letter) => UNSAFE[letter] ?? letter);
}

/** `['it\'s','b']` -> ["it's", "b"]. Throws if the syntax is invalid. */
function parseArray(text: string): string[] {
  const entries: string[] = [];
  const entry = /'((?:[^'\\]|\\[\s\S])*)'(,|\]$)/y;
  if (text === '[]') return entries;
  if (!text.startsWith('[')) throw new Error('An array must start with [');
  entry.lastIndex = 1;
  for (;;) {
    const match = entry.exec(text);
    if (!match) throw new Error('An array must have quoted entries separated by commas');
    entries.push(unescapeText(match[1] ?? ''));
    if (match[2] !== ',') return entries;
  }
}

const ESCAPES: Record<string, string> = { t: '\t', n: '\n', r: '\r', b: '\b', f: '\f', '0': '\0' };

function unescapeText(text: string): string {
  return text.replace(/\\([\s\S])/g, (_, letter: string) => ESCAPES[letter] ?? letter);
}

/** ClickHouse accepts at most 128 KiB in a field of a request (`http_max_field_value_size`), which can be a form. */
const MAX_FIELD_BYTES = 100_000;
/** What one UTF-16 code unit takes at most in a field: two characters for one with an escape, or three bytes of UTF-8. */
const MAX_UNIT_BYTES = 3;

/**
 * The same statement with the texts and arrays of texts that are too long for one field in several parameters, which its SQL
 * joins again.
 */
export function splitLongParams<Statement extends { sql: string; params?: Record<string, unknown> }>(
  statement: Statement,
): Statement {
  const all = Object.entries(statement.params ?? {});
  if (all.every(([, value]) => fits(value))) return statement;
  const params: Record<string, unknown> = {};
  let { sql } = statement;
  for (const [name, value] of all) {
    if (fits(value)) {
      params[name] = value;
      continue;
    }
    let count = 0;
    const bind = (type: string, piece: unknown) => {
      count += 1;
      params[`${name}_part${count}`] = piece;
      return `{${name}_part${count}:${type}}`;
    };
    const joined = Array.isArray(value) ? joinedArray(value, bind) : joinedText(String(value), bind);
    sql = sql.replace(new RegExp(`\\{\\s*${name}\\s*:[^}]*\\}`, 'g'), () => joined);
  }
  return { ...statement, sql, params };
}

type BindPiece = (type: string, piece: unknown) => string;

function joinedText(text: string, bind: BindPiece): string {
  return `concat(${pieces(text)
    .map((piece) => bind('String', piece))
    .join(', ')})`;
}

function joinedArray(entries: readonly unknown[], bind: BindPiece): string {
  const parts = pieces(entries).map((piece) =>
    // One entry alone can be too long, too.
    fits(piece) ? bind('Array(String)', piece) : `[${joinedText(String(piece[0]), bind)}]`,
  );
  return parts.length === 1 ? (parts[0] ?? '') : `arrayConcat(${parts.join(', ')})`;
}

function fits(value: unknown): boolean {
  if (typeof value === 'string' && value.length * MAX_UNIT_BYTES <= MAX_FIELD_BYTES) return true;
  if (typeof value !== 'string' && !Array.isArray(value)) return true;
  return fieldBytes(value) <= MAX_FIELD_BYTES;
}

function fieldBytes(value: unknown): number {
  return Buffer.byteLength(formatParam(value));
}

/** Cuts a text or array into pieces that fit, as far as they can be cut. */
function pieces<Value extends string | readonly unknown[]>(value: Value): Value[] {
  const bytes = fieldBytes(value);
  if (bytes <= MAX_FIELD_BYTES || value.length === 1) return [value];
  const size = Math.ceil(value.length / Math.ceil(bytes / MAX_FIELD_BYTES));
  const cut: Value[] = [];
  for (let from = 0; from < value.length; ) {
    let to = from + size;
    if (typeof value === 'string' && isSecondHalf(value.charCodeAt(to))) to += 1;
    cut.push(value.slice(from, to) as Value);
    from = to;
  }
  return cut.flatMap((piece) => pieces(piece));
}

/** Whether a UTF-16 code unit is the second half of a character. */
function isSecondHalf(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/** Longer values go into the body, because proxies and ClickHouse limit the length of a URL. */
const MAX_URL_CHARS = 4096;

/** Part of the parameters of the client's `exec`. */
interface StatementBody {
  query_params?: Record<string, unknown>;
  values?: Readable;
  http_headers?: Record<string, string>;
}

/**
 * Where `exec` sends a statement's bound values: short ones in the URL, long ones as a multipart form in the
 * request body, like the client's own `query` does. The client must not compress requests, because ClickHouse
 * doesn't decompress forms.
 */
export function statementBody(params: Record<string, unknown>): StatementBody {
  const fields = Object.entries(params).map(
    ([name, value]) => [`param_${name}`, formatParam(value)] as const,
  );
  // Without encoding what is too long anyway, which takes long.
  const plain = fields.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  const encoded = () =>
    fields.reduce((sum, [name, value]) => sum + name.length + encodeURIComponent(value).length, 0);
  if (plain <= MAX_URL_CHARS && encoded() <= MAX_URL_CHARS) return { query_params: params };
  // Random, so that no value can contain it.
  const boundary = `leadwell-${randomUUID()}`;
  const parts = fields.map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const body = Buffer.from(`${parts.join('')}--${boundary}--\r\n`);
  return {
    values: Readable.from([body], { objectMode: false }),
    http_headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
  };
}
