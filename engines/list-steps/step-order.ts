import type { ListStep, ToolStep } from '#contract/list-steps.ts';
import { formulaColumns } from './formula-columns.ts';

/** The IDs of the columns that a step reads, each once. */
export function columnsRead(step: ListStep): string[] {
  const conditions = step.conditions.flatMap(({ fields }) => fields);
  return [...new Set([...conditions, ...inputColumns(step)])];
}

/** The IDs of the columns that a step works with, without those of its conditions. */
export function inputColumns(step: ListStep): string[] {
  switch (step.kind) {
    case 'tool':
      return [...new Set([...triedColumns(step), ...(step.known ?? [])])];
    case 'formula':
      return formulaColumns(step.formula);
    default:
      return Object.values(step.inputs);
  }
}

/** The IDs of the columns that the tools of a step read. */
export function triedColumns({ tries }: Pick<ToolStep, 'tries'>): string[] {
  return tries.flatMap(({ inputs }) => Object.values(inputs));
}

/** The IDs of the columns that a step fills. */
export function columnsFilled(step: ListStep): string[] {
  return step.outputs.map(({ column }) => column);
}

export type StepOrder =
  | { ok: true; steps: ListStep[] }
  /** the names of steps that wait for each other, in a circle */
  | { ok: false; circle: string[] };

/**
 * The steps in an order in which each comes after those that fill its columns. Otherwise they keep their order.
 */
export function orderSteps(steps: readonly ListStep[]): StepOrder {
  const filledBy = new Map(
    steps.flatMap((step) => columnsFilled(step).map((column) => [column, step] as const)),
  );
  const ordered: ListStep[] = [];
  const done = new Set<ListStep>();
  const path: ListStep[] = [];

  /** The steps of a circle; null if there is none. */
  function add(step: ListStep): ListStep[] | null {
    if (done.has(step)) return null;
    const start = path.indexOf(step);
    if (start >= 0) return path.slice(start);
    path.push(step);
    for (const column of columnsRead(step)) {
      const before = filledBy.get(column);
      const circle = before ? add(before) : null;
      if (circle) return circle;
    }
    path.pop();
    done.add(step);
    ordered.push(step);
    return null;
  }

  for (const step of steps) {
    const circle = add(step);
    if (circle) return { ok: false, circle: circle.map(({ name }) => name) };
  }
  return { ok: true, steps: ordered };
}

/** The steps whose results depend on these columns, also through other steps, in the order of `orderSteps`. */
export function stepsAfter(ordered: readonly ListStep[], columns: Iterable<string>): ListStep[] {
  const changed = new Set(columns);
  return ordered.filter((step) => {
    if (!columnsRead(step).some((column) => changed.has(column))) return false;
    for (const column of columnsFilled(step)) changed.add(column);
    return true;
  });
}
