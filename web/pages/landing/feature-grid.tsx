import type { ComponentType } from 'react';
import { cn } from '../../lib/class-names.ts';
import {
  AnalyticsPiece,
  DomainPiece,
  EmailPiece,
  EnrichmentPiece,
  ExtensionPiece,
  MapsPiece,
  UnlimitedPiece,
  WebsitePiece,
} from './feature-pieces.tsx';

/** The tools the landing page advertises (spec accounts §1). */
const FEATURES: { title: string; text: string; piece: ComponentType; wide?: boolean }[] = [
  {
    title: 'Website email extraction',
    text: 'Get emails, phone numbers and social profiles from up to 10,000 sites in one run, including contact pages.',
    piece: WebsitePiece,
    wide: true,
  },
  {
    title: 'CSV email finder',
    text: 'Upload names and domains to get work emails, each with a verdict. We never pass off a guess as verified.',
    piece: EmailPiece,
    wide: true,
  },
  {
    title: 'Company to domain finder',
    text: 'Turn a list of company names into a list of web domains.',
    piece: DomainPiece,
  },
  {
    title: 'Lead enrichment',
    text: 'Add company and contact details to the leads you already have. Coming soon.',
    piece: EnrichmentPiece,
  },
  {
    title: 'Maps listing scraper',
    text: 'Get local businesses with address, phone and website from map results.',
    piece: MapsPiece,
  },
  {
    title: 'Browser extension',
    text: 'Collect company URLs in bulk from the pages you browse, as a table.',
    piece: ExtensionPiece,
  },
  {
    title: 'Smart analytics',
    text: 'See what every task found, missed and cost.',
    piece: AnalyticsPiece,
  },
  {
    title: 'Unlimited access',
    text: 'Get every tool and unlimited credits with one plan.',
    piece: UnlimitedPiece,
  },
];

export function FeatureGrid() {
  return (
    <section aria-labelledby="features-title" className="mx-auto max-w-6xl px-4 py-16 md:px-6 md:py-24">
      <h2 id="features-title" className="text-3xl">
        Every tool for your list, in one place
      </h2>
      <p className="mt-3 max-w-[60ch] text-lg text-muted-foreground">
        Go from a name, website or listing to a contact you can reach.
      </p>
      <ul className="mt-10 grid gap-4 sm:grid-cols-2 lg:grid-cols-6">
        {FEATURES.map(({ title, text, piece: FeaturePiece, wide }) => (
          <li
            key={title}
            className={cn(
              'flex min-w-0 flex-col justify-between gap-6 rounded-xl border border-border bg-surface p-5',
              wide ? 'sm:col-span-2 lg:col-span-3' : 'lg:col-span-2',
            )}
          >
            <div>
              <h3 className="text-xl">{title}</h3>
              <p className="mt-1.5 text-lg text-muted-foreground">{text}</p>
            </div>
            <FeaturePiece />
          </li>
        ))}
      </ul>
    </section>
  );
}
