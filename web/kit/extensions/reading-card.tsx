import { Ban, Eye } from 'lucide-react';
import { Link } from 'react-router';
import type { SiteGuide } from '#extension/site.ts';
import { Alert } from '../../ui/alert.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx';

/** What the extension reads, what it never does, and the risk for the user's account on the site. */
export function ReadingCard({ guide: { reads, website, terms } }: { guide: SiteGuide }) {
  return (
    <Card>
      <CardHeader>
        <CardTitle>What it reads, and what it never does</CardTitle>
      </CardHeader>
      <CardContent className="grid grid-cols-1 gap-5">
        <div className="grid grid-cols-1 gap-x-8 gap-y-5 md:grid-cols-2">
          <section aria-labelledby="reads">
            <h3 id="reads" className="flex items-center gap-2 text-base font-medium tracking-normal">
              <Eye aria-hidden className="size-4 text-muted-foreground" />
              It reads
            </h3>
            <ul className="mt-2 grid list-disc gap-1.5 pl-5 text-muted-foreground marker:text-input">
              <li>{reads}</li>
              <li>Only the tab where you clicked its icon, while collecting is on and its panel is open.</li>
              <li>
                The rows stay in your browser until you send them to{' '}
                <Link to="/dashboard/lists" className="text-accent underline underline-offset-4">
                  your lists
                </Link>{' '}
                or clear them.
              </li>
            </ul>
          </section>
          <section aria-labelledby="never">
            <h3 id="never" className="flex items-center gap-2 text-base font-medium tracking-normal">
              <Ban aria-hidden className="size-4 text-muted-foreground" />
              It never
            </h3>
            <ul className="mt-2 grid list-disc gap-1.5 pl-5 text-muted-foreground marker:text-input">
              <li>sends its own requests to {website} or opens pages</li>
              <li>reads cookies or passwords, or changes anything on the page</li>
              <li>sends messages, follows or connection requests</li>
              <li>works in the background or watches what you do</li>
            </ul>
          </section>
        </div>
        {terms && (
          <Alert tone="warning" title="Your risk">
            {terms}
          </Alert>
        )}
        <p className="text-sm text-muted-foreground">
          Names and contact details are personal data. Follow the privacy laws that apply to you.
        </p>
      </CardContent>
    </Card>
  );
}
