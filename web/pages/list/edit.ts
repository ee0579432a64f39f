/** What a person changes at once: values of rows, and new rows at the end. */
export interface Edit {
  changes: { row: number; column: string; value: string; before?: string | undefined }[];
  add: Record<string, string>[];
}

/** What of an edit has a place in these columns: the same edit if all of it has. */
export function inColumns(edit: Edit, columns: ReadonlySet<string>): Edit {
  const { changes, add } = edit;
  const used = [...changes.map(({ column }) => column), ...add.flatMap((row) => Object.keys(row))];
  if (used.every((column) => columns.has(column))) return edit;
  return {
    changes: changes.filter(({ column }) => columns.has(column)),
    add: add.flatMap((row) => {
      const kept = Object.entries(row).filter(([column]) => columns.has(column));
      return kept.length > 0 ? [Object.fromEntries(kept)] : [];
    }),
  };
}

/** Whether an edit changes nothing. */
export function isEmptyEdit({ changes, add }: Edit): boolean {
  return changes.length + add.length === 0;
}
