import { type ReactNode, useState } from 'react';
import type { AccountView } from '#contract/account.ts';
import type { ListView } from '#contract/lists.ts';
import type { ImportDialogProps } from '../../kit/lists/import-dialog.tsx';
import { includesWork } from '../../lib/account.ts';
import type { ChosenListRows } from '../../lib/lists.ts';
import { useLoaded } from '../../lib/use-loaded.ts';
import type { CellSheetProps } from './cell-sheet.tsx';
import type { ColumnDialogProps } from './column-dialog.tsx';
import type { DeleteColumnProps } from './delete-column.tsx';
import type { DuplicatesDialogProps } from './duplicates-dialog.tsx';
import type { InboxDialogProps } from './inbox-dialog.tsx';
import type { RowWindows } from './row-windows.ts';
import type { RunDialogProps } from './run-dialog.tsx';
import type { StepSheetProps } from './step-sheet.tsx';
import type { ListDialogs as Dialogs } from './use-list-dialogs.ts';
import type { ListEdits } from './use-list-edits.ts';
import type { useRunActions } from './use-list-runs.ts';

const loadStepSheet = () => import('./step-sheet.tsx');
const loadRunDialog = () => import('./run-dialog.tsx');
const loadCellSheet = () => import('./cell-sheet.tsx');
const loadColumnDialog = () => import('./column-dialog.tsx');
const loadDeleteColumn = () => import('./delete-column.tsx');
const loadDuplicates = () => import('./duplicates-dialog.tsx');
const loadInbox = () => import('./inbox-dialog.tsx');
const loadImport = () => import('../../kit/lists/import-dialog.tsx');

interface ListDialogsProps {
  list: ListView;
  dialogs: Dialogs;
  windows: RowWindows;
  account: AccountView | undefined;
  actions: ReturnType<typeof useRunActions>;
  /** the rows of the search, the filters and the selection */
  rows: ChosenListRows;
  /** whether no exclusion list was turned off */
  leavesOutAll: boolean;
  /** which rows these are, if not all */
  rowsNote: string | null;
  /** the list as it is now; its rows may have changed, too */
  onChanged: (list: ListView) => void;
  /** the list has a column that people fill in, at its end */
  onColumnAdded: (list: ListView) => void;
  /** rows were merged into others; `edit`: what takes it back */
  onRemoved: (message: string, edit: string | null) => void;
  imports: ListEdits['imports'];
  /** a change of rows failed, maybe after some of them */
  onBrokenOff: (message: string, error: unknown, edit: string) => void;
  onPutBack: CellSheetProps['onPutBack'];
}

/** What is open over a list. Each part is loaded on first use. */
export function ListDialogs({
  list,
  dialogs,
  windows,
  account,
  actions,
  rows,
  leavesOutAll,
  rowsNote,
  onChanged,
  onColumnAdded,
  onRemoved,
  imports,
  onBrokenOff,
  onPutBack,
}: ListDialogsProps) {
  const { latest, isOpen, key } = dialogs;
  const { open, close } = dialogs.of(key);
  const isKind = (kind: NonNullable<typeof latest>['kind']) => isOpen && latest?.kind === kind;
  const StepSheet = useLoaded<StepSheetProps>(isKind('step'), loadStepSheet, close);
  const RunDialog = useLoaded<RunDialogProps>(isKind('run'), loadRunDialog, close);
  const CellSheet = useLoaded<CellSheetProps>(isKind('cell'), loadCellSheet, close);
  const ColumnDialog = useLoaded<ColumnDialogProps>(isKind('column'), loadColumnDialog, close);
  const DeleteColumn = useLoaded<DeleteColumnProps>(isKind('delete-column'), loadDeleteColumn, close);
  const Duplicates = useLoaded<DuplicatesDialogProps>(isKind('duplicates'), loadDuplicates, close);
  const ImportDialog = useLoaded<ImportDialogProps>(isKind('import'), loadImport, close);
  const InboxDialog = useLoaded<InboxDialogProps>(isKind('inbox'), loadInbox, close);
  const [imported, setImported] = useState(0);
  const done = (changed: ListView) => {
    onChanged(changed);
    close();
  };
  const shared = { list, open: isOpen, onClose: close };
  return (
    <>
      {opened()}
      {ImportDialog && (
        <ImportDialog
          key={`import ${imported}`}
          list={list}
          open={isKind('import')}
          onClose={close}
          imports={imports}
          onDone={(changed, { message, edits }) => {
            done(changed);
            void imports.done(message, edits);
            setImported(imported + 1);
          }}
        />
      )}
    </>
  );

  function opened(): ReactNode {
    switch (latest?.kind) {
      case 'step':
        return (
          StepSheet && (
            <StepSheet
              key={key}
              {...shared}
              isIncluded={includesWork(account)}
              draft={latest.draft}
              onSaved={(changed, id, isNew) => {
                onChanged(changed);
                const saved = changed.steps.find((each) => each.id === id);
                if (isNew && saved?.kind === 'tool') open({ kind: 'run', steps: [id] });
                else close();
              }}
              onDeleted={done}
              onAdded={(changed) => {
                onColumnAdded(changed);
                close();
              }}
            />
          )
        );
      case 'run':
        return (
          RunDialog && (
            <RunDialog
              key={key}
              {...shared}
              account={account}
              steps={latest.steps}
              cells={latest.cells ?? 'empty'}
              rows={rows}
              leavesOutAll={leavesOutAll}
              rowsNote={rowsNote}
              actions={actions}
              onChanged={onChanged}
            />
          )
        );
      case 'cell':
        return (
          CellSheet && (
            <CellSheet
              key={key}
              {...shared}
              row={latest.row}
              windows={windows}
              onWrong={done}
              onPutBack={(change) => {
                onPutBack(change);
                close();
              }}
              column={list.fields.find(({ id }) => id === latest.column) ?? null}
            />
          )
        );
      case 'column':
        return ColumnDialog && <ColumnDialog key={key} {...shared} column={latest.column} onSaved={done} />;
      case 'delete-column':
        return DeleteColumn && <DeleteColumn key={key} {...shared} column={latest.column} onDeleted={done} />;
      case 'duplicates':
        return (
          Duplicates && (
            <Duplicates
              key={key}
              {...shared}
              columns={latest.columns}
              onMerged={(changed, message, edit) => {
                done(changed);
                onRemoved(message, edit);
              }}
              onNotMerged={(error, edit) => onBrokenOff('Not all rows were merged', error, edit)}
            />
          )
        );
      case 'inbox':
        return InboxDialog && <InboxDialog key={key} {...shared} onChanged={onChanged} />;
      default:
        return null;
    }
  }
}
