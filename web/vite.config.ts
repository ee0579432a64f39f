import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressFiles } from './build/compress-files.ts';
import { dropJsonSchema } from './build/drop-json-schema.ts';
import { dropSummaries } from './build/drop-summaries.ts';
import { plainValues } from './build/plain-values.ts';
import { prerenderPages } from './build/prerender-pages.ts';
import { sharedChunks } from './build/shared-chunks.ts';
import { themeScript } from './build/theme-script.ts';
import { PAGES } from './pages/all-pages.ts';
import * as visitorFacts from './pages/visitor-facts.ts';

const API = 'http://127.0.0.1:3000';

/** The web client. Imports like `#contract/…` resolve through package.json, so no alias is needed. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwindcss(),
    themeScript(),
    dropSummaries(),
    dropJsonSchema(),
    plainValues(`${import.meta.dirname}/pages/visitor-facts.ts`, visitorFacts),
    prerenderPages(import.meta.dirname, PAGES),
    compressFiles(`${import.meta.dirname}/dist`),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Tells prerenderPages the chunks of each page.
    manifest: true,
    // The CSP blocks data: scripts, and inlined fonts would load before they are needed.
    assetsInlineLimit: 0,
    // Browsers that know light-dark() of theme.css know modulepreload.
    modulePreload: { polyfill: false },
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
            sharedChunks(import.meta.dirname, PAGES),
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    // The contract is outside this folder.
    fs: { allow: ['..'] },
    proxy: { '/auth': API, '/rest': API, '/functions': API, '/v1': API },
  },
});
