import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const API = 'http://127.0.0.1:3000';

/** The web client. `#contract/…` resolves by the package's own "imports", so no alias is needed here. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), gzipFiles()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The page's policy allows no data: script, and a font as data: would be read before it is needed.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Stays the same from release to release, so browsers keep it.
            {
              name: 'react',
              test: /node_modules\/(?:react|react-dom|scheduler|react-router)\//,
              priority: 2,
            },
            // One request instead of one for each icon.
            { name: 'icons', test: /node_modules\/lucide-react\//, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    // The contract lies beside this folder.
    fs: { allow: ['..'] },
    proxy: { '/auth': API, '/rest': API, '/functions': API },
  },
});

/** Writes a .gz file beside each text file of the build, for the server to send. */
function gzipFiles(): Plugin {
  return {
    name: 'gzip-files',
    apply: 'build',
    closeBundle() {
      for (const file of globSync(`${import.meta.dirname}/dist/**/*.{css,js,json,svg,txt,webmanifest}`)) {
        writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }));
      }
    },
  };
}
