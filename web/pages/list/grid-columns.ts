import { type LucideIcon, Sigma, Sparkles, Type } from 'lucide-react';
import type { CellState as StepState } from '#contract/list-cells.ts';
import type { ListColumn } from '#contract/list-columns.ts';
import type { ListCosts } from '#contract/list-runs.ts';
import { FORMULA_ERROR, type ListStep } from '#contract/list-steps.ts';
import type { ListRow, ListView } from '#contract/lists.ts';
import { plural } from '#contract/plural.ts';
import type { CellState, DataColumn, DataRow } from '../../kit/data-grid/data-grid-props.ts';
import { columnTitle } from '../../lib/column-title.ts';
import type { RowSort } from '../../ui/row-sort.ts';
import { stepNote } from './step-costs.ts';

const DEFAULT_WIDTH_PX = 180;
const WIDTHS: Readonly<Partial<Record<ListColumn['type'], number>>> = {
  url: 220,
  email: 240,
  number: 110,
  'yes-no': 90,
};
const STEP_ICONS: Readonly<Record<ListStep['kind'], LucideIcon>> = {
  tool: Sparkles,
  formula: Sigma,
  name: Type,
};

/** What a person chose about the columns of one list, in this browser. */
export interface ColumnView {
  hidden: readonly string[];
  widths: Readonly<Record<string, number>>;
  pinned: readonly string[];
  /** IDs of exclusion lists that were turned off: their people and companies are shown. Those of all others aren't. */
  turnedOff: readonly string[];
}

/** Figures that headers show. */
interface ColumnFigures {
  /** in how many rows each formula failed, by its column */
  failures?: Readonly<Record<string, number>>;
  costs?: ListCosts | null;
  /** the plan includes the costs */
  isIncluded?: boolean;
}

/** Whether a step is an expression, which can fail in a row. A template can have any text. */
export function canFail(step: ListStep): boolean {
  return step.kind === 'formula' && step.formula.startsWith('=');
}

/** The columns as the grid shows them. */
export function gridColumns(
  list: Pick<ListView, 'fields' | 'steps'>,
  { hidden, widths, pinned }: ColumnView,
  sort: RowSort | null,
  { failures = {}, costs = null, isIncluded = false }: ColumnFigures = {},
): DataColumn[] {
  const noteOf = (column: string, step: ListStep | undefined): string | null => {
    if (failures[column]) return plural(failures[column], 'error');
    const cost = costs?.steps.find((each) => each.step === step?.id);
    // The other columns of a step have the same figures.
    return cost && step?.outputs[0]?.column === column ? stepNote(cost, isIncluded) : null;
  };
  return list.fields
    .filter(({ id }) => !hidden.includes(id))
    .map((field, index): DataColumn => {
      const step = list.steps.find(({ id }) => id === field.step);
      const name = step && step.name !== headerOf(field) ? step.name : null;
      const note = noteOf(field.id, step) ?? name;
      const isSorted = sort?.column === field.id;
      return {
        id: field.id,
        header: headerOf(field),
        width: widths[field.id] ?? WIDTHS[field.type] ?? DEFAULT_WIDTH_PX,
        type: field.type,
        editable: true,
        pinned: index === 0 || pinned.includes(field.id),
        ...(step ? { icon: STEP_ICONS[step.kind] } : {}),
        ...(note === null ? {} : { note }),
        ...(isSorted ? { sorted: sort.descending ? 'descending' : 'ascending' } : {}),
      };
    });
}

/** Columns that are called like their IDs may be names of programs: `company_name`. */
export function headerOf({ id, name }: Pick<ListColumn, 'id' | 'name'>): string {
  return id === name ? columnTitle(name) : name;
}

/** A row as the grid shows it, with the state of each column's step. */
export function gridRow(
  row: ListRow,
  { fields, steps, computing }: Pick<ListView, 'fields' | 'steps' | 'computing'>,
): DataRow {
  const states: Record<string, CellState> = {};
  const isOpen = computing !== null && row.id > computing.after;
  for (const { id, step } of fields) {
    const filler = steps.find((each) => each.id === step);
    const isInstant = filler !== undefined && filler.kind !== 'tool';
    if (isInstant && isOpen) states[id] = { status: 'queued', note: 'It is being calculated' };
    else if (filler && canFail(filler) && row.values[id]?.startsWith(FORMULA_ERROR))
      states[id] = { status: 'failed', note: row.values[id].slice(FORMULA_ERROR.length).trim() };
    const state = step === null ? undefined : row.states?.[step];
    if (state) states[id] = cellState(state, row.values[id]);
  }
  return { id: row.id, cells: row.values, states };
}

/** `gridRow` of a list that makes each row once, so that the grid sees which ones have changed. */
export function gridRows(list: Pick<ListView, 'fields' | 'steps' | 'computing'>): (row: ListRow) => DataRow {
  const made = new WeakMap<ListRow, DataRow>();
  return (row) => {
    const known = made.get(row);
    if (known) return known;
    const shown = gridRow(row, list);
    made.set(row, shown);
    return shown;
  };
}

function cellState(state: StepState, value: string | undefined): CellState {
  const note = state.note === null ? {} : { note: state.note };
  if (state.queued) return { status: 'queued' };
  if (state.overCap) return { status: 'over-cap' };
  if (state.stale) return { status: 'stale', note: 'What this was made from has changed' };
  // An answer without a value for this column isn't a failure.
  if (state.status === 'done') return { status: value ? 'done' : 'empty' };
  return { status: state.status ?? 'empty', ...note };
}
