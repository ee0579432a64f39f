import { ListOverview } from '#web/kit/lists/list-overview.tsx';
import { leadEnrichment } from '../definition.ts';
import { READY_RECIPES } from './ready-recipes.ts';
import { SAMPLE_LIST } from './sample-list.ts';

/** The lists of the account, which tools fill column by column. */
export function Component() {
  return (
    <ListOverview
      title={leadEnrichment.title}
      help={leadEnrichment.description}
      sample={SAMPLE_LIST.join('\n')}
      recipes={READY_RECIPES}
    />
  );
}
