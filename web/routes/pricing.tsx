import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';
import { useCheckoutReturn } from '../features/pricing/checkout-return.ts';
import { Faq } from '../features/pricing/faq.tsx';
import { PlanCard } from '../features/pricing/plan-card.tsx';
import { useStaffUpgrade } from '../features/pricing/staff-upgrade.ts';
import { Subscribe } from '../features/pricing/subscribe.tsx';
import { SiteFooter } from '../features/site/site-footer.tsx';
import { SiteHeader } from '../features/site/site-header.tsx';
import { Button } from '../ui/button.tsx';

export function Component() {
  useCheckoutReturn();
  useStaffUpgrade();
  return (
    <>
      <title>Pricing · Leadwell</title>
      <SiteHeader />
      <main className="mx-auto max-w-3xl px-4 pt-8 pb-20 md:px-6">
        <Button asChild variant="ghost" size="sm" className="-ml-3 text-muted-foreground">
          <Link to="/dashboard">
            <ArrowLeft aria-hidden /> Back to dashboard
          </Link>
        </Button>
        <h1 className="mt-6 text-3xl sm:text-4xl">One plan, everything included</h1>
        <p className="mt-4 mb-10 max-w-[60ch] text-lg text-muted-foreground">
          Try it free for 7 days with 1,000 credits. After that, get unlimited credits for one monthly price.
        </p>
        <PlanCard action={<Subscribe />} />
        <div className="mt-16">
          <Faq />
        </div>
      </main>
      <SiteFooter />
    </>
  );
}
