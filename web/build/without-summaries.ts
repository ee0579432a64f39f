import type { Plugin } from 'vite';

const CALLS = /\/contract\/calls\/[^/]+\.ts$/;
const SUMMARY = /\bsummary:\s*'(?:[^'\\\n]|\\.)*'/g;

/** Leaves out what only the API document says about each call: several kB of every page. */
export function withoutSummaries(): Plugin {
  return {
    name: 'without-summaries',
    enforce: 'pre',
    transform: {
      filter: { id: CALLS },
      handler: (code) => ({ code: withoutCallSummaries(code), map: null }),
    },
  };
}

/** The source of calls with empty summaries. */
export function withoutCallSummaries(code: string): string {
  return code.replace(SUMMARY, "summary: ''");
}
