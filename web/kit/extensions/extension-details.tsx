import { Ban, Check, CircleCheck, Eye, Lock, Minus } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { type CollectLimits, type CollectSite, FREE_COLLECT_LIMITS } from '#contract/collect-sites.ts';
import { plural } from '#contract/plural.ts';
import type { SiteGuide } from '#extension/site.ts';
import { useActivationCode } from '../../lib/activation.ts';
import { failureMessage } from '../../lib/calls.ts';
import { pricingPath } from '../../lib/checkout-path.ts';
import { columnTitle } from '../../lib/column-title.ts';
import { extensionAccess, outdatedDevices, useDevices, useExtensions } from '../../lib/extensions.ts';
import { formatDay } from '../../lib/format.ts';
import { LISTS_PATH } from '../../lib/lists.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../ui/table.tsx';
import { ActivationCode } from '../activation-code.tsx';
import { CollectCard } from './collect-card.tsx';
import { findGuide } from './extension-guides.ts';
import { InstallCard } from './install-card.tsx';

interface ExtensionDetailsProps {
  site: CollectSite;
  /** "Download Google Maps Extension" */
  downloadLabel: string;
  /** for accounts whose plan doesn't include the extension */
  upgrade: { text: string; button: string };
}

/** Everything about one extension. It shows once the plan is known, because the plan decides what is at the top. */
export function ExtensionDetails(props: ExtensionDetailsProps) {
  const { site, downloadLabel, upgrade } = props;
  const guide = findGuide(site);
  const { data, error, isFetching, refetch } = useExtensions();
  const extension = data?.extensions.find((extension) => extension.site === site);
  const access = extensionAccess(extension);
  if (access === 'unknown' && !error)
    return (
      <div role="status" aria-label="Loading your plan">
        <Skeleton className="h-40 w-full rounded-xl" />
      </div>
    );
  return (
    <div className="grid grid-cols-1 gap-4">
      {error && !data && (
        <LoadFailure title="We couldn't load the downloads" busy={isFetching} onRetry={() => refetch()}>
          {failureMessage(error)}
        </LoadFailure>
      )}
      {access === 'none' && <UpgradeBanner {...upgrade} />}
      {extension && access !== 'none' && <OutdatedNotice site={site} latest={extension.latestVersion} />}
      {extension && access !== 'none' && (
        <InstallCard extension={extension} name={guide.site.extension.name} downloadLabel={downloadLabel} />
      )}
      {access === 'full' && (
        <ActivationCard site={site} title={guide.activationTitle ?? 'Your activation code'} />
      )}
      <CollectCard guide={guide} limited={access === 'limited' || access === 'none'} />
      {access === 'limited' && <PlanCard guide={guide} limits={extension?.limits ?? FREE_COLLECT_LIMITS} />}
      <SampleCard guide={guide} />
      <ReadingCard guide={guide} />
    </div>
  );
}

/** The plan, whose checkout returns to this page. */
function useUpgradePath(): string {
  const { pathname, search } = useLocation();
  return pricingPath(pathname + search);
}

function UpgradeBanner({ text, button }: ExtensionDetailsProps['upgrade']) {
  const upgradePath = useUpgradePath();
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-xl border border-border bg-card px-4 py-4 md:px-5"
    >
      <Lock aria-hidden className="size-5 shrink-0 text-muted-foreground" />
      <p className="min-w-0 flex-1 basis-64 font-medium">{text}</p>
      <Button asChild className="w-full sm:w-auto">
        <Link to={upgradePath}>{button}</Link>
      </Button>
    </div>
  );
}

/** Says which connected browsers have an old version of an extension. */
function OutdatedNotice({ site, latest }: { site: CollectSite; latest: string }) {
  const old = outdatedDevices(useDevices().data?.devices, site);
  if (old.length === 0) return null;
  const names = old.map(({ name, version }) => (version ? `${name} (version ${version})` : name));
  return (
    <Alert tone="warning" title={`Version ${latest} of this extension is available`}>
      {names.join(', ')} {old.length === 1 ? 'has' : 'have'} an older version. Download the new one, unzip it
      into the same folder, and click the reload icon on the extensions page of your browser. Your rows stay.
    </Alert>
  );
}

function ActivationCard({ site, title }: { site: CollectSite; title: string }) {
  const { data, error, isFetching, refetch } = useActivationCode();
  const connected = useDevices().data?.devices.filter((device) => device.site === site) ?? [];
  return (
    <Card>
      <CardHeader>
        <CardTitle>{title}</CardTitle>
      </CardHeader>
      <CardContent className="grid gap-4">
        <p className="max-w-[72ch] text-muted-foreground">
          Paste your activation code into the panel of the extension. Each browser needs it once. Anyone who
          has the code can use your plan, so keep it to yourself.
        </p>
        {error && !data && (
          <LoadFailure
            title="We couldn't load your activation code"
            busy={isFetching}
            onRetry={() => refetch()}
          >
            {failureMessage(error)}
          </LoadFailure>
        )}
        {!data && !error && <Skeleton className="h-9 w-full max-w-md" />}
        {data && (data.code ? <ActivationCode code={data.code} /> : <p>{data.message}</p>)}
        {connected.length > 0 && (
          <p className="flex items-start gap-2 text-sm">
            <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-success" />
            <span className="min-w-0 wrap-anywhere">
              {plural(connected.length, 'browser')} connected, last used on{' '}
              {formatDay(connected[0]?.lastUsedAt ?? '')}.{' '}
              <Link to="/dashboard/settings#extensions" className="text-accent underline underline-offset-4">
                Manage in Settings
              </Link>
            </span>
          </p>
        )}
      </CardContent>
    </Card>
  );
}

