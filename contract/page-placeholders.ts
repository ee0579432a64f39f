import { OPERATOR_FACTS, type OperatorFact } from './operator.ts';

/**
 * Placeholders in pages that are rendered at build time. The server replaces them with its own values. They have no
 * characters that HTML or JSON would escape.
 */
export const ORIGIN_PLACEHOLDER = '__LEADWELL_ORIGIN__';
export const CONFIG_PLACEHOLDER = '__LEADWELL_CONFIG__';
export const CARD_NOTE_PLACEHOLDER = '__LEADWELL_CARD_NOTE__';
const ANY_PLACEHOLDER = /__LEADWELL_[A-Z0-9_]+?__/g;

/** The landing page is rendered once for each number of statistics that an operator can set. */
export const STATISTICS_MAX = 6;

export function factPlaceholder(fact: OperatorFact): string {
  return `__LEADWELL_OPERATOR_${fact.toUpperCase()}__`;
}

/** `index`: of the statistic, from 0. */
export function statisticPlaceholder(index: number, part: 'value' | 'label'): string {
  return `__LEADWELL_STATISTIC_${index}_${part.toUpperCase()}__`;
}

/** An operator whose facts are placeholders. */
export const PLACEHOLDER_OPERATOR: Readonly<Record<OperatorFact, string>> = Object.fromEntries(
  OPERATOR_FACTS.map((fact) => [fact, factPlaceholder(fact)]),
) as Record<OperatorFact, string>;

/** The file of a page in `pages/` of the build. `statistics`: how many the operator has set; undefined if unset. */
export function pageFile(path: string, statistics?: number): string {
  const name = path === '/' ? 'index' : path.slice(1);
  return `pages/${name}${path === '/' && statistics !== undefined ? `.${statistics}` : ''}.html`;
}

/** Replaces each placeholder once by its value as HTML text. One without a value stays. */
export function fillPlaceholders(html: string, values: Readonly<Record<string, string>>): string {
  return html.replace(ANY_PLACEHOLDER, (placeholder) => escapeHtml(values[placeholder] ?? placeholder));
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#x27;');
}
