import { ChevronDown, Download } from 'lucide-react';
import type { TaskView } from '#contract/tasks.ts';
import { toolOfType } from '#tools/index/tools.ts';
import { useLoaded } from '../lib/use-loaded.ts';
import { Button } from '../ui/button.tsx';
import { useMenuTrigger } from '../ui/menu-trigger.ts';
import type { CsvMenuItemsProps } from './csv-menu-items.tsx';
import { hasPeople } from './has-people.ts';
import { type CsvChoice, useCsvDownload } from './use-csv-download.ts';

interface CsvDownloadProps {
  task: Pick<TaskView, 'id' | 'type' | 'processed' | 'found' | 'rows_deleted_at' | 'options'>;
  /** the rows and columns on screen; null if these are all */
  shown: CsvChoice | null;
  /** `shown` isn't known yet */
  waits?: boolean;
}

const loadItems = () => import('./csv-menu-items.tsx');

/** Downloads what is on screen, or everything. Works while the task runs. */
export function CsvDownload({ task, shown, waits = false }: CsvDownloadProps) {
  const download = useCsvDownload(task);
  const { trigger, menu } = useMenuTrigger(loadItems);
  const Items = useLoaded<CsvMenuItemsProps>(menu.open, loadItems, () => menu.onOpenChange(false));
  const csv = toolOfType(task.type)?.task.csv;
  const hasFile = csv?.keepsUpload === true;
  const shownColumns = shown?.columns?.split(',') ?? csv?.columns ?? [];
  const extra = csv?.extra
    ? { label: csv.extra.label, columns: [...shownColumns, ...csv.extra.columns] }
    : null;
  // A refusal says why there is nothing.
  const empty = task.processed === 0 && !csv?.refusal?.(task);
  const disabled = waits || empty || task.rows_deleted_at !== null;
  const choice = shown ?? {};
  return (
    <div className="flex">
      <Button
        variant="secondary"
        size="sm"
        className="grow rounded-r-none"
        busy={download.isPending}
        disabled={disabled}
        onClick={() => download.mutate(choice)}
      >
        {!download.isPending && <Download aria-hidden />}
        {shown ? 'Download shown rows' : 'Download CSV'}
      </Button>
      <Button
        variant="secondary"
        size="icon-sm"
        className="-ml-px rounded-l-none"
        aria-label="More downloads"
        disabled={disabled}
        {...trigger}
      >
        <ChevronDown aria-hidden />
      </Button>
      {Items && (
        <Items
          menu={menu}
          download={download}
          shown={shown}
          extra={extra}
          hasPeople={hasPeople(task)}
          hasFile={hasFile}
        />
      )}
    </div>
  );
}
