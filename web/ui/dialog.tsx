import { X } from 'lucide-react';
import * as RadixDialog from 'radix-ui/dialog';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from '../lib/class-names.ts';
import { Button } from './button.tsx';
import { useReturnedFocus } from './use-returned-focus.ts';

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** What it is about, in a sentence. */
  help?: ReactNode;
  children: ReactNode;
  /** Only its buttons close it: what it shows would be lost. */
  insistent?: boolean;
  className?: string;
}

/**
 * A window over the page. The focus stays inside and then returns to where it was. Escape or a click outside
 * closes it.
 */
export function Dialog({
  open,
  onOpenChange,
  title,
  help,
  children,
  insistent = false,
  className,
}: DialogProps) {
  const focus = useReturnedFocus();
  const keepOpen = (event: Event) => {
    if (insistent) event.preventDefault();
  };
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="fixed inset-0 z-40 bg-overlay data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in" />
        <RadixDialog.Content
          {...(help ? {} : { 'aria-describedby': undefined })}
          {...focus}
          onEscapeKeyDown={keepOpen}
          onPointerDownOutside={keepOpen}
          onInteractOutside={keepOpen}
          className={cn(
            'fixed top-1/2 left-1/2 z-50 max-h-[calc(100dvh-2rem)] w-[min(32rem,calc(100vw-2rem))] -translate-1/2 scroll-pb-20 overflow-y-auto rounded-xl border border-border bg-card p-5 shadow-lg data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in md:p-6',
            className,
          )}
        >
          <div className="mb-5">
            <RadixDialog.Title className="pr-8 text-xl tracking-tight">{title}</RadixDialog.Title>
            {help && (
              <RadixDialog.Description className="mt-1 text-muted-foreground">{help}</RadixDialog.Description>
            )}
          </div>
          {children}
          {!insistent && (
            <RadixDialog.Close asChild>
              <Button variant="ghost" size="icon-sm" aria-label="Close" className="absolute top-4 right-4">
                <X aria-hidden />
              </Button>
            </RadixDialog.Close>
          )}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

/**
 * The buttons of a dialog, below its content. They stay in view while the content scrolls, if their parent is no grid,
 * and fill their row on a phone.
 */
export function DialogFooter({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      className={cn(
        'sticky -bottom-5 z-10 -mx-5 -mb-5 flex flex-wrap items-center justify-end gap-2.5 border-t border-border bg-card px-5 py-4 max-sm:*:grow md:-bottom-6 md:-mx-6 md:-mb-6 md:px-6',
        className,
      )}
      {...props}
    />
  );
}
