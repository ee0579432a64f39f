import { columnTitle } from '../../lib/column-title.ts';
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../ui/table.tsx';
import { type ExtensionGuide, otherColumns } from './extension-guides.ts';

/** Two example rows, and the names of the other columns. */
export function SampleCard({ guide }: { guide: ExtensionGuide }) {
  const { columns, rows } = guide.sample;
  const others = otherColumns(guide).map(columnTitle);
  return (
    <Card className="overflow-hidden">
      <CardHeader>
        <CardTitle>What you get</CardTitle>
        <p className="text-sm text-muted-foreground">Example rows</p>
      </CardHeader>
      <Table label={`Example rows of ${guide.extension}`}>
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
              {row.map((cell, at) => (
                <TableCell key={columns[at]}>{cell}</TableCell>
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
