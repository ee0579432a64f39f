import { ArrowLeft, Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import { SIGN_UP_CREDITS, TRIAL_DAYS } from '#contract/limits.ts';
import { formatNumber } from '../../lib/format.ts';
import { Brand } from '../../ui/brand-mark.tsx';

interface AuthFrameProps {
  title: string;
  help: ReactNode;
  children: ReactNode;
  /** Below the form: a link to the other page. */
  footer: ReactNode;
  /** The page only creates accounts. */
  newAccount?: boolean;
}

/** The frame of the login and sign-up pages. */
export function AuthFrame({ title, help, children, footer, newAccount }: AuthFrameProps) {
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
        <div className="w-full max-w-xl">
          <AccountOffer newAccount={newAccount} />
        </div>
      </aside>
    </div>
  );
}

/** Links from one of these pages to another. */
export function AuthLink(props: LinkProps) {
  return <Link {...props} className="font-medium text-accent underline-offset-4 hover:underline" />;
}

/** Only for pages where each button gives them. */
const SIGN_UP_BENEFIT = {
  title: `${formatNumber(SIGN_UP_CREDITS)} free credits`,
  text: `Try every tool for ${TRIAL_DAYS} days. Credits never expire.`,
};

const BENEFITS = [
  {
    title: 'One credit per website we read',
    text: "Sites we can't reach and duplicate lines are free.",
  },
  {
    title: 'See the source of every value',
    text: 'You get the page, the place on it, and the original text.',
  },
  {
    title: 'Runs continue without your browser',
    text: 'Close the tab and come back later. Your progress and results will be waiting.',
  },
];

function AccountOffer({ newAccount }: { newAccount?: boolean }) {
  const benefits = newAccount ? [SIGN_UP_BENEFIT, ...BENEFITS] : BENEFITS;
  return (
    <>
      <h2 className="text-2xl">Contacts you can verify, not just download</h2>
      <ul className="mt-8 grid gap-6">
        {benefits.map((benefit) => (
          <li key={benefit.title} className="flex gap-3">
            <Check aria-hidden className="mt-0.5 size-5 shrink-0 text-success" />
            <div>
              <p className="text-lg font-medium tracking-tight">{benefit.title}</p>
              <p className="mt-0.5 text-muted-foreground">{benefit.text}</p>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
