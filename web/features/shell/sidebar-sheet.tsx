import type { AccountView } from '#contract/account.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { Sidebar } from './sidebar.tsx';

export interface SidebarSheetProps {
  open: boolean;
  onClose: () => void;
  /** Undefined while loading. */
  account: AccountView | undefined;
}

/** The navigation over the page, on phones. */
export default function SidebarSheet({ open, onClose, account }: SidebarSheetProps) {
  const close = (next: boolean) => {
    if (!next) onClose();
  };
  return (
    <Sheet side="left" title="Menu" open={open} onOpenChange={close} className="w-64">
      <Sidebar account={account} replace />
    </Sheet>
  );
}
