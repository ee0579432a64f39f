import type { TaskType } from '#contract/tasks.ts';
import type { Attempt } from './attempt.ts';

/** The typed list and the idempotency key of its last attempt, so that a retry costs once. */
export interface ListDraft {
  text: string;
  /** the last attempt without a success, with the fingerprint of its list */
  attempt: Attempt | null;
}

/** How the drafts of a form are saved. */
export interface DraftFormat<Draft extends ListDraft> {
  type: TaskType;
  /** Saved text -> the draft. Anything unexpected gives an empty one. */
  parse(saved: string | null): Draft;
  /** null: nothing to save */
  format(draft: Draft): string | null;
}

export const EMPTY_DRAFT: ListDraft = { text: '', attempt: null };

/** Each account has its own draft: two people who share a computer don't see each other's lists. */
export function draftStorageKey(type: TaskType, accountId: string): string {
  return `leadwell-draft-${type}-${accountId}`;
}

/** A draft of a form that saves nothing but the list. */
export function listDraftFormat(type: TaskType): DraftFormat<ListDraft> {
  return {
    type,
    parse: (saved) => parseListDraft(saved)?.draft ?? EMPTY_DRAFT,
    format: (draft) => (draft.text === '' && !draft.attempt ? null : JSON.stringify(draft)),
  };
}

/** Parses a saved draft. `saved` has all of its fields. null: it is no draft. */
export function parseListDraft(
  text: string | null,
): { draft: ListDraft; saved: Readonly<Record<string, unknown>> } | null {
  if (!text) return null;
  try {
    const saved: unknown = JSON.parse(text);
    if (!isRecord(saved) || typeof saved.text !== 'string') return null;
    return { draft: { text: saved.text, attempt: parseAttempt(saved.attempt) }, saved };
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
