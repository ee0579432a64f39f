import type { TaskType } from '#contract/tasks.ts';
import { openPlainTable, readTable, tableWidth } from '#engines/csv/read-table.ts';
import type { Attempt } from '../lib/attempt.ts';

/** The typed list and the idempotency key of its last attempt, so that a retry costs once. */
export interface ListDraft {
  text: string;
  /** the last attempt without a success, with the fingerprint of its list */
  attempt: Attempt | null;
  /** the chosen column of a table in the text; null: the likeliest */
  column: number | null;
  /** whether the CSV file keeps the other columns of a table in the text */
  keepsColumns: boolean;
}

/** How the drafts of a form are saved. */
export interface DraftFormat<Draft extends ListDraft> {
  type: TaskType;
  empty: Draft;
  /** Saved text -> the draft. Anything unexpected gives an empty one. */
  parse(saved: string | null): Draft;
  /** null: nothing to save */
  format(draft: Draft): string | null;
}

export const EMPTY_DRAFT: ListDraft = { text: '', attempt: null, column: null, keepsColumns: true };

/** A draft of a form that saves nothing but the list. `more`: what the form has besides, in an empty draft. */
export function listDraftFormat<More extends object>(
  type: TaskType,
  more: More,
): DraftFormat<ListDraft & More> {
  const empty = { ...EMPTY_DRAFT, ...more };
  return {
    type,
    empty,
    parse: (saved) => ({ ...empty, ...parseListDraft(saved)?.draft }),
    format: (draft) => (draft.text === '' && !draft.attempt ? null : JSON.stringify(savedList(draft))),
  };
}

/** What is saved of every draft. `parseListDraft` reads it. */
export function savedList({ text, attempt, column, keepsColumns }: ListDraft): ListDraft {
  return { text, attempt, column, keepsColumns };
}

/** The draft with another text. A chosen column belongs to its table: another one may have something else there. */
export function withText<Draft extends ListDraft>(draft: Draft, text: string): Draft {
  const isKept = draft.column !== null && isSameTable(draft.text, text);
  return { ...draft, text, column: isKept ? draft.column : null };
}

/** Whether a table was only edited: its first line is the same, or has as many cells as before and the lines below are the same. */
function isSameTable(before: string, after: string): boolean {
  const [first, rest] = firstLine(before);
  const [edited, others] = firstLine(after);
  if (first === edited) return true;
  const hasLinesOf = (text: string, lines: string) => lines !== '' && text.endsWith(lines);
  return cellsIn(first) === cellsIn(edited) && (hasLinesOf(before, others) || hasLinesOf(after, rest));
}

/** The first line with text, and the lines below. */
function firstLine(text: string): [first: string, rest: string] {
  const start = text.trimStart();
  const [first = ''] = start.split(/\r|\n/, 1);
  return [first, start.slice(first.length).trimStart()];
}

function cellsIn(line: string): number {
  return tableWidth(readTable(openPlainTable(line)));
}

/**
 * The draft with the list of an earlier one, for another sheet of the same workbook. What was chosen beside the list stays.
 * `reset`: what else belongs to the list.
 */
export function withListOf<Draft extends ListDraft>(
  draft: Draft,
  earlier: Draft,
  reset: Partial<Draft> = {},
): Draft {
  const next = { ...draft, text: earlier.text, column: earlier.column };
  for (const name of Object.keys(reset) as (keyof Draft)[]) next[name] = earlier[name];
  return next;
}

/** Whether a draft is still the one that was started, so that it can be cleared. Of a long list, only the key is saved. */
export function isStarted(
  { text, attempt }: ListDraft,
  started: Pick<ListDraft, 'text'> & { key: string },
): boolean {
  return (text === started.text || text === '') && attempt?.key === started.key;
}

/** Parses a saved draft. `saved` has all of its fields. null: it is no draft. */
export function parseListDraft(
  text: string | null,
): { draft: ListDraft; saved: Readonly<Record<string, unknown>> } | null {
  if (!text) return null;
  try {
    const saved: unknown = JSON.parse(text);
    if (!isRecord(saved) || typeof saved.text !== 'string') return null;
    const { text: list, attempt, column, keepsColumns } = saved;
    const draft = {
      text: list,
      attempt: parseAttempt(attempt),
      column: Number.isSafeInteger(column) && Number(column) >= 0 ? Number(column) : null,
      keepsColumns: keepsColumns !== false,
    };
    return { draft, saved };
  } catch {
    return null;
  }
}

function parseAttempt(value: unknown): Attempt | null {
  if (!isRecord(value) || typeof value.key !== 'string' || typeof value.fingerprint !== 'string') return null;
  return { key: value.key, fingerprint: value.fingerprint };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
