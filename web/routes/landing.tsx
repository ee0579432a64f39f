import { Link } from 'react-router';
import { FeatureGrid } from '../features/landing/feature-grid.tsx';
import { Hero } from '../features/landing/hero.tsx';
import { FinalCall, Offer } from '../features/landing/offer.tsx';
import { Statistics } from '../features/landing/statistics.tsx';
import { WhyChoose } from '../features/landing/why-choose.tsx';
import { PlanCard } from '../features/pricing/plan-card.tsx';
import { SiteFooter } from '../features/site/site-footer.tsx';
import { SiteHeader } from '../features/site/site-header.tsx';
import { Button } from '../ui/button.tsx';

export function Component() {
  return (
    <>
      <title>Leadwell: find, verify and export business contacts</title>
      <SiteHeader />
      <main>
        <Hero />
        <Statistics />
        <FeatureGrid />
        <WhyChoose />
        <Offer
          plan={
            <PlanCard
              action={
                <Button asChild size="lg" className="w-full">
                  <Link to="/signup">Start 7-Day Trial</Link>
                </Button>
              }
            />
          }
        />
        <FinalCall />
      </main>
      <SiteFooter />
    </>
  );
}
