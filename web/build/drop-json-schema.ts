import type { Plugin } from 'vite';

/** `zod/v4/classic/schemas.js`: how a schema describes itself, once for each kind, and what starts that. */
const PROCESSOR =
  /\binst\._zod\.processJSONSchema = \(ctx, json, params\) => processors\.\w+\(inst, ctx, json, params\);/g;
const CONVERTER = /\bimport \{ createStandardJSONSchemaMethod, createToJSONSchemaMethod \} from "[^"]+";/;

/**
 * Leaves Zod's converter to JSON Schema out of the client, which never describes its schemas: 8 kB that every page would
 * load. The methods that start it throw.
 */
export function dropJsonSchema(): Plugin {
  return {
    name: 'drop-json-schema',
    apply: 'build',
    transform: {
      filter: { id: /\/zod\/v4\/classic\/schemas\.js$/ },
      handler: (code) => ({ code: withoutJsonSchema(code), map: null }),
    },
  };
}

/** The source of Zod's schemas without the converter. Throws if a new version of Zod is written in another way. */
export function withoutJsonSchema(code: string): string {
  if (!CONVERTER.test(code) || !PROCESSOR.test(code))
    throw new Error('Zod has changed. See which lines of its schemas convert them to JSON Schema now.');
  const none = `() => { throw new Error('Only the server describes schemas.'); }`;
  return code
    .replace(PROCESSOR, '')
    .replace(
      CONVERTER,
      `const [createStandardJSONSchemaMethod, createToJSONSchemaMethod] = [${none}, ${none}];`,
    );
}
