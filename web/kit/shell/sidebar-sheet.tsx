import { Sheet } from '../../ui/sheet.tsx';
import { Sidebar, type SidebarProps } from './sidebar.tsx';

export interface SidebarSheetProps {
  open: boolean;
  onClose: () => void;
  sidebar: Pick<SidebarProps, 'account' | 'choices' | 'onChoices'>;
}

/** The navigation over the page, on phones. */
export default function SidebarSheet({ open, onClose, sidebar }: SidebarSheetProps) {
  const close = (next: boolean) => {
    if (!next) onClose();
  };
  return (
    <Sheet side="left" title="Menu" open={open} onOpenChange={close} className="w-64">
      <Sidebar {...sidebar} replace />
    </Sheet>
  );
}
