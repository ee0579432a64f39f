import { Link } from 'react-router';
import { PlanCard } from '../../kit/plan-card.tsx';
import { SiteFooter } from '../../kit/site/site-footer.tsx';
import { SiteHeader } from '../../kit/site/site-header.tsx';
import { Button } from '../../ui/button.tsx';
import { FeatureGrid } from './feature-grid.tsx';
import { Hero } from './hero.tsx';
import { FinalCall, Offer } from './offer.tsx';
import { landing } from './page.ts';
import { Statistics } from './statistics.tsx';
import { WhyChoose } from './why-choose.tsx';

export function Component() {
  return (
    <>
      <title>{landing.title}</title>
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
