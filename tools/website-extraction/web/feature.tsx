import { type Feature, Piece } from '#web/kit/site/feature.tsx';

export const feature: Feature = {
  title: 'Website email extraction',
  text: 'Get emails, phone numbers and social profiles from up to 10,000 sites in one run, including contact pages.',
  piece: WebsitePiece,
  wide: true,
};

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
