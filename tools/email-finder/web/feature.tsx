import { CircleCheck, CircleHelp, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Feature, Piece } from '#web/kit/site/feature.tsx';
import { Badge } from '#web/ui/badge.tsx';

export const feature: Feature = {
  title: 'CSV email finder',
  text: 'Upload names and domains to get work emails, each with a verdict. We never pass off a guess as verified.',
  piece: EmailPiece,
};

function EmailPiece() {
  return (
    <Piece>
      <EmailRow email="ines@kestrel.example">
        <Badge tone="success">
          <CircleCheck /> Deliverable
        </Badge>
      </EmailRow>
      <EmailRow email="t.aldous@tundra-freight.example">
        <Badge tone="warning">
          <TriangleAlert /> Risky
        </Badge>
      </EmailRow>
      <EmailRow email="mei@saffron-studio.example">
        <Badge>
          <CircleHelp /> Unknown
        </Badge>
      </EmailRow>
    </Piece>
  );
}

function EmailRow({ email, children }: { email: string; children: ReactNode }) {
  return (
    <div className="flex h-10 items-center gap-4 border-b border-border px-3 last:border-b-0">
      <span className="min-w-0 flex-1 truncate font-medium">{email}</span>
      {children}
    </div>
  );
}
