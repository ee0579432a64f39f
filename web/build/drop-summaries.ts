import type { Plugin } from 'vite';

/** The summary of a call: one text in single quotes or backticks, maybe on the next line. */
const SUMMARY = /(\bsummary:\s*)(?:'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)(?=,)/g;

/** Leaves the summaries of calls out of the client, which shows those of the OpenAPI document. */
export function dropSummaries(): Plugin {
  return {
    name: 'drop-summaries',
    // Before types are removed, which changes quotes.
    enforce: 'pre',
    transform: {
      filter: { id: /\/contract\/calls\/[\w-]+\.ts$/ },
      handler: (code) => ({ code: withoutSummaries(code), map: null }),
    },
  };
}

/** The source of calls with empty summaries. */
export function withoutSummaries(code: string): string {
  return code.replace(SUMMARY, "$1''");
}
