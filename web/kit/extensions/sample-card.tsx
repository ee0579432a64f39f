import type { SiteGuide } from '#extension/site.ts';
import { columnTitle } from '../../lib/column-title.ts';
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../ui/table.tsx';

/** Two example rows, and the names of the other columns. */
export function SampleCard({ guide }: { guide: SiteGuide }) {
  const { columns, rows } = guide.sample;
  const others = guide.site.columns.filter((column) => !columns.includes(column)).map(columnTitle);
  return (
    <Card className="overflow-hidden">
      <CardHeader>
        <CardTitle>What you get</CardTitle>
        <p className="text-sm text-muted-foreground">Example rows</p>
      </CardHeader>
      <Table label={`Example rows of ${guide.site.extension.name}`}>
        <TableHead>
          <TableRow>
            {columns.map((column) => (
              <TableHeaderCell key={column}>{columnTitle(column)}</TableHeaderCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={row.join()}>
              {row.map((cell, index) => (
                <TableCell key={columns[index]}>{cell}</TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {others.length > 0 && (
        <CardContent className="border-t border-border text-sm text-muted-foreground">
          Also, where the page shows them: {others.join(', ')}.
        </CardContent>
      )}
    </Card>
  );
}
