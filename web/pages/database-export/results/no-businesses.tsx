import { Store } from 'lucide-react';
import { CodeBlock } from '../../../kit/code-block.tsx';
import { useAccount } from '../../../lib/account.ts';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ExternalLink } from '../../../ui/external-link.tsx';

const COMMAND = 'leadwell places import *.parquet --country DE --min-confidence 0.7';

/** What the tab says before businesses are imported: to the operator, how to. */
export function NoBusinesses() {
  const { data: account } = useAccount();
  return (
    <Card>
      <EmptyState
        icon={Store}
        title="No local businesses are here yet"
        action={account?.isStaff ? <CodeBlock label="Command" code={COMMAND} /> : undefined}
      >
        {account?.isStaff ? (
          <>
            Download the Parquet files of a release of{' '}
            <ExternalLink href="https://docs.overturemaps.org/guides/places/">Overture Places</ExternalLink>{' '}
            to the server, and import them there. They are free.
          </>
        ) : (
          'The operator of this server imports them. Ask them to run “leadwell places import”.'
        )}
      </EmptyState>
    </Card>
  );
}
