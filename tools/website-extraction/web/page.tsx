import { lazy } from 'react';
import { ListToolPage } from '#web/kit/list-tool-page.tsx';
import { websiteExtraction } from '../definition.ts';
import { UrlForm } from './form.tsx';

const Task = lazy(() => import('./results.tsx'));

export function Component() {
  return (
    <ListToolPage
      tool={websiteExtraction}
      newLabel="New extraction"
      form={(props) => <UrlForm {...props} />}
      task={(props) => <Task {...props} />}
    />
  );
}
