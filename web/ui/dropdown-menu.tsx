import * as Menu from 'radix-ui/dropdown-menu';
import type { ComponentProps, FocusEvent } from 'react';
import { cn } from '../lib/class-names.ts';
import { AdoptedTrigger } from './adopted-trigger.tsx';
import type { MenuState } from './menu-trigger.ts';

interface DropdownMenuProps extends ComponentProps<typeof Menu.Content> {
  /** From `useMenuTrigger`. */
  menu: MenuState;
  modal?: boolean;
}

/**
 * A menu at the button of `useMenuTrigger`. Radix and all that it needs are a large part of a page, so load the
 * component with the menu on first use (`useLoaded`).
 */
export function DropdownMenu({ menu, modal = true, className, ...props }: DropdownMenuProps) {
  // Radix does this itself only if it was already loaded when the key was pressed.
  const focusFirst = ({ currentTarget, target }: FocusEvent<HTMLDivElement>) => {
    if (!menu.byKeyboard || target !== currentTarget) return;
    currentTarget.querySelector<HTMLElement>('[role^=menuitem]:not([data-disabled])')?.focus();
    menu.onEntered();
  };
  return (
    <Menu.Root open={menu.open} onOpenChange={menu.onOpenChange} modal={modal}>
      <Menu.Trigger asChild>
        <AdoptedTrigger element={menu.button} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Content
          onFocus={focusFirst}
          id={menu.contentId}
          aria-labelledby={menu.buttonId}
          sideOffset={6}
          collisionPadding={12}
          className={cn(
            'z-50 min-w-48 rounded-lg border border-border bg-card p-1 shadow-md data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in',
            className,
          )}
          {...props}
        />
      </Menu.Portal>
    </Menu.Root>
  );
}

export function DropdownMenuItem({ className, ...props }: ComponentProps<typeof Menu.Item>) {
  return (
    <Menu.Item
      className={cn(
        'flex h-9 cursor-pointer items-center gap-2 rounded-md px-2 outline-none select-none pointer-coarse:h-10 data-disabled:pointer-events-none data-disabled:opacity-50 data-highlighted:bg-muted [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted-foreground',
        className,
      )}
      {...props}
    />
  );
}

export function DropdownMenuLabel({ className, ...props }: ComponentProps<typeof Menu.Label>) {
  return <Menu.Label className={cn('px-2 py-1.5', className)} {...props} />;
}

export function DropdownMenuSeparator() {
  return <Menu.Separator className="-mx-1 my-1 h-px bg-border" />;
}
