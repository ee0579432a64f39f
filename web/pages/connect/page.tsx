import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { CONNECTION_CALLS } from '#contract/calls/connection-calls.ts';
import type { ConnectionRequest, ConnectionView } from '#contract/connections.ts';
import { CallError } from '#contract/errors.ts';
import { useAccount } from '../../lib/account.ts';
import { failureMessage, invoke } from '../../lib/calls.ts';
import { Alert } from '../../ui/alert.tsx';
import { Brand } from '../../ui/brand-mark.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ConsentForm } from './consent-form.tsx';
import { connect } from './page.ts';
import { readRequest } from './read-request.ts';

/**
 * Where a person decides whether an assistant may use the account. An assistant opens it with the parameters of OAuth 2.1
 * in the address. The server checks them again when the person has decided.
 */
export function Component() {
  const [query] = useSearchParams();
  const request = readRequest(query);
  return (
    <div className="min-h-dvh bg-surface">
      <title>{`${connect.title} · Leadwell`}</title>
      <main className="mx-auto flex min-h-dvh max-w-xl flex-col justify-center px-4 py-8">
        <Link
          to="/dashboard"
          aria-label="Leadwell dashboard"
          className="mb-6 inline-flex self-start rounded-md"
        >
          <Brand />
        </Link>
        <Card className="p-5 sm:p-8">
          {request ? (
            <Request request={request} />
          ) : (
            <Refusal message="The address has a part that came twice. Start again in the assistant." />
          )}
        </Card>
      </main>
    </div>
  );
}

function Request({ request }: { request: ConnectionRequest }) {
  const account = useAccount();
  const [gone, setGone] = useState<string | null>(null);
  const asked = useQuery({
    queryKey: ['connection-request', request],
    queryFn: ({ signal }) => invoke(CONNECTION_CALLS.connectionRequest, request, { signal }),
    // The person decides about what they read first.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { data } = asked;
  if (asked.error && isRefused(asked.error)) return <Refusal message={failureMessage(asked.error)} />;
  const failed = [asked, account].find(({ data, error }) => error && !data);
  if (failed)
    return (
      <LoadFailure
        title="We couldn't load this page"
        busy={failed.isFetching}
        onRetry={() => failed.refetch()}
      >
        {failureMessage(failed.error)}
      </LoadFailure>
    );
  if (!data || !account.data) return <Skeleton className="h-80 w-full" />;
  const leave = (address: string) => {
    setGone(address);
    window.location.assign(address);
  };
  if (gone !== null) return <Gone view={data} address={gone} />;
  if (data.refused) {
    const { message, returnTo } = data.refused;
    return (
      <Refusal message={`${data.name} sent a request that we can't answer: ${message}`}>
        <Button variant="secondary" onClick={() => leave(returnTo)}>
          Go back to the assistant
        </Button>
      </Refusal>
    );
  }
  return (
    <>
      <h1 className="text-2xl break-words">Connect “{data.name}” to your account?</h1>
      <Origin view={data} />
      <ConsentForm request={request} view={data} account={account.data} onLeave={leave} />
    </>
  );
}

/** Whether the server won't answer the request, however often it is sent. */
function isRefused(error: unknown): boolean {
  return error instanceof CallError && error.status < 500 && error.code !== 'rate_limited';
}

/** Who vouches for the name, and where the person is sent. */
function Origin({ view: { name, knownBy, redirectHost } }: { view: ConnectionView }) {
  return (
    <div className="mt-2 grid gap-4">
      <p className="break-words text-muted-foreground">
        {knownBy === null
          ? 'The assistant chose this name itself. No one checked it.'
          : `${knownBy} says that this is its assistant.`}{' '}
        After you decide, you'll go to{' '}
        <strong className="font-medium text-foreground">
          {redirectHost ?? 'a program on your computer'}
        </strong>
        .
      </p>
      <Alert tone="warning">
        Only go on if you just started this in {name} yourself. If someone sent you a link to this page,
        cancel.
      </Alert>
    </div>
  );
}

function Refusal({ message, children }: { message: string; children?: ReactNode }) {
  return (
    <>
      <h1 className="text-2xl">We can't connect this assistant</h1>
      <Alert tone="danger" className="mt-4">
        {message}
      </Alert>
      <div className="mt-5 flex flex-wrap gap-3">
        {children}
        <Button asChild variant="secondary">
          <Link to="/dashboard">Go to the dashboard</Link>
        </Button>
      </div>
    </>
  );
}

/** Programs on the person's computer may show nothing, so the page says that it is done. */
function Gone({ view, address }: { view: ConnectionView; address: string }) {
  return (
    <>
      <h1 className="text-2xl">Go on in {view.name}</h1>
      <p className="mt-2 text-muted-foreground">
        You can close this page. If nothing happens,{' '}
        <a className="font-medium text-accent underline-offset-4 hover:underline" href={address}>
          go back to {view.redirectHost ?? 'the program on your computer'}
        </a>
        .
      </p>
    </>
  );
}
