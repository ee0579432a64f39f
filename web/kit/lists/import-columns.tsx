import { type ColumnTarget, computedColumns, type MatchedList } from '#engines/csv/match-columns.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../ui/table.tsx';
import { sampleValues, targetsText } from './import-targets.ts';

interface ImportColumnsProps {
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  list: MatchedList;
  targets: readonly ColumnTarget[];
  /** what the list calls the columns; null for one that is skipped */
  names: readonly (string | null)[];
  disabled: boolean;
  /** where some columns go now, by their names */
  onChange: (targets: ReadonlyMap<string, ColumnTarget>) => void;
}

/** Where each column of a file goes in a list: to one of its columns, to a new one, or nowhere. */
export function ImportColumns({
  columns,
  rows,
  list,
  targets,
  names,
  disabled,
  onChange,
}: ImportColumnsProps) {
  const from = new Map(
    targets.flatMap((target, index) => (target.to === 'column' ? [[target.id, columns[index]]] : [])),
  );
  const computed = computedColumns(list);
  const added = columns.filter((_, index) => targets[index]?.to === 'new');
  return (
    <div className="overflow-hidden rounded-lg border border-border">
      <Table label="Columns of the file" boxClassName="max-h-80">
        <TableHead>
          <TableRow>
            <TableHeaderCell className="whitespace-normal">Column of the file</TableHeaderCell>
            <TableHeaderCell className="hidden md:table-cell">First values</TableHeaderCell>
            <TableHeaderCell>Goes to</TableHeaderCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {columns.map((column, index) => {
            const samples = sampleValues(rows, index).join(', ');
            const target = targets[index] ?? { to: 'new' };
            return (
              <TableRow key={column}>
                <TableCell className="w-2/5 max-w-0 py-1.5 pr-0 md:w-1/3 md:pr-3">
                  <span className="block truncate font-medium" title={column}>
                    {column}
                  </span>
                  <span className="block truncate text-muted-foreground md:hidden">{samples}</span>
                </TableCell>
                <TableCell className="hidden w-1/3 max-w-0 text-muted-foreground md:table-cell">
                  {samples}
                </TableCell>
                <TableCell className="w-3/5 max-w-0 py-1.5 md:w-1/3">
                  <Select
                    size="sm"
                    aria-label={`Where “${column}” goes`}
                    value={target.to === 'column' ? `column ${target.id}` : target.to}
                    disabled={disabled}
                    onChange={({ target: { value } }) => onChange(new Map([[column, targetOf(value)]]))}
                  >
                    <option value="new">
                      {target.to === 'new' ? `New: ${names[index] ?? column}` : 'New column'}
                    </option>
                    <option value="nowhere">Skip</option>
                    <optgroup label="Columns of the list">
                      {list.fields.map(({ id, name }) => {
                        const other = from.get(id);
                        const isOwn = other === column;
                        const isComputed = computed.has(id);
                        const note = isComputed ? ' (computed)' : other && !isOwn ? ` (from “${other}”)` : '';
                        return (
                          <option
                            key={id}
                            value={`column ${id}`}
                            disabled={!isOwn && (isComputed || other !== undefined)}
                          >
                            {name}
                            {note}
                          </option>
                        );
                      })}
                    </optgroup>
                  </Select>
                </TableCell>
              </TableRow>
            );
          })}
        </TableBody>
      </Table>
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-border px-3 py-1.5 text-sm">
        <p role="status" className="min-w-0 text-muted-foreground wrap-anywhere">
          {targetsText(targets, names)}
        </p>
        {added.length > 1 && (
          <Button
            variant="secondary"
            size="sm"
            disabled={disabled}
            onClick={() => onChange(new Map(added.map((column) => [column, { to: 'nowhere' }])))}
          >
            Skip new columns
          </Button>
        )}
      </div>
    </div>
  );
}

function targetOf(value: string): ColumnTarget {
  if (value.startsWith('column ')) return { to: 'column', id: value.slice('column '.length) };
  return { to: value === 'nowhere' ? 'nowhere' : 'new' };
}
