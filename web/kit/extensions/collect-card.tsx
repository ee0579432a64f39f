import { Link } from 'react-router';
import type { SiteGuide } from '#extension/site.ts';
import { LISTS_PATH } from '../../lib/lists.ts';
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx';
import { CollectPicture, OpenPanelPicture, ResultsPicture, SendPicture } from './pictures.tsx';
import { type Step, Steps } from './steps.tsx';

interface CollectCardProps {
  guide: SiteGuide;
  /** the plan of the account doesn't include CSV files and sending; false before the plan is known */
  limited: boolean;
}

/** How to collect rows with an installed extension. */
export function CollectCard({ guide, limited }: CollectCardProps) {
  const steps: Step[] = [
    {
      picture: <ResultsPicture map={guide.hasMap ?? false} />,
      title: `Open ${guide.opens ?? guide.website}`,
      text: guide.openStep,
    },
    {
      picture: <OpenPanelPicture />,
      title: 'Turn on collecting',
      text: 'Click the Leadwell icon. A panel opens next to the page. Turn on Collecting.',
    },
    { picture: <CollectPicture />, title: 'Go through the results', text: guide.collectStep },
    {
      picture: <SendPicture />,
      title: 'Use the rows',
      text: (
        <>
          Save a CSV file, or send the rows to{' '}
          <Link to={LISTS_PATH} className="text-accent underline underline-offset-4">
            your lists
          </Link>{' '}
          and find more contacts there.{limited && ' Both need a plan that includes them.'}
        </>
      ),
    },
  ];
  return (
    <Card>
      <CardHeader>
        <CardTitle>Collect {guide.site.rowsName}</CardTitle>
      </CardHeader>
      <CardContent>
        <Steps steps={steps} />
      </CardContent>
    </Card>
  );
}
