import type { WebsitePerson } from '#contract/website-people.ts';
import { ReceiptSection } from '#web/kit/receipt.tsx';
import { CopyValue } from '#web/ui/copy-value.tsx';
import { ExternalLink } from '#web/ui/external-link.tsx';

/** The people of a site, each with their contacts and page. Nothing, if there are none. */
export function PeopleList({ people }: { people: readonly WebsitePerson[] }) {
  if (people.length === 0) return null;
  return (
    <ReceiptSection title="People">
      <ul className="grid">
        {people.map(({ name, title, email, phone, profile, page }) => (
          <li
            key={name}
            className="grid gap-x-4 gap-y-0.5 border-t border-border py-2 first:border-t-0 first:pt-0 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]"
          >
            <div className="min-w-0 wrap-anywhere">
              <span className="font-medium">{name}</span>
              {title && <span className="block text-muted-foreground">{title}</span>}
            </div>
            <div className="grid min-w-0 justify-items-start gap-0.5">
              {email && <CopyValue wraps value={email} />}
              {phone && <CopyValue wraps value={phone} />}
              {profile && <ExternalLink href={profile} />}
              <span className="min-w-0 text-muted-foreground">
                on <ExternalLink href={page} />
              </span>
            </div>
          </li>
        ))}
      </ul>
    </ReceiptSection>
  );
}
