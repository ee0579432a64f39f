import { ChevronDown } from 'lucide-react';
import { useLoaded } from '../../lib/use-loaded.ts';
import { useMenuTrigger } from '../../ui/menu-trigger.ts';
import type { DataColumn, DataGridProps, HeaderMenuProps } from './data-grid-props.ts';

interface HeaderMenuButtonProps {
  column: DataColumn;
  load: NonNullable<DataGridProps['loadHeaderMenu']>;
}

/** The button of a header's menu. It isn't a tab stop: Enter on the header opens it. */
export function HeaderMenuButton({ column, load }: HeaderMenuButtonProps) {
  const { trigger, menu } = useMenuTrigger(load);
  const Menu = useLoaded<HeaderMenuProps>(menu.open, load, () => menu.onOpenChange(false));
  return (
    <>
      <button
        type="button"
        tabIndex={-1}
        aria-label={`Menu of ${column.header}`}
        data-menu
        className="flex size-6 shrink-0 items-center justify-center rounded-md text-muted-foreground hover:bg-muted hover:text-foreground data-[state=open]:bg-muted"
        {...trigger}
      >
        <ChevronDown aria-hidden className="size-3.5" />
      </button>
      {Menu && <Menu menu={menu} column={column} />}
    </>
  );
}
