import type { PanelSite } from '../panel-site.ts';

/** What the extension reads, what it never does, and the risk for the user's account on the site. */
export function AboutReading({ site, origin }: { site: PanelSite; origin: string | null }) {
  return (
    <div className="about">
      <h3>What it reads</h3>
      <p>
        {site.reads} It reads only the tab where you clicked the Leadwell icon, only while collecting is on
        and this panel is open.
      </p>
      <h3>Where the rows go</h3>
      <p>
        They stay in this browser until you clear them.{' '}
        {origin === null
          ? 'This copy can’t send them anywhere.'
          : `They leave it only when you send them to ${origin}.`}
      </p>
      <h3>What it never does</h3>
      <ul>
        <li>It makes no requests to {site.hosts ? site.name : 'the site'} and opens no pages.</li>
        <li>It reads no cookies or passwords and changes nothing on the page.</li>
        <li>It sends no messages, follows or connection requests.</li>
        <li>It doesn’t work in the background and doesn’t watch what you do.</li>
      </ul>
      {site.agreement && (
        <>
          <h3>Your risk</h3>
          <p>{site.agreement}</p>
        </>
      )}
      <p>
        Names and contact details are personal data. The privacy law that applies to you decides how you may
        use them.
      </p>
    </div>
  );
}
