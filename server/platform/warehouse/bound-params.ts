/**
 * `param_name=value` of ClickHouse's HTTP interface -> the value as chDB takes it. Text travels escaped as in tab-separated files, an
 * array as `['a','b']` with the same escapes inside its quotes; `sql` says by `{name:Array(...)}` which of the two it is.
 */
export function readParams(sql: string, fields: Iterable<[string, string]>): Record<string, unknown> {
  const params: Record<string, unknown> = {};
  for (const [field, text] of fields) {
    if (!field.startsWith('param_')) continue;
    const name = field.slice('param_'.length);
    const isArray = new RegExp(`\\{\\s*${name}\\s*:\\s*Array\\(`).test(sql);
    params[name] = isArray ? readArray(text) : unescaped(text);
  }
  return params;
}

/** `['it\'s','b']` -> ["it's", "b"]. Throws where it is something else. */
function readArray(text: string): string[] {
  const entries: string[] = [];
  const entry = /'((?:[^'\\]|\\[\s\S])*)'(,|\]$)/y;
  if (text === '[]') return entries;
  if (!text.startsWith('[')) throw new Error('An array begins with [');
  entry.lastIndex = 1;
  for (;;) {
    const match = entry.exec(text);
    if (!match) throw new Error('An array has quoted entries, and commas between them');
    entries.push(unescaped(match[1] ?? ''));
    if (match[2] !== ',') return entries;
  }
}

const ESCAPES: Record<string, string> = { t: '\t', n: '\n', r: '\r', b: '\b', f: '\f', '0': '\0' };

function unescaped(text: string): string {
  return text.replace(/\\([\s\S])/g, (_, letter: string) => ESCAPES[letter] ?? letter);
}
