/** Large mail providers whose names people mistype, by the rest of the domain. */
const PROVIDERS: Readonly<Record<string, readonly string[]>> = {
  com: ['gmail', 'googlemail', 'outlook', 'hotmail', 'yahoo', 'icloud', 'protonmail'],
  de: ['t-online', 'outlook', 'hotmail', 'yahoo'],
  fr: ['hotmail', 'outlook', 'yahoo', 'orange', 'wanadoo'],
  'co.uk': ['hotmail', 'outlook', 'yahoo', 'btinternet'],
};
/** Providers with names that look like a mistake. */
const REAL: ReadonlySet<string> = new Set(['mail.com', 'email.com', 'ymail.com', 'hmail.com']);
/** Endings that don't exist, and what was meant. */
const ENDINGS: Readonly<Record<string, string>> = {
  con: 'com',
  cmo: 'com',
  ocm: 'com',
  comm: 'com',
  coom: 'com',
  cpm: 'com',
  vom: 'com',
  xom: 'com',
  cim: 'com',
  nte: 'net',
  ner: 'net',
  ogr: 'org',
  orgg: 'org',
};
/** Longer names may have two mistakes. */
const LONG_NAME_CHARS = 7;

/** "ada@gmial.con" -> "ada@gmail.com"; null if the domain doesn't look mistyped. */
export function meantEmail(email: string): string | null {
  const [, local = '', typed = ''] = /^(.+)@([^@]+)$/.exec(email.trim()) ?? [];
  const domain = typed.toLowerCase();
  const meant = meantDomain(domain);
  return local && meant !== domain ? `${local}@${meant}` : null;
}

function meantDomain(domain: string): string {
  if (REAL.has(domain)) return domain;
  const labels = domain.split('.');
  const last = labels.at(-1) ?? '';
  const ended = [...labels.slice(0, -1), ENDINGS[last] ?? last].join('.');
  const [name = '', ...others] = ended.split('.');
  const rest = others.join('.');
  // ".co" exists, but not for these providers.
  if (rest === 'co' && PROVIDERS.com?.includes(name)) return `${name}.com`;
  const names = PROVIDERS[rest] ?? [];
  if (names.includes(name) || REAL.has(ended)) return ended;
  const near = names.find((known) => distance(name, known) <= (known.length < LONG_NAME_CHARS ? 1 : 2));
  return near ? `${near}.${rest}` : ended;
}

/** How many letters were added, left out, replaced or swapped (optimal string alignment). */
function distance(typed: string, known: string): number {
  const rows: number[][] = [Array.from({ length: known.length + 1 }, (_, j) => j)];
  const cell = (i: number, j: number) => rows[i]?.[j] ?? 0;
  for (let i = 1; i <= typed.length; i += 1) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= known.length; j += 1) {
      const replaced = cell(i - 1, j - 1) + (typed[i - 1] === known[j - 1] ? 0 : 1);
      const swapped =
        i > 1 && j > 1 && typed[i - 1] === known[j - 2] && typed[i - 2] === known[j - 1]
          ? cell(i - 2, j - 2) + 1
          : Number.POSITIVE_INFINITY;
      row.push(Math.min(cell(i - 1, j) + 1, cell(i, j - 1) + 1, replaced, swapped));
    }
  }
  return cell(typed.length, known.length);
}
