/** Real files have a few hundred rules for one crawler. */
const MAX_RULES = 5_000;
const MAX_RULE_CHARS = 2_000;
/** Real rules have up to four. */
const MAX_WILDCARDS_PER_RULE = 16;
/** One step compares one character. This many take about 2 ms. */
export const MAX_ROBOTS_STEPS = 500_000;
/** Memory of a rule besides its text. */
const BYTES_PER_RULE = 100;

/** `too-expensive`: the look-up used up its steps before it found the rule that applies. */
export interface RobotsMatch {
  access: 'allowed' | 'forbidden' | 'too-expensive';
  /** character comparisons, at most slightly more than MAX_ROBOTS_STEPS */
  steps: number;
}

/** The rules of one robots.txt file for one crawler. */
export interface RobotsRules {
  /** Crawl-delay, not capped; 0 without one */
  crawlDelayMs: number;
  /** Whether the crawler may read the URL. Depends only on its path and query. */
  match(url: URL): RobotsMatch;
  /** approximate memory in bytes */
  size: number;
}

/** A pattern of paths and what it says about them, as a line of robots.txt. */
export interface PathRule {
  allow: boolean;
  /** the parts between wildcards, in canonical form; the first one is a prefix of the path */
  pieces: readonly string[];
  /** ends with `$`: the last part is the end of the path */
  anchored: boolean;
  /** octets of the rule: the most specific match decides (RFC 9309 2.2.2) */
  length: number;
}

/**
 * Parses a robots.txt file by RFC 9309 for `product` (case-insensitive). `too-many-rules`: we can't check that
 * many. Without a group for the product or for all crawlers, there are no rules.
 */
export function parseRobots(text: string, product: string): RobotsRules | 'too-many-rules' {
  const group = groupFor(text, product.toLowerCase());
  if (group.rules.length > MAX_RULES) return 'too-many-rules';
  // The first match is the most specific one; among equals, allow wins.
  const rules = group.rules.toSorted((a, b) => b.length - a.length || Number(b.allow) - Number(a.allow));
  const size = rules.reduce((sum, { length }) => sum + length + BYTES_PER_RULE, BYTES_PER_RULE);
  return { crawlDelayMs: group.crawlDelayMs, match: (url: URL) => matchRules(rules, url), size };
}

interface Group {
  rules: PathRule[];
  crawlDelayMs: number;
}

/** The groups that name the product, combined; if there are none, those for `*` (RFC 9309 2.2.1). */
function groupFor(text: string, product: string): Group {
  const ours: Group = { rules: [], crawlDelayMs: 0 };
  const forAll: Group = { rules: [], crawlDelayMs: 0 };
  let isNamed = false;
  let current = new Set<Group>();
  let inAgents = false;
  for (const { key, value } of ruleLines(text)) {
    if (key === 'user-agent') {
      if (!inAgents) current = new Set();
      inAgents = true;
      const agent = value.split('/', 1)[0]!.trim().toLowerCase();
      if (agent === product) {
        isNamed = true;
        current.add(ours);
      } else if (agent === '*') current.add(forAll);
      continue;
    }
    inAgents = false;
    for (const group of current) addLine(group, key, value);
  }
  return isNamed ? ours : forAll;
}

function addLine(group: Group, key: RuleKey, value: string): void {
  if (key === 'crawl-delay') {
    const seconds = Number(value);
    if (value !== '' && seconds > 0) group.crawlDelayMs = seconds * 1000;
  } else if (group.rules.length <= MAX_RULES) {
    const rule = readPathRule(value, key === 'allow');
    if (rule) group.rules.push(rule);
  }
}

type RuleKey = 'allow' | 'disallow' | 'crawl-delay';
/** With spaces around it. */
const MAX_KEY_CHARS = 50;
const KEYS: ReadonlySet<string> = new Set(['user-agent', 'allow', 'disallow', 'crawl-delay']);

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const COLON = 58;

