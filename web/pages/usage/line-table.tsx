import { Link } from 'react-router';
import type { CreditLine } from '#contract/credit-history.ts';
import { taskAddress, taskTitle } from '../../kit/task-labels.ts';
import { formatDate, formatNumber } from '../../lib/format.ts';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../ui/table.tsx';
import { amountText } from './line-texts.ts';

/** The lines of the credit history. */
export function LineTable({ lines }: { lines: readonly CreditLine[] }) {
  return (
    <Table label="Credit history">
      <TableHead>
        <TableRow>
          <TableHeaderCell className="hidden pl-4 sm:table-cell md:pl-5">Date</TableHeaderCell>
          <TableHeaderCell className="pl-4 sm:pl-3">What for</TableHeaderCell>
          <TableHeaderCell className="hidden sm:table-cell">Task</TableHeaderCell>
          <TableHeaderCell className="pr-4 text-right md:pr-5">Credits</TableHeaderCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {lines.map((line) => (
          <Line key={line.id} line={line} />
        ))}
      </TableBody>
    </Table>
  );
}

/** On phones, the date and task are below what it was for, so that the credits stay visible. */
function Line({ line }: { line: CreditLine }) {
  return (
    <TableRow>
      <TableCell className="hidden pl-4 whitespace-nowrap text-muted-foreground tabular-nums sm:table-cell md:pl-5">
        {formatDate(line.at)}
      </TableCell>
      <TableCell className="py-2 pl-4 sm:py-0 sm:pl-3">
        {line.label}
        {line.refunded > 0 && (
          <span className="text-muted-foreground"> · {formatNumber(line.refunded)} refunded</span>
        )}
        <span className="block text-muted-foreground sm:hidden">
          <span className="block tabular-nums">{formatDate(line.at)}</span>
          <span className="block max-w-56 truncate">
            <TaskLink line={line} />
          </span>
        </span>
      </TableCell>
      <TableCell className="hidden max-w-80 truncate sm:table-cell">
        <TaskLink line={line} />
      </TableCell>
      <TableCell className="pr-4 text-right font-medium whitespace-nowrap tabular-nums md:pr-5">
        {amountText(line)}
      </TableCell>
    </TableRow>
  );
}

function TaskLink({ line: { taskId, taskType, name } }: { line: CreditLine }) {
  if (taskId === null || taskType === null) return null;
  const title = taskTitle({ name, type: taskType });
  const address = taskAddress({ id: taskId, type: taskType });
  if (!address) return title;
  return (
    <Link to={address} className="text-accent underline underline-offset-4">
      {title}
    </Link>
  );
}
