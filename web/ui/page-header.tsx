import type { ReactNode } from 'react';

interface PageHeaderProps {
  title: string;
  /** One line of help. */
  help?: ReactNode;
  actions?: ReactNode;
}

/** The head of every page of the app; also names the browser's tab. */
export function PageHeader({ title, help, actions }: PageHeaderProps) {
  return (
    <header className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <title>{`${title} · Leadwell`}</title>
      <div className="min-w-0">
        <h1 className="text-2xl wrap-anywhere">{title}</h1>
        {help && <p className="mt-1 max-w-[72ch] text-muted-foreground">{help}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </header>
  );
}
