import {
  ArrowRight,
  CircleCheck,
  CircleHelp,
  Clock,
  Coins,
  MapPin,
  Send,
  Star,
  TriangleAlert,
} from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { cn } from '../../lib/class-names.ts';
import { Badge } from '../../ui/badge.tsx';

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

/**
 * A small piece of the interface with sample data. Hidden from screen readers, because the feature's text
 * describes it.
 */
function Piece({ children }: { children: ReactNode }) {
  return (
    <div aria-hidden className="rounded-lg border border-border bg-card text-sm">
      {children}
    </div>
  );
}

function WebsitePiece() {
  const findings = [
    { value: 'hello@harborroasters.example', from: 'email link · /contact' },
    { value: '+1 202 555 0143', from: 'phone link · /contact' },
    { value: 'linkedin.com/company/harbor-roasters', from: 'link · footer' },
  ];
  return (
    <Piece>
      {findings.map((finding) => (
        <div
          key={finding.value}
          className="flex h-10 items-center justify-between gap-4 border-b border-border px-3 last:border-b-0"
        >
          <span className="truncate font-medium">{finding.value}</span>
          <span className="shrink-0 text-muted-foreground">{finding.from}</span>
        </div>
      ))}
    </Piece>
  );
}

function EmailPiece() {
  return (
    <Piece>
      <EmailRow name="Ines Duarte" email="ines.duarte@kestrel-optics.example">
        <Badge tone="success">
          <CircleCheck /> Deliverable
        </Badge>
      </EmailRow>
      <EmailRow name="Tom Aldous" email="t.aldous@tundra-freight.example">
        <Badge tone="warning">
          <TriangleAlert /> Risky
        </Badge>
      </EmailRow>
      <EmailRow name="Mei Tan" email="mei@saffron-studio.example">
        <Badge>
          <CircleHelp /> Unknown
        </Badge>
      </EmailRow>
    </Piece>
  );
}

function EmailRow({ name, email, children }: { name: string; email: string; children: ReactNode }) {
  return (
    <div className="flex h-10 items-center gap-4 border-b border-border px-3 last:border-b-0">
      <span className="hidden w-24 shrink-0 truncate text-muted-foreground sm:block">{name}</span>
      <span className="min-w-0 flex-1 truncate font-medium">{email}</span>
      {children}
    </div>
  );
}

function DomainPiece() {
  const pairs = [
    ['Kestrel Optics Ltd', 'kestrel-optics.example'],
    ['Brightfield Dental', 'brightfield.example'],
  ];
  return (
    <Piece>
      {pairs.map(([name, domain]) => (
        <div key={name} className="flex h-10 items-center gap-2 border-b border-border px-3 last:border-b-0">
          <span className="truncate text-muted-foreground">{name}</span>
          <ArrowRight className="size-3.5 shrink-0 text-muted-foreground" />
          <span className="truncate font-medium">{domain}</span>
        </div>
      ))}
    </Piece>
  );
}

function EnrichmentPiece() {
  return (
    <Piece>
      <div className="flex h-10 items-center justify-between gap-2 border-b border-border px-3">
        <span className="text-muted-foreground">Company size</span>
        <span className="font-medium">51 to 200</span>
      </div>
      <div className="flex h-10 items-center justify-between gap-2 px-3">
        <span className="text-muted-foreground">Lead Enrichment</span>
        <Badge>
          <Clock /> Coming soon
        </Badge>
      </div>
    </Piece>
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
