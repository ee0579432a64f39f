import { z } from 'zod';
import { CALLS } from '#contract/calls.ts';
import { toolOfType } from '#tools/index/tools.ts';
import { requireKnown } from './known-names.ts';
import type { McpCalls } from './mcp-tool.ts';

/** Throws `validation_failed` for a field that no row of the tool of a task has. `rows`: some of its rows. */
export async function requireFields(
  calls: McpCalls,
  id: string,
  { rows, fields }: { rows: readonly { row: unknown }[]; fields: readonly string[] },
): Promise<void> {
  const shown = new Set(rows.flatMap(({ row }) => Object.keys(row as object)));
  if (rows.length === 0 || fields.every((field) => shown.has(field))) return;
  const { type } = await calls.invoke(CALLS.task, { id });
  const row = toolOfType(type)?.task.row;
  const known = row instanceof z.ZodObject ? Object.keys(row.shape) : [];
  requireKnown('field', fields, new Set([...shown, ...known]));
}

/** Some fields of a row, in this order. */
export function chosenFields(
  row: Record<string, unknown>,
  fields: readonly string[],
): Record<string, unknown> {
  return Object.fromEntries(fields.filter((field) => field in row).map((field) => [field, row[field]]));
}
