import { Link } from 'react-router';
import { MONTHLY_EXPORT_CAP_LEADS, SIGN_UP_CREDITS, TRIAL_DAYS, UNLIMITED_PRICE } from '#contract/limits.ts';
import { LegalSection, LegalText, OperatorCard } from '../../kit/legal-text.tsx';
import { SitePage } from '../../kit/site/site-page.tsx';
import { useCardNote } from '../../lib/config.ts';
import { formatNumber } from '../../lib/format.ts';
import { terms } from './page.ts';

/** The terms. The prices and limits are the program's own; the operator's facts come from its settings. */
export function Component() {
  const cardNote = useCardNote();
  return (
    <SitePage narrow title={terms.title} help={terms.description}>
      <LegalText>
        <OperatorCard law />
        <LegalSection title="The contract">
          <p>
            By creating an account, you enter into a contract with the operator named above. If you act for a
            company, you need its permission. The service is for businesses.
          </p>
        </LegalSection>
        <LegalSection title="Credits and plans">
          <ul>
            <li>
              A new account gets {formatNumber(SIGN_UP_CREDITS)} credits and a trial of {TRIAL_DAYS} days.{' '}
              {cardNote} Credits never expire.
            </li>
            <li>
              The tools show what a run can cost before it starts. Failures, unknown results and repeats are
              free, as the <Link to="/how-to-use">guides</Link> say.
            </li>
            <li>
              The unlimited plan costs {UNLIMITED_PRICE} a month and renews every month until you cancel. You
              can cancel at any time under Usage and Billing. The plan then runs to the end of the month you
              paid for. Exports from the lead databases are limited to{' '}
              {formatNumber(MONTHLY_EXPORT_CAP_LEADS)} leads a month.
            </li>
            <li>Pay-per-use orders are paid in advance. Records that aren’t found are refunded.</li>
          </ul>
        </LegalSection>
        <LegalSection title="What you may do with results">
          <p>
            Results are about real people and companies. You decide whom you contact and how, so you are
            responsible for following the law, such as the GDPR, CAN-SPAM and the rules on unsolicited calls.
          </p>
          <p>Don’t use the service to:</p>
          <ul>
            <li>send spam, harass people, or decide about their jobs, credit or housing</li>
            <li>collect data from sites that prohibit it</li>
            <li>resell access to your account, attack the service, or get around its limits</li>
          </ul>
        </LegalSection>
        <LegalSection title="What we can’t promise">
          <p>
            Websites change, servers can give wrong answers, and people change jobs. Each result says where it
            comes from and how sure we are, but no result is guaranteed to be correct. The service can be down
            at times. The law that applies decides how far the operator is liable.
          </p>
        </LegalSection>
        <LegalSection title="Browser extensions">
          <p>
            The extensions read sites that you open yourself. Some of these sites prohibit that in their terms
            and may restrict your account there. You decide whether to use an extension.
          </p>
        </LegalSection>
        <LegalSection title="Ending your account">
          <p>
            You can delete your account in the settings at any time. The operator can close accounts that
            break these terms. The law named above applies, unless the law of your country gives you more
            rights.
          </p>
        </LegalSection>
      </LegalText>
    </SitePage>
  );
}
