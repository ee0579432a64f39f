import type { ReactNode } from 'react';
import { useKeptFocus } from './use-kept-focus.ts';

interface PageHeaderProps {
  title: string;
  /** One line of help. */
  help?: ReactNode;
  actions?: ReactNode;
  /** Says what the page shows: when it changes and takes the focused control away, the title has the focus. */
  shows?: unknown;
}

/** The head of every page of the app; also names the browser's tab. */
export function PageHeader({ title, help, actions, shows }: PageHeaderProps) {
  const heading = useKeptFocus<HTMLHeadingElement>(shows);
  return (
    <header className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <title>{`${title} · Leadwell`}</title>
      <div className="min-w-0">
        <h1 ref={heading} tabIndex={-1} className="text-2xl wrap-anywhere outline-none">
          {title}
        </h1>
        {help && <p className="mt-1 max-w-[72ch] text-muted-foreground">{help}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </header>
  );
}
