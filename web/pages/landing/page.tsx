import { Link } from 'react-router';
import { SIGN_UP_CREDITS, TRIAL_DAYS } from '#contract/limits.ts';
import { PlanCard } from '../../kit/plan-card.tsx';
import { SiteFooter } from '../../kit/site/site-footer.tsx';
import { SiteHeader } from '../../kit/site/site-header.tsx';
import { useCardNote, useConfig } from '../../lib/config.ts';
import { formatNumber } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { FeatureGrid } from './feature-grid.tsx';
import { landing } from './page.ts';
import { ProductPicture } from './product-picture.tsx';

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
        <Offer />
        <FinalCall />
      </main>
      <SiteFooter />
    </>
  );
}

function Hero() {
  const cardNote = useCardNote();
  return (
    <section className="mx-auto grid max-w-6xl items-center gap-12 px-4 pt-12 pb-16 md:px-6 md:pt-20 md:pb-24 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:gap-14">
      <div>
        <h1 className="text-3xl sm:text-4xl">The contacts behind any list of websites</h1>
        <p className="mt-5 max-w-[56ch] text-lg text-muted-foreground">
          Paste URLs, and Leadwell reads the pages for emails, phone numbers and social profiles, each with
          its source. Export a clean CSV. Sites we can't read are free.
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <Button asChild size="lg">
            <Link to="/signup">Start 7-Day Trial</Link>
          </Button>
          <Button asChild size="lg" variant="secondary">
            <Link to="/pricing">View Pricing</Link>
          </Button>
        </div>
        <p className="mt-4 text-muted-foreground">
          {formatNumber(SIGN_UP_CREDITS)} free credits. {cardNote}
        </p>
      </div>
      <ProductPicture />
    </section>
  );
}

/** The figures of the specification. The operator makes these claims, and can replace or hide them. */
const DEFAULT_STATISTICS = [
  { value: '238,376', label: 'average leads per user' },
  { value: '92%', label: 'accuracy' },
  { value: '7.3x', label: 'pipeline growth' },
  { value: '1,000+', label: 'new businesses monthly' },
];

function Statistics() {
  const { landingStatistics: statistics = DEFAULT_STATISTICS } = useConfig();
  if (statistics.length === 0) return null;
  return (
    <section aria-label="Leadwell in numbers" className="border-y border-border bg-surface">
      <dl className="mx-auto grid max-w-6xl grid-cols-2 gap-x-6 gap-y-8 px-4 py-10 md:grid-cols-4 md:px-6">
        {statistics.map((statistic) => (
          <div key={statistic.label} className="flex flex-col-reverse justify-end">
            <dt className="mt-1 text-muted-foreground">{statistic.label}</dt>
            <dd className="text-3xl font-semibold tracking-tight tabular-nums">{statistic.value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const REASONS = [
  {
    title: 'See the source of every value',
    text: 'You get the page, the place on it and the original text. If you doubt a row, check it with one click.',
  },
  {
    title: 'Know the price before you start',
    text: 'Every run starts with a quote: the number of lines, the maximum cost and your balance.',
  },
  {
    title: 'Pay nothing for sites we can’t read',
    text: 'Sites that are down or block us are listed separately from sites without contacts, and are always free.',
  },
  {
    title: 'Let runs finish without you',
    text: 'Close the tab or lose your connection, and the task keeps running. Stop it, keep the rows and resume it later.',
  },
  {
    title: 'Get files that open anywhere',
    text: 'Download a UTF-8 CSV with one row per input line, safe to open in any spreadsheet.',
  },
];

function WhyChoose() {
  return (
    <section aria-labelledby="why-title" className="border-t border-border">
      <div className="mx-auto grid max-w-6xl gap-10 px-4 py-16 md:px-6 md:py-24 lg:grid-cols-[2fr_3fr] lg:gap-16">
        <div>
          <h2 id="why-title" className="text-3xl">
            Why teams choose Leadwell
          </h2>
          <p className="mt-3 text-lg text-muted-foreground">
            Lists are easy to buy and hard to trust. Here’s what we do about it.
          </p>
        </div>
        <dl>
          {REASONS.map((reason) => (
            <div key={reason.title} className="border-t border-border py-5 first:border-t-0 first:pt-0">
              <dt className="text-lg font-semibold tracking-tight">{reason.title}</dt>
              <dd className="mt-1 text-lg text-muted-foreground">{reason.text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

function Offer() {
  const cardNote = useCardNote();
  return (
    <section aria-labelledby="offer-title" className="border-t border-border bg-surface">
      <div className="mx-auto grid max-w-6xl gap-10 px-4 py-16 md:px-6 md:py-24 lg:grid-cols-[2fr_3fr] lg:gap-16">
        <div>
          <h2 id="offer-title" className="text-3xl">
            One plan, everything included
          </h2>
          <p className="mt-3 text-lg text-muted-foreground">
            Start with {formatNumber(SIGN_UP_CREDITS)} credits and {TRIAL_DAYS} days to use them. One credit
            covers one URL or one lookup. {cardNote}
          </p>
        </div>
        <PlanCard
          action={
            <Button asChild size="lg" className="w-full">
              <Link to="/signup">Start 7-Day Trial</Link>
            </Button>
          }
        />
      </div>
    </section>
  );
}

function FinalCall() {
  const cardNote = useCardNote();
  return (
    <section aria-labelledby="call-title" className="bg-inverse text-inverse-foreground">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-10 gap-y-6 px-4 py-14 md:px-6 md:py-20">
        <div>
          <h2 id="call-title" className="text-3xl">
            Bring your list and find the contacts behind it
          </h2>
          <p className="mt-2 text-lg opacity-80">
            Your first {formatNumber(SIGN_UP_CREDITS)} credits are on us. {cardNote}
          </p>
        </div>
        <Button asChild size="lg" variant="secondary">
          <Link to="/pricing">View Plan Details</Link>
        </Button>
      </div>
    </section>
  );
}
