import { useSearchParams } from 'react-router';
import { SessionId } from '#contract/payments.ts';
import { NoCheckout } from '../../kit/no-checkout.tsx';
import { Brand } from '../../ui/brand-mark.tsx';
import { testCheckout } from './page.ts';
import { TestCheckout } from './test-checkout.tsx';

/** The checkout of the built-in test payments. */
export function Component() {
  const [query] = useSearchParams();
  const sessionId = SessionId.safeParse(query.get('session'));
  return (
    <div className="min-h-dvh bg-surface">
      <title>{`${testCheckout.title} · Leadwell`}</title>
      <main className="mx-auto max-w-md px-4 py-8 sm:py-14">
        <Brand />
        <h1 className="mt-8 mb-5 text-2xl">Checkout</h1>
        {sessionId.success ? (
          <TestCheckout sessionId={sessionId.data} />
        ) : (
          <NoCheckout text="This link is incomplete. Start again from the pricing page." />
        )}
      </main>
    </div>
  );
}
