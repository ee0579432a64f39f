import type { Plugin } from 'vite';

/**
 * Puts the values of a module in its place, without what they are computed from. `file` is its path, `values` is what it
 * exports, as plain data.
 */
export function plainValues(file: string, values: object): Plugin {
  return {
    name: 'plain-values',
    enforce: 'pre',
    load: (id) =>
      id === file
        ? Object.entries(values)
            .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
            .join('\n')
        : null,
  };
}
