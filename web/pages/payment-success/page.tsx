import { CircleCheck, Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { CollectSite } from '#contract/collect-sites.ts';
import { SessionId } from '#contract/payments.ts';
import { ActivationCode } from '../../kit/activation-code.tsx';
import { OperatorContact } from '../../kit/operator-contact.tsx';
import { SiteHeader } from '../../kit/site/site-header.tsx';
import { useActivationCode } from '../../lib/activation.ts';
import { failureMessage } from '../../lib/calls.ts';
import { BROWSER_NAMES, useExtensionDownload, useExtensions } from '../../lib/extensions.ts';
import { useSession } from '../../lib/session.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { paymentSuccess } from './page.ts';

/** The page after buying maps scraper access (spec accounts §2). Only the buyer can see the code. */
export function Component() {
  const { user } = useSession();
  const [query] = useSearchParams();
  const sessionId = SessionId.safeParse(query.get('session_id')).data;
  const { data, error } = useActivationCode(sessionId);
  const code = data?.code ?? null;

  return (
    <div className="min-h-dvh bg-surface">
      <title>{`${data?.paid ? 'Payment Success' : paymentSuccess.title} · Leadwell`}</title>
      <SiteHeader />
      <main className="mx-auto max-w-xl px-4 py-10 md:py-16">
        <Card className="p-6 sm:p-10">
          {data?.paid ? (
            <>
              <CircleCheck aria-hidden className="size-9 text-success" />
              <h1 className="mt-4 text-3xl">Payment Successful!</h1>
              <p className="mt-2 text-lg text-muted-foreground">
                Thank you for purchasing unlimited access to the maps scraper.
              </p>
            </>
          ) : (
            <>
              <h1 className="text-2xl">{paymentSuccess.title}</h1>
              {data && (
                <p className="mt-2 text-lg text-muted-foreground">
                  {code
                    ? 'Your plan includes browser extensions. This code connects them to your account.'
                    : data.message}
                </p>
              )}
            </>
          )}
          {error && (
            <Alert tone="danger" className="mt-6" title="We couldn't load your activation code">
              {failureMessage(error)} Reload this page to try again.
            </Alert>
          )}
          {!data && !error && <Skeleton className="mt-8 h-24 w-full" />}
          {code && <Steps code={code} />}
          <div className="mt-8 flex flex-wrap gap-2.5">
            {data && !code && !user ? (
              <Button asChild>
                <Link to="/login" state={{ origin: '/payment-success' }}>
                  Log in
                </Link>
              </Button>
            ) : (
              <Button asChild variant={code ? 'secondary' : 'primary'}>
                <Link to={data && !code ? '/pricing' : '/dashboard/google-maps-scraper'}>
                  {data && !code ? 'View Pricing' : 'Go to Google Maps Scraper'}
                </Link>
              </Button>
            )}
            <Button asChild variant="ghost">
              <Link to="/dashboard">Go to Dashboard</Link>
            </Button>
          </div>
        </Card>
      </main>
    </div>
  );
}

/** From the code to the first rows. */
function Steps({ code }: { code: string }) {
  return (
    <ol className="mt-8 grid gap-7">
      <Step title="Your activation code">
        <ActivationCode code={code} stacked />
      </Step>
      <Step title="Download the extension">
        <QuickDownload site="google-maps" />
        <p className="mt-2 text-muted-foreground">
          The{' '}
          <Link to="/dashboard/google-maps-scraper" className="text-accent underline underline-offset-4">
            Google Maps Scraper page
          </Link>{' '}
          shows how to install it. The other extensions are on their own pages and use the same code.
        </p>
      </Step>
      <Step title="Paste the code">
        <p className="text-muted-foreground">
          Open Google Maps, click the Leadwell icon, and paste the code into the panel. Then turn on
          Collecting and scroll through the results.
        </p>
      </Step>
    </ol>
  );
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li>
      <h2 className="text-base font-medium tracking-normal">{title}</h2>
      <div className="mt-2">{children}</div>
    </li>
  );
}

/** The downloads of one extension, without install steps. */
function QuickDownload({ site }: { site: CollectSite }) {
  const { data, error, isFetching, refetch } = useExtensions();
  const download = useExtensionDownload();
  const extension = data?.extensions.find((extension) => extension.site === site);
  if (error && !data)
    return (
      <LoadFailure title="We couldn't load the downloads" busy={isFetching} onRetry={() => refetch()}>
        {failureMessage(error)}
      </LoadFailure>
    );
  if (!data) return <Skeleton className="h-9 w-full max-w-sm" />;
  if (!extension?.allowed || extension.packages.length === 0)
    return (
      <p className="text-muted-foreground">
        This server has no package to download. <OperatorContact />
      </p>
    );
  return (
    <div className="flex flex-wrap items-center gap-2.5">
      {extension.packages.map(({ browser }) => (
        <Button
          key={browser}
          variant="secondary"
          busy={download.isPending && download.variables.browser === browser}
          onClick={() => download.mutate({ site, browser })}
        >
          <Download aria-hidden />
          {BROWSER_NAMES[browser]}
        </Button>
      ))}
      <p className="text-sm text-muted-foreground tabular-nums">Version {extension.latestVersion}</p>
    </div>
  );
}
