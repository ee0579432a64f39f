import { z } from 'zod';

/** A node of a JSON Schema, as zod writes it. */
interface Node {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Node[];
  oneOf?: Node[];
  allOf?: Node[];
  properties?: Record<string, Node>;
  required?: string[];
  additionalProperties?: Node | boolean;
  items?: Node;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  exclusiveMaximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  format?: string;
  pattern?: string;
}

/** An input with one field at or beyond its bounds: `field` says which one, for the message of a failure. */
export interface EdgeInput {
  field: string;
  value: unknown;
}

/** Where databases, languages and formats change their mind about numbers. */
const NUMBERS = [
  -(2 ** 31) - 1,
  -1,
  -0.5,
  0,
  1.5,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 53 - 1,
  2 ** 53,
  2 ** 63,
  1e21,
  -1e308,
];
const WRONG_TYPES = [null, true, 7, 'text', [], { length: 1 }];
const TEXTS = [
  '',
  ' ',
  'a\0b',
  '\ud83d',
  'a\udc00b',
  '😀',
  "é\u0301\u202e'; drop table accounts --%_\\",
  '[{"a":[1]}]',
  '{1,2}',
  '-1',
  '9223372036854775808',
  '1e400',
  '__proto__',
  'PK\u0003\u0004',
];
const BY_FORMAT: Readonly<Record<string, readonly string[]>> = {
  uuid: ['00000000-0000-0000-0000-000000000000', 'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF'],
  'date-time': ['9999-12-31T23:59:59Z', '0000-01-01T00:00:00Z', '2099-01-01T00:00:00.123456789+23:59'],
  uri: ['http://', 'javascript:alert(1)', 'http://[::1]:99999/', `http://a/${'%00'.repeat(9)}`, 'http://😀/'],
};
/** Longer than any text that isn't the content of a file, and shorter than the body of any call. */
const LONG_CHARS = 30_000;
const SAMPLE_UUID = '3f1c2b9e-5d0a-4c1e-9a57-2b8e6f0d4a11';

/**
 * The inputs of a call to test: each field of its schema at its bounds, beyond them and of other types, with valid
 * values in all other fields. `known`: valid values by field, such as the id of a task that exists.
 */
export function edgeInputs(input: z.ZodType, known: Readonly<Record<string, unknown>> = {}): EdgeInput[] {
  const schema = z.toJSONSchema(input, { io: 'input' }) as Node;
  const edges = [{ field: 'none', value: sampleValue(schema, known) }, ...edgeValues(schema, '', known)];
  return [...new Map(edges.map((edge) => [JSON.stringify(edge.value), edge])).values()];
}

function schemaOptions(node: Node): Node[] | undefined {
  if (Array.isArray(node.type)) return node.type.map((type) => ({ ...node, type }));
  return node.oneOf ?? node.anyOf ?? node.allOf;
}

/** A valid value, as far as the schema tells. */
function sampleValue(node: Node, known: Readonly<Record<string, unknown>>): unknown {
  const [option] = schemaOptions(node) ?? [];
  if (option) return sampleValue(option, known);
  if ('const' in node) return node.const;
  if (node.enum) return node.enum[0];
  switch (node.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(node.properties ?? {})
          .filter(([name]) => name in known || node.required?.includes(name))
          .map(([name, inner]) => [name, name in known ? known[name] : sampleValue(inner, known)]),
      );
    case 'array':
      return node.items && node.minItems ? [sampleValue(node.items, known)] : [];
    case 'number':
    case 'integer':
      return node.minimum ?? (node.exclusiveMinimum ?? 0) + 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return sampleText(node);
  }
}

function sampleText({ format, minLength = 1 }: Node): string {
  if (format === 'uuid') return SAMPLE_UUID;
  if (format === 'date-time') return '2099-01-01T00:00:00Z';
  if (format === 'uri') return 'http://127.0.0.1:3000/';
  return 'a'.repeat(Math.max(1, minLength));
}

function edgeValues(node: Node, field: string, known: Readonly<Record<string, unknown>>): EdgeInput[] {
  const options = schemaOptions(node);
  if (options)
    return options.flatMap((option) => [
      { field, value: sampleValue(option, known) },
      ...edgeValues(option, field, known),
    ]);
  const at = (values: readonly unknown[]) => [...WRONG_TYPES, ...values].map((value) => ({ field, value }));
  if (node.type === 'object') return [...at([]), ...edgeObjects(node, field, known)];
  if (node.type === 'array') return [...at([]), ...edgeArrays(node, field, known)];
  if (node.type === 'number' || node.type === 'integer') return at(edgeNumbers(node));
  return at(node.enum ?? edgeTexts(node));
}

function edgeObjects(node: Node, field: string, known: Readonly<Record<string, unknown>>): EdgeInput[] {
  const sample = sampleValue(node, known) as Record<string, unknown>;
  const within = (name: string) => (field ? `${field}.${name}` : name);
  const extra = typeof node.additionalProperties === 'object' ? node.additionalProperties : null;
  return [
    ...Object.entries(node.properties ?? {}).flatMap(([name, inner]) => {
      const { [name]: _, ...without } = sample;
      return [
        { field: within(name), value: without },
        ...edgeValues(inner, within(name), known).map((edge) => ({
          field: edge.field,
          value: { ...sample, [name]: edge.value },
        })),
      ];
    }),
    ...(extra
      ? [
          ...TEXTS.map((name) => ({ field: within('*'), value: { [name]: sampleValue(extra, known) } })),
          ...edgeValues(extra, within('*'), known).map((edge) => ({
            field: edge.field,
            value: { ...sample, name: edge.value },
          })),
        ]
      : []),
  ];
}

function edgeArrays(node: Node, field: string, known: Readonly<Record<string, unknown>>): EdgeInput[] {
  const items = node.items ?? {};
  const item = sampleValue(items, known);
  const { maxItems } = node;
  return [
    ...(maxItems === undefined
      ? []
      : [maxItems, maxItems + 1].map((length) => ({ field, value: Array.from({ length }, () => item) }))),
    { field, value: [item, item] },
    ...edgeValues(items, `${field}[]`, known).map((edge) => ({ field: edge.field, value: [edge.value] })),
  ];
}

function edgeNumbers({ minimum, exclusiveMinimum, maximum, exclusiveMaximum }: Node): number[] {
  const bounds = [minimum, exclusiveMinimum, maximum, exclusiveMaximum].filter(
    (bound) => bound !== undefined,
  );
  return [...new Set([...bounds.flatMap((bound) => [bound - 1, bound, bound + 1]), ...NUMBERS])];
}

function edgeTexts(node: Node): string[] {
  const { maxLength: max = LONG_CHARS } = node;
  const long = Math.min(max, LONG_CHARS);
  const sample = sampleText(node);
  return [
    ...TEXTS,
    ...(BY_FORMAT[node.format ?? ''] ?? []),
    'x'.repeat(long),
    'x'.repeat(long + 1),
    // Cut at the bound, it has half a character.
    `${'x'.repeat(long - 1)}😀`,
    '😀'.repeat(Math.ceil(long / 2)),
    `${sample}\0`,
    `${sample}\ud83d`,
  ];
}
