import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const API = 'http://127.0.0.1:3000';

/** The web client. Imports like `#contract/…` resolve through package.json, so no alias is needed. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), gzipFiles()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The CSP blocks data: scripts, and inlined fonts would load before they are needed.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Rarely changes between releases, so browsers can cache it.
            {
              name: 'react',
              test: /node_modules\/(?:react|react-dom|scheduler|react-router)\//,
              priority: 2,
            },
            // Avoids one request per icon.
            { name: 'icons', test: /node_modules\/lucide-react\//, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    // The contract is outside this folder.
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
