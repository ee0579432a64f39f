import { Download } from 'lucide-react';
import { useState } from 'react';
import type { ListView } from '#contract/lists.ts';
import type { ChosenListRows } from '../../lib/lists.ts';
import { useLoaded } from '../../lib/use-loaded.ts';
import { Button } from '../../ui/button.tsx';
import type { ExportDating, ExportDialogProps } from './export-dialog.tsx';

const loadDialog = () => import('./export-dialog.tsx');

interface ExportButtonProps {
  list: ListView;
  /** the search, the filters and who is left out */
  chosen: ChosenListRows;
  /** the rows that are selected one by one; null for none */
  selected: { rows: string; count: number } | null;
  onOpen?: () => void;
  dating: ExportDating;
  size?: 'sm' | 'md';
}

/** Opens the export of a list. */
export function ExportButton({ list, chosen, selected, onOpen, dating, size = 'md' }: ExportButtonProps) {
  const [dialog, setDialog] = useState({ open: false, key: 0 });
  const close = () => setDialog((before) => ({ ...before, open: false }));
  const ExportDialog = useLoaded<ExportDialogProps>(dialog.open, loadDialog, close);
  return (
    <>
      <Button
        variant="secondary"
        size={size}
        aria-haspopup="dialog"
        disabled={list.rows === 0}
        onClick={() => {
          setDialog({ open: true, key: dialog.key + 1 });
          onOpen?.();
        }}
      >
        <Download aria-hidden />
        Export
      </Button>
      {ExportDialog && (
        <ExportDialog
          key={dialog.key}
          list={list}
          open={dialog.open}
          chosen={chosen}
          selected={selected}
          dating={dating}
          onClose={close}
        />
      )}
    </>
  );
}