/** The lines that matter, one at a time: a list of all of them would be larger than the file. */
function* ruleLines(text: string): Generator<{ key: 'user-agent' | RuleKey; value: string }> {
  let start = text.startsWith('\uFEFF') ? 1 : 0;
  while (start < text.length) {
    let colon = -1;
    let end = start;
    for (; end < text.length; end += 1) {
      const code = text.charCodeAt(end);
      if (code === LINE_FEED || code === CARRIAGE_RETURN) break;
      if (code === COLON && colon < 0) colon = end;
    }
    const key =
      colon < 0 || colon - start > MAX_KEY_CHARS ? '' : text.slice(start, colon).trim().toLowerCase();
    if (KEYS.has(key)) {
      const value = text.slice(colon + 1, Math.min(end, colon + 1 + MAX_RULE_CHARS));
      yield { key: key as RuleKey, value: value.split('#', 1)[0]!.trim() };
    }
    start = end + 1;
  }
}

/**
 * Reads one rule; null if it has no effect. A rule that is too long or has too many wildcards is cut if it
 * forbids, so that it forbids more, and ignored if it allows.
 */
export function readPathRule(value: string, allow: boolean): PathRule | null {
  if (value === '') return null;
  let pieces = value.replace(/\*{2,}/g, '*').split('*', MAX_WILDCARDS_PER_RULE + 2);
  const isCut = value.length >= MAX_RULE_CHARS - 20 || pieces.length > MAX_WILDCARDS_PER_RULE + 1;
  if (isCut && allow) return null;
  if (isCut) pieces = [...pieces.slice(0, MAX_WILDCARDS_PER_RULE), ''];
  const anchored = !isCut && value.endsWith('$');
  if (anchored) pieces.push(pieces.pop()!.slice(0, -1));
  pieces = pieces.map(canonical);
  const length = pieces.reduce((sum, piece) => sum + piece.length + 1, anchored ? 1 : 0);
  return { allow, pieces, anchored, length };
}

/**
 * Percent-encodes like RFC 9309 2.2.2, so that equal paths have equal text: encodes non-ASCII characters,
 * decodes unreserved ones, and writes hex digits in upper case. `*` and `$` are text here. The result is a new
 * string: a slice would keep the whole file in memory.
 */
function canonical(path: string): string {
  if (!/[^\0-\u007f]|[%*$]/.test(path)) return Buffer.from(path, 'latin1').toString('latin1');
  const encoded = path
    .toWellFormed()
    .replace(/[^\0-\u007f]+/g, encodeURIComponent)
    .replace(/%[0-9a-f]{2}/gi, (octet) => {
      const character = String.fromCharCode(Number.parseInt(octet.slice(1), 16));
      return /[\w.~-]/.test(character) ? character : octet.toUpperCase();
    })
    .replaceAll('*', '%2A')
    .replaceAll('$', '%24');
  return Buffer.from(encoded, 'latin1').toString('latin1');
}

/** What the first rule that matches says about the path and query of a URL. Allowed without one. */
export function matchRules(rules: readonly PathRule[], url: URL): RobotsMatch {
  if (rules.length === 0) return { access: 'allowed', steps: 0 };
  const path = canonical(`${url.pathname}${url.search}`);
  let steps = path.length;
  for (const rule of rules) {
    const matched = matchRule(rule, path, MAX_ROBOTS_STEPS - steps);
    steps += Math.abs(matched);
    if (steps > MAX_ROBOTS_STEPS) return { access: 'too-expensive', steps };
    if (matched > 0) return { access: rule.allow ? 'allowed' : 'forbidden', steps };
  }
  return { access: 'allowed', steps };
}

/**
 * Whether the parts of a rule occur in the path in order. Returns the steps taken, negative if they don't.
 * Taking the first occurrence of each part is enough, so no search starts over. Stops after about `maxSteps`.
 */
function matchRule({ pieces, anchored }: PathRule, path: string, maxSteps: number): number {
  const last = pieces.length - 1;
  let steps = 0;
  let position = 0;
  for (let index = 0; index <= last; index += 1) {
    const piece = pieces[index]!;
    const end = path.length - piece.length;
    const isEnd = anchored && index === last;
    if (position > end || (isEnd && index === 0 && end > 0)) return -steps - 1;
    if (isEnd) position = end;
    const isFixed = index === 0 || isEnd;
    for (;;) {
      let same = 0;
      while (same < piece.length && path.charCodeAt(position + same) === piece.charCodeAt(same)) same += 1;
      steps += same + 1;
      if (same === piece.length) break;
      position += 1;
      if (isFixed || position > end || steps > maxSteps) return -steps;
    }
    position += piece.length;
  }
  return steps;
}
