import { Navigate, useSearchParams } from 'react-router';
import { SessionId } from '#contract/payments.ts';
import { NoCheckout } from '../../kit/no-checkout.tsx';
import { useSession } from '../../lib/session.tsx';
import { useLoginState } from '../../lib/use-login-state.ts';
import { Brand } from '../../ui/brand-mark.tsx';
import { PageLoading } from '../../ui/page-loading.tsx';
import { TestCheckout } from './test-checkout.tsx';

/** The checkout of the built-in test payments. Signed-out users log in first, then return here. */
export function Component() {
  const { user, loading } = useSession();
  const loginState = useLoginState();
  const [query] = useSearchParams();
  if (loading) return <PageLoading />;
  if (!user) return <Navigate to="/login" replace state={loginState} />;
  const sessionId = SessionId.safeParse(query.get('session'));
  return (
    <div className="min-h-dvh bg-surface">
      <title>Test checkout · Leadwell</title>
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
