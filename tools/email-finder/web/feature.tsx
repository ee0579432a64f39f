import { CircleCheck, CircleHelp, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Feature, Piece } from '#web/kit/site/feature.tsx';
import { Badge } from '#web/ui/badge.tsx';

export const feature: Feature = {
  title: 'CSV email finder',
  text: 'Upload names and domains to get work emails, each with a verdict. We never pass off a guess as verified.',
  piece: EmailPiece,
  wide: true,
};

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
