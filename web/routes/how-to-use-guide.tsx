import { useParams } from 'react-router';
import { GuideArticle } from '../features/guides/guide-article.tsx';
import { guideOf } from '../features/guides/guides.ts';
import { SitePage } from '../features/site/site-page.tsx';
import { Component as NotFound } from './not-found.tsx';

/** A public guide. The dashboard has the same. */
export function Component() {
  const guide = guideOf(useParams().guide);
  if (!guide) return <NotFound />;
  return (
    <SitePage key={guide.slug} title={`How to use ${guide.title}`} help={guide.summary}>
      <GuideArticle guide={guide} base="/how-to-use" />
    </SitePage>
  );
}
