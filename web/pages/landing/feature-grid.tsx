import { Coins, MapPin, Send, Star } from 'lucide-react';
import { type Feature, Piece } from '../../kit/site/feature.tsx';
import { cn } from '../../lib/class-names.ts';
import { TOOL_FOLDERS } from '../visitor-facts.ts';

/** A tool's card is in its web/feature.tsx, if the landing page advertises it. */
const FOUND: Readonly<Record<string, Feature>> = import.meta.glob('../../../tools/*/web/feature.tsx', {
  eager: true,
  import: 'feature',
});

/** The tools the landing page advertises (spec accounts §1). */
const FEATURES: readonly Feature[] = [
  ...TOOL_FOLDERS.flatMap((folder) => FOUND[`../../../tools/${folder}/web/feature.tsx`] ?? []),
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

function MapsPiece() {
  return (
    <Piece>
      <div className="flex h-10 items-center justify-between gap-2 border-b border-border px-3">
        <span className="flex min-w-0 items-center gap-2 font-medium">
          <MapPin className="size-4 shrink-0 text-muted-foreground" />
          <span className="truncate">Harbor Roasters</span>
        </span>
        <span className="flex items-center gap-1 text-muted-foreground">
          <Star className="size-3.5" /> 4.8
        </span>
      </div>
      <div className="flex h-10 items-center px-3 text-muted-foreground">
        <span className="truncate">12 Quay Street · +1 202 555 0143</span>
      </div>
    </Piece>
  );
}

function ExtensionPiece() {
  return (
    <Piece>
      <div className="flex h-10 items-center justify-between gap-2 border-b border-border px-3">
        <span className="text-muted-foreground">On this page</span>
        <span className="font-medium">124 company URLs</span>
      </div>
      <div className="flex h-10 items-center gap-2 px-3 font-medium">
        <Send className="size-4 text-muted-foreground" /> Send rows to Leadwell
      </div>
    </Piece>
  );
}

function AnalyticsPiece() {
  return (
    <Piece>
      <div className="flex h-10 items-center justify-between gap-2 border-b border-border px-3">
        <span className="text-muted-foreground">Runs this week</span>
        <span className="font-medium tabular-nums">5 runs, 378 URLs</span>
      </div>
      <div className="flex h-10 items-center justify-between gap-3 px-3">
        <span className="flex h-2 min-w-0 flex-1 overflow-hidden rounded-full bg-border">
          <span className="w-[84%] bg-foreground/75" />
        </span>
        <span className="font-medium tabular-nums">84% found</span>
      </div>
    </Piece>
  );
}

function UnlimitedPiece() {
  return (
    <Piece>
      <div className="flex h-10 items-center justify-between gap-2 border-b border-border px-3">
        <span className="text-muted-foreground">Plan</span>
        <span className="font-medium">Unlimited</span>
      </div>
      <div className="flex h-10 items-center justify-between gap-2 px-3">
        <span className="text-muted-foreground">Credits</span>
        <span className="flex items-center gap-1.5 font-medium">
          <Coins className="size-4 text-muted-foreground" /> Unlimited
        </span>
      </div>
    </Piece>
  );
}
