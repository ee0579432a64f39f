import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSED = '**/*.{css,js,json,svg,txt,webmanifest}';

/** Writes a .br and a .gz file next to each text file of the build, for the server to send. */
export function compressFiles(dist: string): Plugin {
  return {
    name: 'compress-files',
    apply: 'build',
    closeBundle: {
      sequential: true,
      async handler() {
        await Promise.all(
          globSync(COMPRESSED, { cwd: dist }).map(async (name) => {
            const file = `${dist}/${name}`;
            const content = readFileSync(file);
            const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
            writeFileSync(`${file}.br`, await promisify(brotliCompress)(content, { params }));
            writeFileSync(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
          }),
        );
      },
    },
  };
}
