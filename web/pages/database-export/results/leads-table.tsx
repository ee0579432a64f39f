import type { ReactNode } from 'react';
import type { Lead, LeadDatabase } from '#contract/leads.ts';
import { MESSAGES } from '#contract/messages.ts';
import { cn } from '../../../lib/class-names.ts';
import { CheckBox } from '../../../ui/check-box.tsx';
import { ExternalLink } from '../../../ui/external-link.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../../ui/table.tsx';
import { columnTitle, DATABASES } from '../databases.ts';
import { linkedInAddress } from './linkedin-address.ts';

/** Leads that the user selected, by id. */
export interface Selection {
  ids: ReadonlySet<string>;
  /** Selects or deselects leads. */
  set: (ids: readonly string[], selected: boolean) => void;
}

interface LeadsTableProps {
  database: LeadDatabase;
  leads: readonly Lead[];
  /** the ids of the leads, in the same order */
  ids: readonly string[];
  columns: readonly string[];
  selection: Selection;
}

/**
 * A page of leads with check boxes. The first column is sticky, and so is the last name next to the first
 * name where there is room.
 */
export function LeadsTable({ database, leads, ids, columns, selection }: LeadsTableProps) {
  const chosen = ids.filter((id) => selection.ids.has(id)).length;
  const hasLastName = columns[1] === 'last_name';
  const [pinnedFirst, pinnedSecond] = hasLastName ? [FIRST_OF_TWO, SECOND_OF_TWO] : ['', ''];
  return (
    <Table label={`${DATABASES[database].name} leads`} boxClassName="max-h-[600px]">
      {columns.length > 0 && leads.length > 0 && (
        <TableHead>
          <TableRow>
            {columns.map((column, index) => (
              <TableHeaderCell
                key={column}
                pinned={index === 0}
                // Without the name of the check box.
                aria-label={index === 0 ? columnTitle(database, column) : undefined}
                className={
                  index === 0 ? pinnedFirst : index === 1 && pinnedSecond ? `${pinnedSecond} md:z-20` : ''
                }
              >
                {index === 0 ? (
                  <span className="flex items-center gap-1">
                    <CheckBox
                      label="Select all leads on this page"
                      checked={chosen === ids.length}
                      mixed={chosen > 0 && chosen < ids.length}
                      onChange={(selected) => selection.set(ids, selected)}
                    />
                    {columnTitle(database, column)}
                  </span>
                ) : (
                  columnTitle(database, column)
                )}
              </TableHeaderCell>
            ))}
          </TableRow>
        </TableHead>
      )}
      <TableBody>
        {leads.map((lead, row) => {
          const id = ids[row] ?? '';
          return (
            <TableRow key={id || row}>
              {columns.map((column, index) => (
                <LeadCell
                  key={column}
                  value={lead[column] ?? null}
                  pinned={index === 0}
                  className={index === 0 ? pinnedFirst : index === 1 ? pinnedSecond : ''}
                  before={
                    index === 0 ? (
                      <CheckBox
                        label={`Select ${String(lead[column] ?? '') || `lead ${row + 1}`}`}
                        checked={selection.ids.has(id)}
                        onChange={(selected) => selection.set([id], selected)}
                      />
                    ) : null
                  }
                />
              ))}
            </TableRow>
          );
        })}
        {leads.length === 0 && (
          <TableRow>
            <TableCell className="h-32 text-center text-base text-muted-foreground">
              {MESSAGES.leads.noneFound}
            </TableCell>
          </TableRow>
        )}
      </TableBody>
    </Table>
  );
}

/** Fixed width, so that the second pinned column knows where the first one ends. */
const FIRST_OF_TWO = 'md:w-40 md:min-w-40 md:max-w-40';
const SECOND_OF_TWO = 'md:sticky md:left-40 md:z-[5]';

interface LeadCellProps {
  value: string | number | null;
  pinned: boolean;
  className: string;
  /** shown before the value */
  before: ReactNode;
}

function LeadCell({ value, pinned, className, before }: LeadCellProps) {
  const text = value === null ? '' : String(value).trim();
  const missing = text === '' || text.toUpperCase() === 'N/A';
  const profile = missing ? null : linkedInAddress(text);
  const isEmail = /^\S+@\S+$/.test(text);
  const content = missing ? 'N/A' : profile ? <ExternalLink href={profile}>Profile</ExternalLink> : text;
  return (
    <TableCell
      pinned={pinned}
      title={missing || profile ? undefined : text}
      className={cn(
        missing && 'text-muted-foreground',
        isEmail && 'min-w-64 py-1 break-all whitespace-normal',
        pinned && 'max-w-40 md:max-w-56',
        className,
      )}
    >
      {before ? (
        <span className="flex min-w-0 items-center gap-1">
          {before}
          <span className="min-w-0 truncate">{content}</span>
        </span>
      ) : (
        content
      )}
    </TableCell>
  );
}
