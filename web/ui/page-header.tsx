import type { ReactNode } from 'react';
import { useRestoredFocus } from './use-restored-focus.ts';

interface PageHeaderProps {
  title: string;
  /** The title of the browser tab, if the heading isn't one. */
  tabTitle?: string;
  /** One line that says what the page does. */
  help?: ReactNode;
  actions?: ReactNode;
  /** Identifies the page's content: if a change removes the focused control, the title gets the focus. */
  contentKey?: unknown;
}

/** The header of every app page. Also sets the title of the browser tab. */
export function PageHeader({ title, tabTitle = title, help, actions, contentKey }: PageHeaderProps) {
  const heading = useRestoredFocus<HTMLHeadingElement>(contentKey);
  return (
    <header className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <title>{`${tabTitle} · Leadwell`}</title>
      <div className="min-w-0">
        <h1 ref={heading} tabIndex={-1} className="text-2xl wrap-anywhere outline-none">
          {title}
        </h1>
        {help && <p className="mt-1 max-w-[72ch] text-muted-foreground">{help}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:grow">{actions}</div>}
    </header>
  );
}
