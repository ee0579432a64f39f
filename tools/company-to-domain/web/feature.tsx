import { ArrowRight } from 'lucide-react';
import { type Feature, Piece } from '#web/kit/site/feature.tsx';

export const feature: Feature = {
  title: 'Company to domain finder',
  text: 'Turn a list of company names into a list of web domains.',
  piece: DomainPiece,
};

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
