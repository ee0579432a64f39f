import { CircleSlash, FlaskConical } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { MESSAGES } from '#contract/messages.ts';
import { Brand } from '../ui/brand-mark.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

interface TestPaymentPageProps {
  title: string;
  /** The heading, if it isn't the title. */
  heading?: string;
  children: ReactNode;
}

/** A page of the built-in test payments. */
export function TestPaymentPage({ title, heading = title, children }: TestPaymentPageProps) {
  return (
    <div className="min-h-dvh bg-surface">
      <title>{`${title} · Leadwell`}</title>
      <main className="mx-auto max-w-md px-4 py-8 sm:py-14">
        <Brand />
        <h1 className="mt-8 mb-5 text-2xl">{heading}</h1>
        {children}
      </main>
    </div>
  );
}

/** A card that says first that no real money moves. */
export function TestPaymentCard({ children }: { children: ReactNode }) {
  return (
    <Card className="overflow-hidden">
      <p className="flex items-center justify-center gap-2 border-b border-warning/30 bg-warning-soft px-4 py-2.5 text-center font-medium text-warning">
        <FlaskConical aria-hidden className="size-4 shrink-0" />
        {MESSAGES.payments.testNotice}
      </p>
      {children}
    </Card>
  );
}

interface NoCheckoutProps {
  text: string;
  /** The link of the button; `action` is its label. */
  to?: string;
  action?: string;
}

/** Test payments show this when there is nothing to pay. */
export function NoCheckout({ text, to = '/pricing', action = 'View pricing' }: NoCheckoutProps) {
  return (
    <Card>
      <EmptyState
        icon={CircleSlash}
        title="Nothing to pay"
        action={
          <Button asChild variant="secondary">
            <Link to={to}>{action}</Link>
          </Button>
        }
      >
        {text}
      </EmptyState>
    </Card>
  );
}
