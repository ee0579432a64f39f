import { Slot } from 'radix-ui/slot';
import {
  type ComponentType,
  createContext,
  type ReactElement,
  type ReactNode,
  type RefObject,
  use,
  useId,
  useRef,
  useState,
} from 'react';
import { useLoaded } from '../lib/use-loaded.ts';
import type { PopoverPanelProps } from './popover-panel.tsx';

interface PopoverState {
  trigger: RefObject<HTMLElement | null>;
  contentId: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const PopoverContext = createContext<PopoverState | null>(null);

interface PopoverProps {
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** A PopoverTrigger and a PopoverContent. */
  children: ReactNode;
}

/** A panel that a button opens. The code for its place, focus and closing is loaded on first use. */
export function Popover({ open, onOpenChange, children }: PopoverProps) {
  const trigger = useRef<HTMLElement>(null);
  const contentId = useId();
  const [own, setOwn] = useState(false);
  const state = { trigger, contentId, open: open ?? own, onOpenChange: onOpenChange ?? setOwn };
  return <PopoverContext value={state}>{children}</PopoverContext>;
}

function usePopover(): PopoverState {
  const state = use(PopoverContext);
  if (!state) throw new Error('A part of a popover must be inside Popover');
  return state;
}

const loadPanel = () => import('./popover-panel.tsx');
// If it fails, opening the popover tries again and says so.
const prepare = () => void loadPanel().catch(() => undefined);

/** Makes its only child the button of the popover. */
export function PopoverTrigger({ children }: { children: ReactElement }) {
  const { trigger, contentId, open, onOpenChange } = usePopover();
  return (
    <Slot
      ref={trigger}
      aria-haspopup="dialog"
      aria-expanded={open}
      aria-controls={open ? contentId : undefined}
      data-state={open ? 'open' : 'closed'}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={() => onOpenChange(!open)}
    >
      {children}
    </Slot>
  );
}

type PopoverContentProps = Omit<PopoverPanelProps, keyof PopoverState>;

/** The panel, next to its button and at least as wide. */
export function PopoverContent(props: PopoverContentProps) {
  const state = usePopover();
  const Panel = useLoaded<PopoverPanelProps>(state.open, loadPanel, () => state.onOpenChange(false));
  return Panel && <Panel {...state} {...props} />;
}

interface LoadedPopoverContentProps<P> extends Omit<PopoverContentProps, 'content' | 'children'> {
  load: () => Promise<{ default: ComponentType<P> }>;
  /** what the loaded component gets */
  content: P;
}

/** A panel whose content is loaded on first use, too. Both come together, because the first field gets the focus then. */
export function LoadedPopoverContent<P extends object>({
  load,
  content,
  ...props
}: LoadedPopoverContentProps<P>) {
  const { open, onOpenChange } = usePopover();
  const Content = useLoaded<P>(open, load, () => onOpenChange(false));
  return (
    Content && (
      <PopoverContent {...props}>
        <Content {...content} />
      </PopoverContent>
    )
  );
}
