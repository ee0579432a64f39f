import type { Lead, LeadDatabase } from '#contract/leads.ts';
import { MESSAGES } from '#contract/messages.ts';
import { cn } from '../../../lib/class-names.ts';
import { ExternalLink } from '../../../ui/external-link.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../../ui/table.tsx';
import { columnTitle, DATABASES } from '../databases.ts';
import { linkedInAddress } from './linkedin-address.ts';

/** A page of leads. The first row determines the columns. The first column is sticky. */
export function LeadsTable({ database, leads }: { database: LeadDatabase; leads: readonly Lead[] }) {
  const columns = Object.keys(leads[0] ?? {});
  return (
    <Table label={`${DATABASES[database].name} leads`} boxClassName="max-h-[600px]">
      {columns.length > 0 && (
        <TableHead>
          <TableRow>
            {columns.map((column, index) => (
              <TableHeaderCell key={column} pinned={index === 0}>
                {columnTitle(database, column)}
              </TableHeaderCell>
            ))}
          </TableRow>
        </TableHead>
      )}
      <TableBody>
        {leads.map((lead, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: leads have no ID, and a page always renders as a whole.
          <TableRow key={row}>
            {columns.map((column, index) => (
              <LeadCell key={column} value={lead[column] ?? null} pinned={index === 0} />
            ))}
          </TableRow>
        ))}
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

function LeadCell({ value, pinned }: { value: string | number | null; pinned: boolean }) {
  const text = value === null ? '' : String(value).trim();
  if (text === '' || text.toUpperCase() === 'N/A') {
    return (
      <TableCell pinned={pinned} className="text-muted-foreground">
        N/A
      </TableCell>
    );
  }
  const profile = linkedInAddress(text);
  if (profile) {
    return (
      <TableCell pinned={pinned}>
        <ExternalLink href={profile}>Profile</ExternalLink>
      </TableCell>
    );
  }
  const isEmail = /^\S+@\S+$/.test(text);
  return (
    <TableCell
      pinned={pinned}
      title={text}
      className={cn(isEmail && 'min-w-64 py-1 break-all whitespace-normal', pinned && 'max-w-40 md:max-w-56')}
    >
      {text}
    </TableCell>
  );
}
