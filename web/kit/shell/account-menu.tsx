import { ChevronDown } from 'lucide-react';
import { useLoaded } from '../../lib/use-loaded.ts';
import { useMenuTrigger } from '../../ui/menu-trigger.ts';
import type { AccountMenuItemsProps } from './account-menu-items.tsx';
import { initials } from './display-name.ts';

const loadItems = () => import('./account-menu-items.tsx');

/** The account menu: user, plan, credits, theme and logout. Its content is loaded on first use. */
export function AccountMenu(props: Omit<AccountMenuItemsProps, 'menu'>) {
  const { name, email } = props;
  const { trigger, menu } = useMenuTrigger(loadItems);
  const Items = useLoaded<AccountMenuItemsProps>(menu.open, loadItems, () => menu.onOpenChange(false));
  return (
    <>
      <button
        type="button"
        {...trigger}
        className="flex h-10 min-w-0 items-center gap-2.5 rounded-md px-1.5 text-left transition-colors hover:bg-muted data-[state=open]:bg-muted"
      >
        <span
          aria-hidden
          className="flex size-8 shrink-0 items-center justify-center rounded-full border border-border bg-muted text-xs font-semibold"
        >
          {initials(name)}
        </span>
        <span className="sr-only">Account menu for </span>
        <span className="sr-only min-w-0 lg:not-sr-only lg:block">
          <span className="block max-w-44 truncate text-sm leading-4 font-medium">{name}</span>
          <span className="block max-w-44 truncate text-xs text-muted-foreground">{email}</span>
        </span>
        <ChevronDown aria-hidden className="hidden size-4 shrink-0 text-muted-foreground lg:block" />
      </button>
      {Items && <Items {...props} menu={menu} />}
    </>
  );
}
