import { FileUp, Inbox, Pencil, Trash2, UserRoundX } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ListView } from '#contract/lists.ts';
import { plural } from '#contract/plural.ts';
import { listsTool } from '#tools/index/tools.ts';
import { sourceLabel } from '../../kit/source-label.ts';
import { formatDate } from '../../lib/format.ts';
import { type ChosenListRows, LISTS_PATH } from '../../lib/lists.ts';
import { useLoaded } from '../../lib/use-loaded.ts';
import { Button } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { LoadedPopoverContent, Popover, PopoverTrigger } from '../../ui/popover.tsx';
import type { DeleteListProps } from './delete-list.tsx';
import type { ExclusionFormProps } from './exclusion-form.tsx';
import { ExportButton } from './export-button.tsx';
import type { ExportDating } from './export-dialog.tsx';
import type { RenameFormProps } from './rename-form.tsx';

const loadDeleteList = () => import('./delete-list.tsx');
const loadExclusionForm = () => import('./exclusion-form.tsx');
const loadRenameForm = () => import('./rename-form.tsx');

interface ListHeaderProps {
  list: ListView;
  /** the search, the filters and who is left out */
  chosen: ChosenListRows;
  dating: ExportDating;
  onChanged: (list: ListView) => void;
  /** the export was opened */
  onExport: () => void;
  onImport: () => void;
  onReceive: () => void;
}

/** The name of a list, with the actions for the whole list. */
export function ListHeader({
  list,
  chosen,
  dating,
  onChanged,
  onExport,
  onImport,
  onReceive,
}: ListHeaderProps) {
  const [renaming, setRenaming] = useState(false);
  const [excluding, setExcluding] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const DeleteList = useLoaded<DeleteListProps>(deleting, loadDeleteList, () => setDeleting(false), {
    isInPage: true,
  });
  return (
    <>
      <p className="mb-2 text-sm">
        <Link
          to={LISTS_PATH}
          className="inline-flex min-h-6 items-center text-muted-foreground underline-offset-4 hover:underline"
        >
          {listsTool().title}
        </Link>
      </p>
      <PageHeader
        title={list.name}
        contentKey={deleting}
        help={
          <span className="tabular-nums">
            {sourceLabel(list.source)} · {plural(list.rows, 'row')} · Last changed{' '}
            <time dateTime={list.updatedAt}>{formatDate(list.updatedAt)}</time>
          </span>
        }
        actions={
          <>
            <Button variant="secondary" onClick={onImport}>
              <FileUp aria-hidden />
              Import
            </Button>
            <Button variant="secondary" onClick={onReceive}>
              <Inbox aria-hidden />
              Receive rows
            </Button>
            <ExportButton list={list} chosen={chosen} selected={null} onOpen={onExport} dating={dating} />
            <Popover open={excluding} onOpenChange={setExcluding}>
              <PopoverTrigger>
                <Button variant="secondary">
                  <UserRoundX aria-hidden />
                  {list.excludes ? 'Leaves out' : 'Leave out'}
                </Button>
              </PopoverTrigger>
              <LoadedPopoverContent<ExclusionFormProps>
                align="end"
                aria-label="Leave out of other lists"
                className="w-80 max-w-[calc(100vw-1.5rem)] p-4"
                load={loadExclusionForm}
                content={{
                  list,
                  onDone(changed) {
                    onChanged(changed);
                    setExcluding(false);
                  },
                }}
              />
            </Popover>
            <Popover open={renaming} onOpenChange={setRenaming}>
              <PopoverTrigger>
                <Button variant="secondary">
                  <Pencil aria-hidden />
                  Rename
                </Button>
              </PopoverTrigger>
              <LoadedPopoverContent<RenameFormProps>
                align="end"
                aria-label="Rename list"
                className="w-80 max-w-[calc(100vw-1.5rem)] p-4"
                load={loadRenameForm}
                content={{
                  list,
                  onDone(renamed) {
                    onChanged(renamed);
                    setRenaming(false);
                  },
                }}
              />
            </Popover>
            <Button variant="secondary" aria-expanded={deleting} onClick={() => setDeleting(true)}>
              <Trash2 aria-hidden />
              Delete
            </Button>
          </>
        }
      />
      {list.optedOut > 0 && (
        <p className="mb-4 text-sm text-muted-foreground">
          {plural(list.optedOut, 'row')} {list.optedOut === 1 ? 'was' : 'were'} removed or lost a contact,
          because people or companies asked not to be listed.
        </p>
      )}
      {deleting && DeleteList && <DeleteList list={list} onKeep={() => setDeleting(false)} />}
    </>
  );
}
