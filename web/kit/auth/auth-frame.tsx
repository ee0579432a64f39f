import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Brand } from '../../ui/brand-mark.tsx';

interface AuthFrameProps {
  title: string;
  help: ReactNode;
  children: ReactNode;
  /** Below the form: a link to the other page. */
  footer: ReactNode;
  /** Next to the form on wide screens. */
  aside: ReactNode;
}

/** The frame of the login and sign-up pages. */
export function AuthFrame({ title, help, children, footer, aside }: AuthFrameProps) {
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(26rem,5fr)_7fr]">
      <title>{`${title} · Leadwell`}</title>
      <div className="flex flex-col px-4 py-5 sm:px-8 lg:px-12">
        <header className="flex items-center justify-between">
          <Link to="/" aria-label="Leadwell home" className="inline-flex rounded-md">
            <Brand />
          </Link>
          <Link
            to="/"
            className="inline-flex min-h-6 items-center gap-1.5 rounded-sm text-muted-foreground hover:text-foreground"
          >
            <ArrowLeft aria-hidden className="size-4" /> Back to home
          </Link>
        </header>
        <main className="mx-auto flex w-full max-w-sm flex-1 flex-col justify-center py-10">
          <h1 className="text-3xl">{title}</h1>
          <p className="mt-2 text-muted-foreground">{help}</p>
          <div className="mt-8">{children}</div>
          <p className="mt-6 text-muted-foreground">{footer}</p>
        </main>
      </div>
      <aside className="hidden border-l border-border bg-surface lg:flex lg:items-center lg:px-12 xl:px-20">
        <div className="w-full max-w-xl">{aside}</div>
      </aside>
    </div>
  );
}
