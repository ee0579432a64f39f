import { skipToken, useMutation, useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { NO_ADMIN_KEY } from '#contract/admin.ts';
import type { ReplyOf } from '#contract/call.ts';
import { SITE_CALLS } from '#contract/calls/site-calls.ts';
import { CallError } from '#contract/errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import { SiteHeader } from '../../kit/site/site-header.tsx';
import { failureMessage, invoke } from '../../lib/calls.ts';
import { toast } from '../../lib/toast.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { AdminInformation } from './admin-information.tsx';
import { admin } from './page.ts';
import { PersonCard } from './person-card.tsx';
import { StatusCard } from './status-card.tsx';
import { UpgradeForm } from './upgrade-form.tsx';
import { UsersCard } from './users-card.tsx';

/** Anyone can open this page, but its information and actions require the admin key (docs/deviations.md 8). */
export function Component() {
  return (
    <div className="min-h-dvh bg-surface">
      <SiteHeader />
      <main className="mx-auto max-w-6xl px-4 py-8 md:px-6 md:py-10">
        <PageHeader title={admin.title} help={admin.description} />
        <AdminPage />
      </main>
    </div>
  );
}

function AdminPage() {
  const [typed, setTyped] = useState<string | null>(null);
  const { link, kept } = useOperatorLink();
  const adminKey = typed ?? link.data?.adminKey ?? kept.data?.adminKey ?? '';
  const [keyMissing, setKeyMissing] = useState(false);
  const keyField = useRef<HTMLInputElement>(null);
  const [upgradeEmail, setUpgradeEmail] = useState('');
  const upgradeField = useRef<HTMLInputElement>(null);
  const hasReceipt = useRef(false);
  const onReceipt = useCallback((isUnsaved: boolean) => {
    hasReceipt.current = isUnsaved;
  }, []);
  const onKeyMissing = () => {
    setKeyMissing(true);
    keyField.current?.focus();
  };
  const [acceptedKey, setAcceptedKey] = useState<string | null>(null);
  const info = useMutation({
    mutationFn: () => invoke(SITE_CALLS.adminInfo, { adminKey }),
    onSuccess: () => setAcceptedKey(adminKey),
    // The status is there while the database is away, and checks the key itself.
    onError: (error) => setAcceptedKey(error instanceof CallError && error.status >= 500 ? adminKey : null),
  });

  return (
    <div className="grid grid-cols-1 gap-5">
      <Card>
        <CardHeader>
          <CardTitle>Admin information</CardTitle>
        </CardHeader>
        <CardContent>
          {link.error && (
            <Alert tone="danger" className="mb-4">
              {failureMessage(link.error)}
            </Alert>
          )}
          {link.data &&
            (link.data.adminKey === null ? (
              <Alert tone="warning" className="mb-4">
                Test payments work in this browser. {NO_ADMIN_KEY}
              </Alert>
            ) : (
              <Alert tone="success" className="mb-4">
                {MESSAGES.admin.linkOpened}
              </Alert>
            ))}
          <form
            className="grid gap-4"
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              if (adminKey) info.mutate();
              else onKeyMissing();
            }}
          >
            <Field
              label="Admin key"
              error={keyMissing && !adminKey ? MESSAGES.admin.enterKey : undefined}
              hint="Find it in secrets.json in the data folder, or in ADMIN_KEY."
            >
              {(control) => (
                <Input
                  {...control}
                  ref={keyField}
                  type="password"
                  autoComplete="off"
                  value={adminKey}
                  onChange={(event) => setTyped(event.target.value)}
                />
              )}
            </Field>
            <div>
              <Button type="submit" variant="secondary" busy={info.isPending}>
                Show information
              </Button>
            </div>
          </form>
          {info.error && (
            <Alert tone="danger" className="mt-4">
              {failureMessage(info.error)}
            </Alert>
          )}
          {info.data && <AdminInformation info={info.data} />}
        </CardContent>
      </Card>
      {acceptedKey !== null && <StatusCard adminKey={acceptedKey} />}
      <UsersCard
        adminKey={adminKey}
        onKeyMissing={onKeyMissing}
        onUpgrade={(email) => {
          setUpgradeEmail(email);
          upgradeField.current?.focus();
        }}
      />
      <UpgradeForm
        adminKey={adminKey}
        onKeyMissing={onKeyMissing}
        email={upgradeEmail}
        onEmail={setUpgradeEmail}
        field={upgradeField}
        keepsPage={hasReceipt}
      />
      <PersonCard adminKey={adminKey} onKeyMissing={onKeyMissing} onReceipt={onReceipt} />
      <BulkSync adminKey={adminKey} onKeyMissing={onKeyMissing} />
    </div>
  );
}

interface OpenedLink {
  code: string;
  reply: Promise<ReplyOf<typeof SITE_CALLS.adminPrefill>>;
}
/** The code works only once, so the reply must survive when the page mounts again or the cache is cleared. */
let opened: OpenedLink | null = null;

/**
 * Opens the operator link (`/admin#code=...`) and removes the code from the address. `kept`: a link that was opened
 * earlier fills in the key until the browser is closed.
 */
function useOperatorLink() {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const [link, setLink] = useState(opened);
  useEffect(() => {
    const code = new URLSearchParams(hash.slice(1)).get('code');
    if (!code) return;
    if (opened?.code !== code) opened = { code, reply: invoke(SITE_CALLS.adminPrefill, { code }) };
    setLink(opened);
    navigate(pathname, { replace: true });
  }, [hash, pathname, navigate]);
  const once = { staleTime: Number.POSITIVE_INFINITY, retry: false };
  return {
    link: useQuery({
      queryKey: ['admin-prefill', link?.code],
      queryFn: link ? () => link.reply : skipToken,
      ...once,
    }),
    kept: useQuery({
      queryKey: ['admin-prefill'],
      queryFn: () => invoke(SITE_CALLS.adminPrefill, {}),
      ...once,
    }),
  };
}

/** Syncs all subscriptions with the payment provider and shows the counts. */
function BulkSync({ adminKey, onKeyMissing }: { adminKey: string; onKeyMissing: () => void }) {
  const sync = useMutation({
    mutationFn: () => invoke(SITE_CALLS.bulkSyncPayments, { adminKey }),
    onSuccess: (reply) => {
      if (!reply.success) toast.error(MESSAGES.admin.syncFailed(reply.error ?? ''));
      else toast.success(MESSAGES.admin.synced(reply.syncedUsers, reply.skippedUsers, reply.errors));
    },
    onError: (error) =>
      toast.error(
        error instanceof CallError && (error.status < 500 || error.code === 'unavailable')
          ? MESSAGES.admin.syncFailed(error.message)
          : MESSAGES.admin.syncBroke,
      ),
  });
  const start = () => {
    if (!adminKey) onKeyMissing();
    else sync.mutate();
  };
  return (
    <Card>
      <CardHeader>
        <CardTitle>Payments</CardTitle>
      </CardHeader>
      <CardContent className="grid gap-4">
        <p className="text-muted-foreground">
          Syncs every subscription with the payment provider. This also runs automatically once a day. Users
          you upgrade here keep their plan.
        </p>
        <div>
          <Button variant="secondary" busy={sync.isPending} onClick={start}>
            {!sync.isPending && <RefreshCw aria-hidden />}
            Bulk sync payments
          </Button>
        </div>
      </CardContent>
    </Card>
  );
}
