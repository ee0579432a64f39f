/** What the text of /metrics has of one metric. */
interface Family {
  name: string;
  help: string | null;
  type: string | null;
  labels: Set<string>;
}

const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (?:[-+]?(?:\d[\d.e+-]*|Inf)|[Nn]a[Nn])(?: \d+)?$/;
const LABEL = /([^=,{]+)="(?:[^"\\]|\\.)*"/g;
const PARTS = /_(?:bucket|sum|count)$/;
/** Units that aren't base units, and their base units. */
const UNITS: readonly (readonly [RegExp, string])[] = [
  [/^(?:(?:milli|micro|nano)seconds?|minutes?|hours?|days?|weeks?)$/, 'seconds'],
  [/^(?:(?:kilo|mega|giga|tera|kibi|mebi|gibi|tebi)(?:bytes?|bits?)|bits?)$/, 'bytes'],
  [/^percent(?:age)?s?$/, 'ratio'],
  [/^fahrenheit$/, 'celsius'],
];
const ABBREVIATED = new Set(
  's ms us ns sec b kb mb gb tb pb kib mib gib m h d secs msec usec nsec'.split(' '),
);
const TYPE_WORDS = ['counter', 'gauge', 'histogram', 'summary'];

/**
 * Checks the text of /metrics by the rules of `promtool check metrics`, and that each sample belongs to a metric with a type.
 * Returns a line for each problem.
 */
export function lintMetrics(text: string): string[] {
  const problems: string[] = [];
  const families = readFamilies(text, problems);
  for (const family of families)
    problems.push(...lintFamily(family).map((says) => `${family.name}: ${says}`));
  return problems;
}

function readFamilies(text: string, problems: string[]): Family[] {
  const families = new Map<string, Family>();
  const family = (name: string) => {
    const known = families.get(name) ?? { name, help: null, type: null, labels: new Set() };
    families.set(name, known);
    return known;
  };
  if (!text.endsWith('\n')) problems.push('the last line has no end');
  const seen = new Set<string>();
  for (const line of text.split('\n').filter((each) => each !== '')) {
    const comment = /^# (HELP|TYPE) (\S+) ?(.*)$/.exec(line);
    if (comment) {
      const [, kind, name = '', value = ''] = comment;
      const of = family(name);
      const field = kind === 'HELP' ? 'help' : 'type';
      if (of[field] !== null) problems.push(`${name}: has ${kind} twice`);
      of[field] = value;
      continue;
    }
    const sample = SAMPLE.exec(line);
    if (!sample) {
      problems.push(`not a sample: ${line}`);
      continue;
    }
    const [, name = '', labels = ''] = sample;
    if (seen.has(`${name}{${labels}}`)) problems.push(`${name}: has the same labels twice`);
    seen.add(`${name}{${labels}}`);
    const owner = families.get(name) ?? families.get(name.replace(PARTS, ''));
    if (!owner) problems.push(`${name}: has no TYPE`);
    for (const [, label = ''] of labels.matchAll(LABEL)) owner?.labels.add(label);
  }
  return [...families.values()];
}

function lintFamily({ name, help, type, labels }: Family): string[] {
  const words = name.split('_');
  const isHistogram = type === 'histogram';
  const rules: readonly (readonly [boolean, string])[] = [
    [!help?.trim(), 'no help text'],
    [type === null || type === 'untyped', 'no type'],
    [!/^[a-z][a-z0-9_]*$/.test(name), 'the name must have only a-z, 0-9 and _'],
    [type === 'counter' && !name.endsWith('_total'), 'counters end in _total'],
    [type !== 'counter' && name.endsWith('_total'), 'only counters end in _total'],
    [!isHistogram && name.endsWith('_bucket'), 'only histograms have _bucket'],
    [
      !isHistogram && type !== 'summary' && /_(?:count|sum)$/.test(name),
      'only histograms have _count and _sum',
    ],
    [!isHistogram && labels.has('le'), 'only histograms have the label le'],
    [type !== 'summary' && labels.has('quantile'), 'only summaries have the label quantile'],
    [TYPE_WORDS.some((word) => words.includes(word)), 'the name says the type'],
    [words.some((word) => ABBREVIATED.has(word)), 'the name has an abbreviated unit'],
    ...UNITS.map(
      ([unit, base]) => [words.some((word) => unit.test(word)), `use the base unit ${base}`] as const,
    ),
    ...[...labels].map((label) => [!/^[a-z][a-z0-9_]*$/.test(label), `the label ${label}`] as const),
  ];
  return rules.filter(([isBroken]) => isBroken).map(([, says]) => says);
}
