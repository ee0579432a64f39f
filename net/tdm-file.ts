import { matchRules, type PathRule, readPathRule } from './robots-rules.ts';

/** Real files have a few rules. */
const MAX_RULES = 5_000;
const MAX_LOCATION_CHARS = 2_000;

/** The rules of a `/.well-known/tdmrep.json`. */
export interface TdmFile {
  /** Whether the site reserves text and data mining of the page. A page that takes too many steps to check is reserved. */
  isReserved(url: URL): boolean;
  /** approximate memory in bytes */
  size: number;
}

const NO_RULES: TdmFile = { isReserved: () => false, size: 100 };

/**
 * Reads a file of the TDM Reservation Protocol (W3C community group, final report of May 2024): a list of rules with
 * `location`, a pattern as in robots.txt, and `tdm-reservation`, 0 or 1. The first rule that matches applies. What isn't
 * such a file, or isn't such a rule, has no effect, as the report says.
 */
export function readTdmFile(text: string): TdmFile {
  const rules = parseRules(text).slice(0, MAX_RULES);
  const patterns = rules.flatMap((rule): PathRule[] => {
    const { location, 'tdm-reservation': value } = Object(rule) as Record<string, unknown>;
    const reservation = readReservation(value);
    if (typeof location !== 'string' || reservation === null) return [];
    const pattern = readPathRule(location.slice(0, MAX_LOCATION_CHARS), reservation === '0');
    return pattern ? [pattern] : [];
  });
  if (patterns.length === 0) return NO_RULES;
  return {
    isReserved: (url) => matchRules(patterns, url).access !== 'allowed',
    size: NO_RULES.size + patterns.reduce((sum, { length }) => sum + length + NO_RULES.size, 0),
  };
}

/** A value of `tdm-reservation`; null for any other, which the report calls an error. */
export function readReservation(value: unknown): '0' | '1' | null {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : '';
  return text === '0' || text === '1' ? text : null;
}

function parseRules(text: string): unknown[] {
  try {
    const rules: unknown = JSON.parse(text);
    return Array.isArray(rules) ? rules : [];
  } catch {
    return [];
  }
}
