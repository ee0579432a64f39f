import { ChevronDown, Download } from 'lucide-react';
import { toolOfType } from '#tools/tools.ts';
import { Button } from '../ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../ui/dropdown-menu.tsx';
import { type CsvChoice, useCsvDownload } from './use-csv-download.ts';
import type { TaskSummary } from './use-task.ts';

interface CsvDownloadProps {
  task: Pick<TaskSummary, 'id' | 'type' | 'processed' | 'found' | 'rows_deleted_at'>;
  /** the rows and columns on screen; null if these are all */
  shown: CsvChoice | null;
}

/** Downloads what is on screen, or everything. Works while the task runs. */
export function CsvDownload({ task, shown }: CsvDownloadProps) {
  const download = useCsvDownload(task);
  const csv = toolOfType(task.type)?.task.csv;
  const hasFile = csv?.keepsUpload === true;
  // A refusal says why there is nothing.
  const empty = task.processed === 0 && !csv?.refusal?.(task);
  const disabled = empty || task.rows_deleted_at !== null;
  const choice = shown ?? {};
  return (
    <div className="flex">
      <Button
        variant="secondary"
        size="sm"
        className="rounded-r-none"
        busy={download.isPending}
        disabled={disabled}
        onClick={() => download.mutate(choice)}
      >
        {!download.isPending && <Download aria-hidden />}
        {shown ? 'Download shown rows' : 'Download CSV'}
      </Button>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button
            variant="secondary"
            size="icon-sm"
            className="-ml-px rounded-l-none"
            aria-label="More downloads"
            disabled={disabled}
          >
            <ChevronDown aria-hidden />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          {shown && (
            <DropdownMenuItem onSelect={() => download.mutate({})}>All rows and columns</DropdownMenuItem>
          )}
          {hasFile && (
            <DropdownMenuItem onSelect={() => download.mutate({ ...choice, format: 'upload' })}>
              Same delimiter and encoding as my file
            </DropdownMenuItem>
          )}
          <DropdownMenuItem onSelect={() => download.mutate({ ...choice, bom: 'false' })}>
            Without byte order mark
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
    </div>
  );
}
