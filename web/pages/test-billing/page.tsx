import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';
import { Brand } from '../../ui/brand-mark.tsx';
import { Button } from '../../ui/button.tsx';
import { testBilling } from './page.ts';
import { TestBilling } from './test-billing.tsx';

/** Manages a subscription of the built-in test payments. */
export function Component() {
  return (
    <div className="min-h-dvh bg-surface">
      <title>{`${testBilling.title} · Leadwell`}</title>
      <main className="mx-auto max-w-md px-4 py-8 sm:py-14">
        <Brand />
        <h1 className="mt-8 mb-5 text-2xl">{testBilling.title}</h1>
        <TestBilling />
        <Button asChild variant="ghost" size="sm" className="mt-4 -ml-3 text-muted-foreground">
          <Link to="/dashboard/usage">
            <ArrowLeft aria-hidden /> Back to Leadwell
          </Link>
        </Button>
      </main>
    </div>
  );
}
