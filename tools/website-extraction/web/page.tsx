import { lazy } from 'react';
import { ListForm } from '#web/kit/list-form.tsx';
import { ListToolPage } from '#web/kit/list-tool-page.tsx';
import { websiteExtraction } from '../definition.ts';
import { URL_FORM } from './form.tsx';

const Task = lazy(() => import('./results.tsx'));

export function Component() {
  return (
    <ListToolPage
      tool={websiteExtraction}
      newLabel="New extraction"
      form={(props) => <ListForm parts={URL_FORM} {...props} />}
      task={(props) => <Task {...props} />}
    />
  );
}
