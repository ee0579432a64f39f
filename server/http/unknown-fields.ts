import { closestMatch } from 'leven';
import { z } from 'zod';

/** The parts of a JSON Schema that say which fields a value can have. */
interface FieldSchema {
  $ref?: string;
  $defs?: Record<string, FieldSchema>;
  properties?: Record<string, FieldSchema>;
  additionalProperties?: unknown;
  patternProperties?: unknown;
  items?: FieldSchema;
  anyOf?: FieldSchema[];
  oneOf?: FieldSchema[];
  allOf?: FieldSchema[];
  const?: unknown;
}

export interface UnknownField {
  path: string;
  message: string;
}

const schemas = new WeakMap<z.ZodType, FieldSchema>();
/** What a message quotes of a name that the caller made up. */
export const SHOWN_CHARS = 60;

/**
 * The first field of an input that its schema doesn't know, with a message that names the nearest known one; null if there
 * is none. A misspelled option would otherwise be ignored, and the call would do something else than asked.
 */
export function unknownField(schema: z.ZodType, input: unknown): UnknownField | null {
  let fields = schemas.get(schema);
  if (!fields) {
    fields = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as FieldSchema;
    schemas.set(schema, fields);
  }
  return findUnknown(fields, input, fields.$defs ?? {}, '');
}

function findUnknown(
  schema: FieldSchema,
  value: unknown,
  defs: Readonly<Record<string, FieldSchema>>,
  path: string,
): UnknownField | null {
  if (schema.$ref) {
    const target = defs[schema.$ref.replace('#/$defs/', '')];
    return target ? findUnknown(target, value, defs, path) : null;
  }
  const options = schema.anyOf ?? schema.oneOf;
  if (options) {
    let first: UnknownField | null = null;
    for (const option of likely(options, value)) {
      const found = findUnknown(option, value, defs, path);
      if (!found) return null;
      first ??= found;
    }
    return first;
  }
  if (Array.isArray(value)) {
    const { items } = schema;
    if (!items || !hasFields(items)) return null;
    for (const [index, item] of value.entries()) {
      const found = findUnknown(items, item, defs, join(path, String(index)));
      if (found) return found;
    }
    return null;
  }
  if (typeof value !== 'object' || value === null || !schema.properties) return null;
  if (schema.additionalProperties || schema.patternProperties || schema.allOf) return null;
  const { properties } = schema;
  for (const [name, inner] of Object.entries(value)) {
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!known)
      return { path: join(path, name), message: unknownMessage(name, Object.keys(properties), value, path) };
    const found = findUnknown(known, inner, defs, join(path, name));
    if (found) return found;
  }
  return null;
}

function hasFields({ $ref, properties, items, anyOf, oneOf }: FieldSchema): boolean {
  return Boolean($ref || properties || anyOf || oneOf || (items && hasFields(items)));
}

/** The options whose constants the value has, such as its `action`, or all. */
function likely(options: readonly FieldSchema[], value: unknown): readonly FieldSchema[] {
  const matching = options.filter(({ properties }) =>
    Object.entries(properties ?? {}).every(
      ([name, { const: constant }]) =>
        constant === undefined || (value as Record<string, unknown> | null)?.[name] === constant,
    ),
  );
  return matching.length > 0 ? matching : options;
}

function unknownMessage(name: string, known: readonly string[], value: object, path: string): string {
  const shown = name.length > SHOWN_CHARS ? `${name.slice(0, SHOWN_CHARS)}…` : name;
  const start = `Unknown field “${shown.toWellFormed()}”${path === '' ? '' : ` in ${path}`}.`;
  // Rather one that wasn't sent, too.
  const left = known.filter((field) => !Object.hasOwn(value, field));
  const nearest = nearestName(name, left) ?? nearestName(name, known);
  if (nearest !== null) return `${start} Did you mean “${nearest}”?`;
  return known.length === 0 ? `${start} It takes no fields.` : `${start} Known fields: ${known.join(', ')}.`;
}

/** The known name with the fewest changed characters, if few of them are (two swapped ones count twice); null if none is near. */
export function nearestName(name: string, known: readonly string[]): string | null {
  if (name.length > SHOWN_CHARS) return null;
  const byPlain = new Map(known.map((field) => [plain(field), field]));
  const maxDistance = name.length < 4 ? 1 : Math.max(2, Math.floor(name.length / 3));
  const nearest = closestMatch(plain(name), [...byPlain.keys()], { maxDistance });
  return nearest === undefined ? null : (byPlain.get(nearest) ?? null);
}

/** `maxCredits`, `max-credits` and `max_credits` are the same word. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
