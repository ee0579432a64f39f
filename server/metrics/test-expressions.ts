/** What an expression of PromQL asks of one metric. */
export interface Selector {
  /** with _bucket, _sum or _count */
  name: string;
  /** the values that a matcher names, those of a pattern one by one */
  matchers: { label: string; value: string }[];
}

export interface Expression {
  selectors: Selector[];
  /** the labels of each `by (...)`, with the metrics that it sums up */
  groups: { labels: string[]; selectors: Selector[] }[];
  /** the labels that the result has; null: those of its metrics */
  labels: string[] | null;
}

const METRIC = /\b(leadwell_\w+|up)\b(?:\{([^}]*)\})?/g;
const MATCHER = /(\w+)\s*(?:=~|!~|!=|=)\s*"([^"]*)"/g;
/** An operator that sums up metrics, up to the bracket of what it sums up. */
const GROUP = /\b(?:sum|max|min|avg|count|topk)\b\s*(?:by\s*\(([^)]*)\)\s*)?\(/g;

/**
 * Reads the part of PromQL that our alert rules and panels use: metrics with matchers, functions, `by` before the bracket,
 * and operators. Throws if brackets don't match.
 */
export function readExpression(text: string): Expression {
  const groups = [...text.matchAll(GROUP)].map(({ 0: start, 1: labels, index }) => ({
    isInner: depthAt(text, index) > 0,
    isByLabel: labels !== undefined,
    labels: (labels ?? '').split(',').flatMap((label) => label.trim() || []),
    selectors: selectorsOf(text.slice(index + start.length, endOf(text, index + start.length))),
  }));
  depthAt(text, text.length);
  const outer = groups.filter(({ isInner }) => !isInner);
  const isTopOnly = /^topk\(/.test(text);
  const kept = isTopOnly ? groups.filter(({ isInner }) => isInner) : outer;
  return {
    selectors: selectorsOf(text),
    groups: groups.filter(({ isByLabel }) => isByLabel),
    labels: kept.length === 0 ? null : kept.flatMap(({ labels }) => labels),
  };
}

function selectorsOf(text: string): Selector[] {
  return [...text.matchAll(METRIC)].map(([, name = '', matchers = '']) => ({
    name,
    matchers: [...matchers.matchAll(MATCHER)].flatMap(([, label = '', value = '']) =>
      value.split('|').map((one) => ({ label, value: one })),
    ),
  }));
}

/** The place of the bracket that closes one before `from`. */
function endOf(text: string, from: number): number {
  for (let at = from, depth = 1; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
    if (depth === 0) return at;
  }
  throw new Error(`A bracket isn't closed: ${text}`);
}

/** How many brackets are open before `at`. */
function depthAt(text: string, at: number): number {
  let depth = 0;
  for (const character of text.slice(0, at)) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (depth < 0) throw new Error(`A bracket isn't opened: ${text}`);
  }
  if (at === text.length && depth > 0) throw new Error(`A bracket isn't closed: ${text}`);
  return depth;
}
