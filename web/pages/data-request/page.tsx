import { Mail } from 'lucide-react';
import { Link } from 'react-router';
import { LegalSection, LegalText, OperatorCard } from '../../kit/legal-text.tsx';
import { SitePage } from '../../kit/site/site-page.tsx';
import { useConfig } from '../../lib/config.ts';
import { usePrerendered } from '../../lib/use-prerendered.ts';
import { Button } from '../../ui/button.tsx';
import { dataRequest } from './page.ts';

const SUBJECT = 'Data request';
const BODY = `Please (delete what doesn't apply):
- tell me what data you have about me
- correct it
- delete it and keep me out of your databases and results

My name:
My email addresses:
My phone numbers, with country code:
My LinkedIn profile, if it is about that:
`;

/** How people get their data, or get it deleted. */
export function Component() {
  return (
    <SitePage narrow title={dataRequest.title} help={dataRequest.description}>
      <LegalText>
        <LegalSection title="If you have an account">
          <p>
            You can do it yourself right away: open <Link to="/dashboard/settings">Settings</Link> to download
            all of your data, change it, or delete your account.
          </p>
        </LegalSection>
        <LegalSection title="If you don’t have one">
          <p>
            Write to the operator of this site. Include your name and the email addresses, phone numbers or
            LinkedIn profile it is about, so they can find your entries.
          </p>
          <OperatorCard />
          <MailButton />
        </LegalSection>
        <LegalSection title="What happens then">
          <ul>
            <li>
              The operator checks that the request comes from you, usually with an email to the address or a
              call to the number.
            </li>
            <li>Your entries are deleted from the lead databases.</li>
            <li>
              Your address, number, profile or domain goes on the opt-out list, as a code that can’t be read
              back. From then on, imports, searches and tools leave you out.
            </li>
          </ul>
          <p>
            We can’t change files that customers have already downloaded. If someone wrote to you, ask them
            too.
          </p>
        </LegalSection>
      </LegalText>
    </SitePage>
  );
}

/** Opens an email to the operator. Not in the prerendered page, which doesn't know the operator's address. */
function MailButton() {
  const { operator } = useConfig();
  const prerendered = usePrerendered();
  if (prerendered || !operator?.email) return null;
  const query = `subject=${encodeURIComponent(SUBJECT)}&body=${encodeURIComponent(BODY)}`;
  return (
    <div>
      <Button asChild size="lg">
        <a href={`mailto:${operator.email}?${query}`} className="!text-accent-foreground !no-underline">
          <Mail aria-hidden /> Write an email
        </a>
      </Button>
    </div>
  );
}
