import type { ToolStep } from '#contract/list-steps.ts';
import type { TaskType } from '#contract/tasks.ts';
import { companyToDomain } from '../company-to-domain/definition.ts';
import { knownDomain } from '../company-to-domain/engine/known-domain.ts';

/** Reads what a tool looks for from a text that a row has already, as a result of the tool; null if it isn't there. */
type ReadKnown = (text: string) => Record<string, unknown> | null;

const READERS: ReadonlyMap<TaskType, ReadKnown> = new Map([[companyToDomain.task.type, knownDomain]]);

/** A value that a row has already: the tool that needn't look for it, and its result. */
export interface KnownAnswer {
  tool: TaskType;
  row: Record<string, unknown>;
}

/**
 * What a step looks for, if one of the columns that it names (`known`) has it: values by column. null: the tools have to work.
 * `isOpen`: columns whose values may still change.
 */
export function knownAnswer(
  { known = [], tries }: Pick<ToolStep, 'known' | 'tries'>,
  values: Readonly<Record<string, string>>,
  isOpen: (column: string) => boolean = () => false,
): KnownAnswer | null {
  const readers =
    known.length === 0
      ? []
      : tries.flatMap(({ tool }) => {
          const read = READERS.get(tool);
          return read ? [{ tool, read }] : [];
        });
  for (const column of known) {
    if (isOpen(column)) continue;
    for (const { tool, read } of readers) {
      const row = read(values[column] ?? '');
      if (row) return { tool, row };
    }
  }
  return null;
}
