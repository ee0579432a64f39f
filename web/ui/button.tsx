import { cva, type VariantProps } from 'class-variance-authority';
import { LoaderCircle } from 'lucide-react';
import { Slot } from 'radix-ui/slot';
import type { ComponentProps } from 'react';
import { cn } from '../lib/class-names.ts';

const button = cva(
  'inline-flex shrink-0 items-center justify-center gap-2 rounded-md font-medium whitespace-nowrap transition-colors select-none disabled:pointer-events-none disabled:opacity-50 aria-disabled:pointer-events-none aria-disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        primary: 'bg-accent text-accent-foreground hover:bg-accent-hover',
        secondary: 'border border-border bg-card text-foreground hover:bg-muted',
        ghost: 'text-foreground hover:bg-muted',
        danger: 'border border-border bg-card text-danger hover:bg-danger-soft',
        link: 'text-accent underline-offset-4 hover:underline',
      },
      size: {
        sm: 'h-8 px-3 text-sm pointer-coarse:h-10',
        md: 'h-9 px-4 text-base pointer-coarse:h-10',
        lg: 'h-11 px-5 text-lg',
        icon: 'size-9 pointer-coarse:size-10',
        'icon-sm': 'size-8 pointer-coarse:size-10',
        inline: 'h-auto p-0 text-[length:inherit]',
      },
    },
    defaultVariants: { variant: 'primary', size: 'md' },
  },
);

interface ButtonProps extends ComponentProps<'button'>, VariantProps<typeof button> {
  /** Renders the only child, such as a link, as the button. */
  asChild?: boolean;
  /** Shows a spinner and ignores clicks. */
  busy?: boolean;
}

export function Button({
  className,
  variant,
  size,
  asChild,
  busy,
  children,
  onClick,
  ...props
}: ButtonProps) {
  const classes = cn(button({ variant, size }), className);
  // Toasts keep clear of it (toast-place.ts).
  const primary = (variant ?? 'primary') === 'primary' || undefined;
  if (asChild) {
    return (
      <Slot className={classes} data-primary={primary} onClick={onClick} {...props}>
        {children}
      </Slot>
    );
  }
  return (
    <button
      type="button"
      className={classes}
      data-primary={primary}
      // `disabled` would drop the focus, and the keyboard would restart at the top of the page.
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      {...props}
    >
      {busy && <LoaderCircle aria-hidden className="animate-spin" />}
      {children}
    </button>
  );
}
