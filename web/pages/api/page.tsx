import { BookOpen, Braces } from 'lucide-react';
import { useAccount } from '../../lib/account.ts';
import { Button } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AssistantsCard } from './assistants-card.tsx';
import { DocsCard, OPENAPI_URL } from './docs-card.tsx';
import { KeysCard } from './keys-card.tsx';
import { api } from './page.ts';
import { useApiKeys } from './use-api-keys.ts';

/** API keys and how to use them. The dashboard layout shows loading errors of the account. */
export function Component() {
  const { data: account } = useAccount();
  const { data: list, isPending } = useApiKeys();
  return (
    <>
      <PageHeader
        title={api.title}
        help={api.description}
        actions={
          <>
            <Button asChild variant="secondary">
              <a href="/api">
                <BookOpen aria-hidden />
                API reference
              </a>
            </Button>
            <Button asChild variant="secondary">
              <a href={OPENAPI_URL}>
                <Braces aria-hidden />
                OpenAPI document
              </a>
            </Button>
          </>
        }
      />
      {isPending ? (
        <Skeleton className="h-56 w-full" />
      ) : (
        <div className="grid grid-cols-1 gap-5">
          <KeysCard account={account} />
          <AssistantsCard />
          <DocsCard requestsPerMinute={list?.requestsPerMinute} />
        </div>
      )}
    </>
  );
}
