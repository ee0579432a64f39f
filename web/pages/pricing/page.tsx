import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';
import { PlanCard } from '../../kit/plan-card.tsx';
import { DashboardFrame } from '../../kit/shell/dashboard-frame.tsx';
import { SiteFooter } from '../../kit/site/site-footer.tsx';
import { SiteHeader } from '../../kit/site/site-header.tsx';
import { cn } from '../../lib/class-names.ts';
import { useCardNote } from '../../lib/config.ts';
import { useSession } from '../../lib/session.tsx';
import { Button } from '../../ui/button.tsx';
import { PageLoading } from '../../ui/page-loading.tsx';
import { useCheckoutReturn } from './checkout-return.ts';
import { Faq } from './faq.tsx';
import { pricing } from './page.ts';
import { useStaffUpgrade } from './staff-upgrade.ts';
import { Subscribe } from './subscribe.tsx';

/** Signed-in users keep the sidebar and header of the dashboard. */
export function Component() {
  const { user, loading } = useSession();
  useCheckoutReturn();
  useStaffUpgrade();
  if (loading) return <PageLoading />;
  if (user) {
    return (
      <DashboardFrame user={user}>
        <div className="mx-auto max-w-3xl pb-12">
          <Plan className="text-2xl sm:text-3xl" />
        </div>
      </DashboardFrame>
    );
  }
  return (
    <>
      <SiteHeader />
      <main className="mx-auto max-w-3xl px-4 pt-8 pb-20 md:px-6">
        <Plan className="text-3xl sm:text-4xl" />
      </main>
      <SiteFooter />
    </>
  );
}

/** `className`: the size of the heading. */
function Plan({ className }: { className: string }) {
  const cardNote = useCardNote();
  return (
    <>
      <title>{`${pricing.title} · Leadwell`}</title>
      <Button asChild variant="ghost" size="sm" className="-ml-3 text-muted-foreground">
        <Link to="/dashboard">
          <ArrowLeft aria-hidden /> Back to dashboard
        </Link>
      </Button>
      <h1 className={cn('mt-6', className)}>One plan, everything included</h1>
      <p className="mt-4 mb-10 max-w-[60ch] text-lg text-muted-foreground">
        New accounts get 7 days and 1,000 credits to try every tool. {cardNote} Unlimited gives you unlimited
        credits for one monthly price.
      </p>
      <PlanCard action={<Subscribe />} />
      <div className="mt-16">
        <Faq />
      </div>
    </>
  );
}
