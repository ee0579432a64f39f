import { CircleCheck } from 'lucide-react';
import { type Feature, Piece } from '#web/kit/site/feature.tsx';
import { Badge } from '#web/ui/badge.tsx';

export const feature: Feature = {
  title: 'Lead enrichment',
  text: 'Your list as a table in which each tool is a column: domains, contacts, verified emails. You see the cost before it runs.',
  piece: EnrichmentPiece,
  wide: true,
};

function EnrichmentPiece() {
  return (
    <Piece>
      <div className="flex h-10 items-center justify-between gap-2 border-b border-border px-3">
        <span className="truncate text-muted-foreground">Nordwind Logistik</span>
        <span className="truncate font-medium">nordwind.example</span>
      </div>
      <div className="flex h-10 items-center justify-between gap-2 px-3">
        <span className="truncate text-muted-foreground">jo@nordwind.example</span>
        <Badge tone="success">
          <CircleCheck /> Deliverable
        </Badge>
      </div>
    </Piece>
  );
}
