import {
  ArrowDownNarrowWide,
  ArrowDownWideNarrow,
  ArrowLeft,
  ArrowRight,
  EyeOff,
  ListFilter,
  Merge,
  Pencil,
  Pin,
  PinOff,
  Play,
  SlidersHorizontal,
  Trash2,
} from 'lucide-react';
import type { ColumnType } from '#contract/list-columns.ts';
import { FORMULA_ERROR } from '#contract/list-steps.ts';
import type { HeaderMenuProps } from '../../kit/data-grid/data-grid-props.ts';
import {
  DropdownMenu,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
} from '../../ui/dropdown-menu.tsx';
import { useColumnActions } from './column-actions.ts';
import { canFail } from './grid-columns.ts';
import { stepDetails } from './step-costs.ts';

const SORTS: Readonly<Partial<Record<ColumnType, readonly [ascending: string, descending: string]>>> = {
  number: ['Sort smallest first', 'Sort largest first'],
  date: ['Sort oldest first', 'Sort newest first'],
};

/** What can be done with a column of a list. */
export default function ColumnMenu({ menu, column: { id } }: HeaderMenuProps) {
  const { list, costs, isIncluded, view, shown, sort, onView, onSort, onFilter, onMove, onDialog } =
    useColumnActions();
  const field = list.fields.find((each) => each.id === id);
  const [ascending, descending] = SORTS[field?.type ?? 'text'] ?? ['Sort A to Z', 'Sort Z to A'];
  const step = list.steps.find((each) => each.id === field?.step);
  const cost = costs?.steps.find((each) => each.step === step?.id);
  const at = shown.indexOf(id);
  const isFirst = at <= 0;
  const isPinned = view.pinned.includes(id);
  const toggled = (ids: readonly string[]) =>
    ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id];
  return (
    <DropdownMenu
      menu={menu}
      align="end"
      className="max-h-[min(32rem,var(--radix-dropdown-menu-content-available-height))] overflow-y-auto"
    >
      {step && cost && (
        <DropdownMenuLabel className="max-w-72 text-sm text-muted-foreground tabular-nums">
          <span className="block font-medium text-foreground">{step.name}</span>
          {stepDetails(cost, isIncluded).map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </DropdownMenuLabel>
      )}
      <DropdownMenuItem onSelect={() => onSort({ column: id, descending: false })}>
        <ArrowDownNarrowWide aria-hidden />
        {ascending}
      </DropdownMenuItem>
      <DropdownMenuItem onSelect={() => onSort({ column: id, descending: true })}>
        <ArrowDownWideNarrow aria-hidden />
        {descending}
      </DropdownMenuItem>
      {sort?.column === id && (
        <DropdownMenuItem onSelect={() => onSort(null)}>
          <SlidersHorizontal aria-hidden />
          Stop sorting
        </DropdownMenuItem>
      )}
      <DropdownMenuItem onSelect={() => onFilter({ column: id, is: 'not-empty', value: '' })}>
        <ListFilter aria-hidden />
        Only rows with a value
      </DropdownMenuItem>
      <DropdownMenuItem onSelect={() => onFilter({ column: id, is: 'empty', value: '' })}>
        <ListFilter aria-hidden />
        Only rows without one
      </DropdownMenuItem>
      {step && canFail(step) && (
        <DropdownMenuItem onSelect={() => onFilter({ column: id, is: 'starting', value: FORMULA_ERROR })}>
          <ListFilter aria-hidden />
          Only rows with an error
        </DropdownMenuItem>
      )}
      <DropdownMenuSeparator />
      {step?.kind === 'tool' && (
        <DropdownMenuItem onSelect={() => onDialog({ kind: 'run', steps: [step.id] })}>
          <Play aria-hidden />
          Run “{step.name}”
        </DropdownMenuItem>
      )}
      {step && (
        <DropdownMenuItem onSelect={() => onDialog({ kind: 'step', draft: step })}>
          <SlidersHorizontal aria-hidden />
          Change what fills it
        </DropdownMenuItem>
      )}
      <DropdownMenuItem onSelect={() => onDialog({ kind: 'column', column: id })}>
        <Pencil aria-hidden />
        Name and type
      </DropdownMenuItem>
      <DropdownMenuItem onSelect={() => onDialog({ kind: 'duplicates', columns: [id] })}>
        <Merge aria-hidden />
        Find duplicates
      </DropdownMenuItem>
      <DropdownMenuSeparator />
      {!isFirst && (
        <DropdownMenuItem onSelect={() => onView({ pinned: toggled(view.pinned) })}>
          {isPinned ? <PinOff aria-hidden /> : <Pin aria-hidden />}
          {isPinned ? 'Unpin' : 'Pin on the left'}
        </DropdownMenuItem>
      )}
      {!isFirst && (
        <DropdownMenuItem onSelect={() => onMove(id, at - 1)}>
          <ArrowLeft aria-hidden />
          Move left
        </DropdownMenuItem>
      )}
      {at < shown.length - 1 && (
        <DropdownMenuItem onSelect={() => onMove(id, at + 1)}>
          <ArrowRight aria-hidden />
          Move right
        </DropdownMenuItem>
      )}
      {shown.length > 1 && (
        <DropdownMenuItem onSelect={() => onView({ hidden: toggled(view.hidden) })}>
          <EyeOff aria-hidden />
          Hide
        </DropdownMenuItem>
      )}
      <DropdownMenuItem onSelect={() => onDialog({ kind: 'delete-column', column: id })}>
        <Trash2 aria-hidden />
        Delete column
      </DropdownMenuItem>
    </DropdownMenu>
  );
}
