import { Link } from 'react-router';
import { LegalSection, LegalText, OperatorCard } from '../../kit/legal-text.tsx';
import { SitePage } from '../../kit/site/site-page.tsx';
import { privacy } from './page.ts';

/** The privacy page. It says what this program does with data; the operator's facts come from its settings. */
export function Component() {
  return (
    <SitePage narrow title={privacy.title} help={privacy.description}>
      <LegalText>
        <OperatorCard />
        <LegalSection title="If you have an account">
          <p>We store what you need to use the tools:</p>
          <ul>
            <li>your name, email address, phone number if you give one, and a hash of your password</li>
            <li>the lists you upload or type, and the results of your tasks</li>
            <li>your plan, your credits and what each of them was spent on</li>
            <li>your sessions, with the browser and the time of each login</li>
          </ul>
          <p>
            Payments are handled by a payment company. Your card number never reaches this site. We store your
            customer number there, and the status of your subscription and orders.
          </p>
          <p>
            You can download all of your data, and delete your account with everything in it, under{' '}
            <Link to="/dashboard/settings">Settings</Link>. What has to be kept about payments stays without
            your name.
          </p>
        </LegalSection>
        <LegalSection title="If you are on someone’s list">
          <p>
            Customers use this site to find business contacts: on public websites, with mail servers, and in
            databases that the operator has imported. So your name, work email, phone number or public profile
            can be in a result. Each result is visible only to the customer who asked for it.
          </p>
          <p>
            You can object. After a <Link to="/data-request">data request</Link>, your entries are deleted
            from the databases, and you are kept out of later imports and results.
          </p>
        </LegalSection>
        <LegalSection title="Who else gets data">
          <ul>
            <li>The websites on a list see that we read them. They don’t see who asked.</li>
            <li>Mail servers see the address that is being verified.</li>
            <li>The payment company gets your email address and what you buy.</li>
            <li>
              The operator can turn on outside services that verify emails, find company domains or supply
              records. They get the name, address or search that they need for an answer.
            </li>
          </ul>
          <p>This site loads no scripts, fonts, pictures or counters from other companies.</p>
        </LegalSection>
        <LegalSection title="In your browser">
          <p>
            We use your browser’s storage only for what you see: your session, lists that you haven’t started
            yet, and settings such as the width of the sidebar. There are no advertising cookies and no
            tracking. Videos on the tutorials page load only when you start them.
          </p>
        </LegalSection>
        <LegalSection title="How long we keep it">
          <p>
            Your data stays until you delete it or your account. The operator can set an earlier date for the
            rows of finished tasks. Each task then shows the date. Server logs have the address of each
            request, and the operator decides how long to keep them.
          </p>
        </LegalSection>
        <LegalSection title="Your rights">
          <p>
            Depending on where you live, you can ask for a copy of your data, have it corrected or deleted,
            object to its use, or complain to a data protection authority. Start with a{' '}
            <Link to="/data-request">data request</Link>.
          </p>
        </LegalSection>
      </LegalText>
    </SitePage>
  );
}
