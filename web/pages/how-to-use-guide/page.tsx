import { useLocation } from 'react-router';
import { GuideArticle } from '../../kit/guides/guide-article.tsx';
import { guideOf } from '../../kit/guides/guides.ts';
import { SitePage } from '../../kit/site/site-page.tsx';

/** A public guide. The dashboard has the same. */
export function Component() {
  const slug = useLocation().pathname.split('/').filter(Boolean).at(-1);
  const guide = guideOf(slug);
  if (!guide) throw new Error(`There is no guide ${slug}.`);
  return (
    <SitePage key={guide.slug} title={`How to use ${guide.title}`} help={guide.summary}>
      <GuideArticle guide={guide} base="/how-to-use" />
    </SitePage>
  );
}
