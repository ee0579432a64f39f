import { Clock } from 'lucide-react';
import { type Feature, Piece } from '#web/kit/site/feature.tsx';
import { Badge } from '#web/ui/badge.tsx';

export const feature: Feature = {
  title: 'Lead enrichment',
  text: 'Add company and contact details to the leads you already have. Coming soon.',
  piece: EnrichmentPiece,
};

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
