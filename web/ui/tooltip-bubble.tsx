import * as RadixTooltip from 'radix-ui/tooltip';
import type { ReactNode, RefObject } from 'react';
import { AdoptedTrigger } from './adopted-trigger.tsx';

export interface TooltipBubbleProps {
  id: string;
  trigger: RefObject<HTMLElement | null>;
  open: boolean;
  /** Escape, scrolling, another tooltip, or a pointer that left both the trigger and the bubble. */
  onClose: () => void;
  side: 'top' | 'right' | 'bottom' | 'left';
  children: ReactNode;
}

/** The bubble of a tooltip, next to its trigger. */
export default function TooltipBubble({ id, trigger, open, onClose, side, children }: TooltipBubbleProps) {
  return (
    <RadixTooltip.Provider>
      <RadixTooltip.Root open={open} onOpenChange={(next) => !next && onClose()}>
        <RadixTooltip.Trigger asChild>
          <AdoptedTrigger element={trigger} />
        </RadixTooltip.Trigger>
        <RadixTooltip.Portal>
          <RadixTooltip.Content
            id={id}
            side={side}
            sideOffset={6}
            collisionPadding={12}
            className="z-50 max-w-80 animate-fade-in rounded-md bg-foreground px-2.5 py-1.5 text-xs break-words text-background"
          >
            {children}
          </RadixTooltip.Content>
        </RadixTooltip.Portal>
      </RadixTooltip.Root>
    </RadixTooltip.Provider>
  );
}
