import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { LIST_CALLS } from '#contract/calls/list-calls.ts';
import { missingRows } from '#contract/missing-rows.ts';
import { plural } from '#contract/plural.ts';
import { invoke } from '../../lib/calls.ts';
import { LISTS_KEY } from '../../lib/lists.ts';

interface ExportRowCountProps {
  input: z.input<typeof LIST_CALLS.listExportCount.input>;
  /** of the list: another one has other rows */
  version: number;
  isShown: boolean;
}

/** How many rows a file has, and which of the chosen ones it lacks. A failure shows nothing: the file says it, too. */
export function ExportRowCount({ input, version, isShown }: ExportRowCountProps) {
  const { data, error } = useQuery({
    queryKey: [...LISTS_KEY, 'export-count', version, input],
    queryFn: ({ signal }) => invoke(LIST_CALLS.listExportCount, input, { signal }),
    enabled: isShown,
    // An export, or a change of an exclusion list, changes it.
    gcTime: 0,
  });
  if (error) return null;
  const missing = data ? missingRows(data) : [];
  return (
    <div role="status" className="text-sm text-muted-foreground tabular-nums">
      {data ? (
        <>
          <p className="font-medium text-foreground">
            {data.lines === data.rows
              ? plural(data.rows, 'row')
              : `${plural(data.lines, 'line')} from ${plural(data.rows, 'row')}`}
            {' in the file'}
          </p>
          {missing.length > 0 && (
            <>
              <p className="mt-1">Left out:</p>
              <ul className="list-disc pl-5">
                {missing.map((reason) => (
                  <li key={reason} className="wrap-anywhere">
                    {reason}
                  </li>
                ))}
              </ul>
            </>
          )}
        </>
      ) : (
        <p>Counting the rows…</p>
      )}
    </div>
  );
}
