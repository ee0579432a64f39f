import { Link } from 'react-router';
import { SIGN_UP_CREDITS } from '#contract/limits.ts';
import { useCardNote } from '../../lib/config.ts';
import { formatNumber } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { ProductPicture } from './product-picture.tsx';

export function Hero() {
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
