import type { TaskView } from '#contract/tasks.ts';
import { useNarrow } from '../../lib/use-narrow.ts';
import { Card } from '../../ui/card.tsx';
import { Table, TableHead, TableHeaderCell, TableRow } from '../../ui/table.tsx';
import { TaskHistoryRow } from './task-row.tsx';

const COLUMNS = 7;
const NARROW_COLUMNS = 3;

/** The tasks of one page. Narrow windows get one column for everything. */
export function TaskTable({ tasks }: { tasks: readonly TaskView[] }) {
  const narrow = useNarrow();
  const columns = narrow ? NARROW_COLUMNS : COLUMNS;
  return (
    <Card className="min-w-0 overflow-hidden">
      <Table label="Tasks" className={narrow ? 'table-fixed' : 'min-w-[46rem] table-fixed'}>
        {/* The hidden header of narrow windows can't set widths. */}
        {narrow && (
          <colgroup>
            <col className="w-11" />
            <col />
            <col className="w-14" />
          </colgroup>
        )}
        <TableHead className={narrow ? 'sr-only' : undefined}>
          <TableRow>
            <TableHeaderCell className="w-11">
              <span className="sr-only">Results</span>
            </TableHeaderCell>
            <TableHeaderCell>Name</TableHeaderCell>
            {!narrow && (
              <>
                <TableHeaderCell className="w-36">Status</TableHeaderCell>
                <TableHeaderCell className="w-40">Items</TableHeaderCell>
                <TableHeaderCell className="w-28 text-right">Cost</TableHeaderCell>
                <TableHeaderCell className="w-28 lg:w-42">Date</TableHeaderCell>
              </>
            )}
            <TableHeaderCell className={narrow ? 'w-14' : 'w-32'}>
              <span className="sr-only">Actions</span>
            </TableHeaderCell>
          </TableRow>
        </TableHead>
        {tasks.map((task) => (
          <TaskHistoryRow key={task.id} task={task} columns={columns} narrow={narrow} />
        ))}
      </Table>
    </Card>
  );
}