/** Shows what the free version of an extension leaves out, next to the unlimited plan. */
function PlanCard({ guide, limits }: { guide: SiteGuide; limits: CollectLimits }) {
  const upgradePath = useUpgradePath();
  const { rowsName: allRows, basicColumns } = guide.site;
  const rowsName = guide.freeRowsName ?? allRows;
  const basic = basicColumns.map((column) => columnTitle(column).toLowerCase()).join(', ');
  return (
    <Card>
      <CardHeader>
        <CardTitle>Get unlimited access</CardTitle>
        <Button asChild variant="secondary" size="sm">
          <Link to={upgradePath}>Upgrade Plan</Link>
        </Button>
      </CardHeader>
      <CardContent className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <section aria-labelledby="free-plan">
          <h3 id="free-plan" className="text-base font-medium tracking-normal">
            Your plan
          </h3>
          <ul className="mt-2 grid gap-1.5 text-muted-foreground">
            <Point included>
              {limits.rows} {rowsName} at a time
            </Point>
            <Point included>{limits.fields === 'basic' ? `Basic info: ${basic}` : 'All columns'}</Point>
            <Point>No CSV export</Point>
            <Point>No sending to lists</Point>
          </ul>
        </section>
        <section aria-labelledby="unlimited-plan">
          <h3 id="unlimited-plan" className="text-base font-medium tracking-normal">
            Unlimited
          </h3>
          <ul className="mt-2 grid gap-1.5 text-muted-foreground">
            <Point included>As many {rowsName} as you want</Point>
            {limits.fields === 'basic' && <Point included>Phone, website and all other columns</Point>}
            <Point included>CSV export</Point>
            <Point included>Send rows to lists and find their contacts</Point>
          </ul>
        </section>
      </CardContent>
    </Card>
  );
}

function Point({ included = false, children }: { included?: boolean; children: React.ReactNode }) {
  const Icon = included ? Check : Minus;
  return (
    <li className="flex items-start gap-2">
      <Icon
        aria-hidden
        className={`mt-0.5 size-4 shrink-0 ${included ? 'text-success' : 'text-muted-foreground'}`}
      />
      <span className="min-w-0">{children}</span>
    </li>
  );
}

function SampleCard({ guide }: { guide: SiteGuide }) {
  const { columns, rows } = guide.sample;
  const others = guide.site.columns.filter((column) => !columns.includes(column)).map(columnTitle);
  return (
    <Card className="overflow-hidden">
      <CardHeader>
        <CardTitle>What you get</CardTitle>
        <p className="text-sm text-muted-foreground">Example rows</p>
      </CardHeader>
      <Table inCard label={`Example rows of ${guide.site.extension.name}`}>
        <TableHead>
          <TableRow>
            {columns.map((column) => (
              <TableHeaderCell key={column}>{columnTitle(column)}</TableHeaderCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={row.join()}>
              {row.map((cell, index) => (
                <TableCell key={columns[index]}>{cell}</TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {others.length > 0 && (
        <CardContent className="border-t border-border text-sm text-muted-foreground">
          Also, where the page shows them: {others.join(', ')}.
        </CardContent>
      )}
    </Card>
  );
}

function ReadingCard({ guide: { reads, website, terms } }: { guide: SiteGuide }) {
  return (
    <Card>
      <CardHeader>
        <CardTitle>What it reads, and what it never does</CardTitle>
      </CardHeader>
      <CardContent className="grid grid-cols-1 gap-5">
        <div className="grid grid-cols-1 gap-x-8 gap-y-5 md:grid-cols-2">
          <section aria-labelledby="reads">
            <h3 id="reads" className="flex items-center gap-2 text-base font-medium tracking-normal">
              <Eye aria-hidden className="size-4 text-muted-foreground" />
              It reads
            </h3>
            <ul className="mt-2 grid list-disc gap-1.5 pl-5 text-muted-foreground marker:text-input">
              <li>{reads}</li>
              <li>Only the tab where you clicked its icon, while collecting is on and its panel is open.</li>
              <li>
                The rows stay in your browser until you send them to{' '}
                <Link to={LISTS_PATH} className="text-accent underline underline-offset-4">
                  your lists
                </Link>{' '}
                or clear them.
              </li>
            </ul>
          </section>
          <section aria-labelledby="never">
            <h3 id="never" className="flex items-center gap-2 text-base font-medium tracking-normal">
              <Ban aria-hidden className="size-4 text-muted-foreground" />
              It never
            </h3>
            <ul className="mt-2 grid list-disc gap-1.5 pl-5 text-muted-foreground marker:text-input">
              <li>sends its own requests to {website} or opens pages</li>
              <li>reads cookies or passwords, or changes anything on the page</li>
              <li>sends messages, follows or connection requests</li>
              <li>works in the background or watches what you do</li>
            </ul>
          </section>
        </div>
        {terms && (
          <Alert tone="warning" title="Your risk">
            {terms}
          </Alert>
        )}
        <p className="text-sm text-muted-foreground">
          Names and contact details are personal data. Follow the privacy laws that apply to you.
        </p>
      </CardContent>
    </Card>
  );
}
