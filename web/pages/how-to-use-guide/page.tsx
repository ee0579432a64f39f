import { GuideArticle } from '../../kit/guides/guide-article.tsx';
import { useGuide } from '../../kit/guides/guides.ts';
import { SitePage } from '../../kit/site/site-page.tsx';

/** A public guide. The dashboard has the same. */
export function Component() {
  const guide = useGuide();
  return (
    <SitePage key={guide.slug} title={`How to use ${guide.title}`} help={guide.summary}>
      <GuideArticle guide={guide} base="/how-to-use" />
    </SitePage>
  );
}
