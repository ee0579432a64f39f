import { RE2JS } from 're2js';
import { CALL_STEPS_MAX, ROW_STEPS_MAX } from '#contract/list-steps.ts';

const PATTERN_MAX_CHARS = 200;
/** Instructions that a pattern compiles to. A pattern for email addresses has about 30. */
const PROGRAM_MAX = 500;
const KEPT_PATTERNS = 200;
/** What compiling an instruction counts as, next to searching one character with it. */
const COMPILE_STEPS = 20;

/** What the patterns of a row have done so far, in steps. */
export interface PatternWork {
  steps: number;
  /** apart, because a pattern that another row compiled costs nothing here: that row must not have another result */
  compiling: number;
}

/** A row before its first pattern. */
export function noWork(): PatternWork {
  return { steps: 0, compiling: 0 };
}

const TOO_LARGE = 'The pattern is too large. Repeat less in it.';
const TOO_SLOW = 'The pattern is too slow for this text.';
const TOO_MANY = 'The patterns of this row have too much to do.';

const patterns = new Map<string, RE2JS>();

/** Whether a pattern (RE2, in any case) is in a text. Throws for one that RE2 doesn't accept, or that has too much to do. */
export function matches(text: string, pattern: string, work: PatternWork): boolean {
  const compiled = patternOf(pattern, work);
  spend(work, compiled.programSize() * (text.length + 1));
  return compiled.test(text);
}

/** What a pattern finds in a text, or its first group; empty for nothing. Throws as `matches`. */
export function extracted(text: string, pattern: string, work: PatternWork): string {
  const compiled = patternOf(pattern, work);
  const groups = compiled.groupCount();
  // What finds it is followed by what finds its groups, each of which is kept in each step.
  spend(work, compiled.programSize() * (text.length + 1) * (1 + groups));
  const matcher = compiled.matcher(text);
  if (!matcher.find()) return '';
  return matcher.group(groups > 0 ? 1 : 0) ?? '';
}

function patternOf(text: string, work: PatternWork): RE2JS {
  const known = patterns.get(text);
  if (known) return known;
  if (text.length > PATTERN_MAX_CHARS)
    throw new Error(`A pattern can have ${PATTERN_MAX_CHARS} characters at most.`);
  const size = sizeBound(text);
  if (size > 2 * PROGRAM_MAX) throw new Error(TOO_LARGE);
  if (work.compiling + size * COMPILE_STEPS > ROW_STEPS_MAX) throw new Error(TOO_MANY);
  work.compiling += size * COMPILE_STEPS;
  const compiled = RE2JS.compile(text, RE2JS.CASE_INSENSITIVE);
  if (compiled.programSize() > PROGRAM_MAX) throw new Error(TOO_LARGE);
  if (patterns.size >= KEPT_PATTERNS) patterns.clear();
  patterns.set(text, compiled);
  return compiled;
}

/** How much a pattern repeats, before it is compiled: `(?:[a-z]{9}){1000}` would take long. Never less than what it has. */
function sizeBound(pattern: string): number {
  let size = 0;
  let before = '';
  for (const [token, least, most] of pattern.matchAll(/\{(\d{1,9})(?:,(\d{0,9}))?\}|[\s\S]/g)) {
    if (least === undefined) size += 1;
    // What it repeats is one character or class, or at most everything before it.
    else
      size +=
        (Math.max(Number(least), Number(most ?? 0)) + 1) * (before === ')' || before === '}' ? size : 1);
    before = token.slice(-1);
  }
  return size;
}

function spend(work: PatternWork, steps: number): void {
  if (steps > CALL_STEPS_MAX) throw new Error(TOO_SLOW);
  if (work.steps + steps > ROW_STEPS_MAX) throw new Error(TOO_MANY);
  work.steps += steps;
}
