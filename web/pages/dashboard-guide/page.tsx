import { Link } from 'react-router';
import { GuideArticle } from '../../kit/guides/guide-article.tsx';
import { useGuide } from '../../kit/guides/guides.ts';
import { Button } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

/** A guide in the dashboard. */
export function Component() {
  const guide = useGuide();
  return (
    <>
      <PageHeader
        key={guide.slug}
        title={guide.title}
        tabTitle={`How to use ${guide.title}`}
        help={guide.summary}
        actions={
          <Button asChild variant="secondary">
            <Link to={guide.page.path}>Open {guide.page.label}</Link>
          </Button>
        }
      />
      <GuideArticle guide={guide} base="/dashboard/how-to-use" />
    </>
  );
}
