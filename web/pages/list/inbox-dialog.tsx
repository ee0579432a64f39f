import { useState } from 'react';
import { INBOX_OLD_SECRET_HOURS, INBOX_ROWS_MAX, type InboxView } from '#contract/list-inbox.ts';
import type { ListView } from '#contract/lists.ts';
import { CodeBlock } from '../../kit/code-block.tsx';
import { NewSecret } from '../../kit/new-secret.tsx';
import { RotateButton } from '../../kit/rotate-button.tsx';
import { failureMessage } from '../../lib/calls.ts';
import { formatDate } from '../../lib/format.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyValue } from '../../ui/copy-value.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/tabs.tsx';
import { API_KEY_VARIABLE, inboxExamples, LIST_SECRET_VARIABLE } from './inbox-examples.ts';
import { InboxMessages } from './inbox-messages.tsx';
import { useInbox } from './use-inbox.ts';

export interface InboxDialogProps {
  list: ListView;
  open: boolean;
  onClose: () => void;
  /** the list after rows came in */
  onChanged: (list: ListView) => void;
}

/** Lets other programs send rows to a list: its address, its secret, how to use them, and what came in. */
export default function InboxDialog({ list, open, onClose, onChanged }: InboxDialogProps) {
  const state = useInbox(list.id, { open, onRows: onChanged });
  const { inbox, secret, forgetSecret, create, data, error, isFetching, refetch } = state;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title={secret === null ? 'Receive rows' : 'Copy the secret of this list'}
      help={
        secret === null
          ? 'Forms, workflows and other programs can send rows to this list.'
          : "Programs without an API key sign their requests with it. Copy it now: we can't show it again."
      }
      insistent={secret !== null}
      className="w-[min(44rem,calc(100vw-2rem))] wrap-anywhere"
    >
      {secret !== null ? (
        <NewSecret label="Signing secret" noun="secret" value={secret} onDone={forgetSecret} />
      ) : error && !data ? (
        <LoadFailure title="We couldn't load the address" busy={isFetching} onRetry={() => refetch()}>
          {failureMessage(error)}
        </LoadFailure>
      ) : !data ? (
        <Skeleton className="h-40 w-full" />
      ) : inbox ? (
        <Address list={list} inbox={inbox} state={state} />
      ) : (
        <div className="grid justify-items-start gap-4">
          <p className="text-muted-foreground">
            Create an address for this list. Each row that it gets is added, or updates the row with the same
            key. If new rows run automatically, the list’s columns fill them.
          </p>
          <Button busy={create.isPending} onClick={() => create.mutate()}>
            Create address
          </Button>
        </div>
      )}
    </Dialog>
  );
}

function Address({
  list,
  inbox,
  state: { rotate, remove },
}: {
  list: ListView;
  inbox: InboxView;
  state: ReturnType<typeof useInbox>;
}) {
  const [removing, setRemoving] = useState(false);
  const examples = inboxExamples(inbox.url, list);
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="grid gap-1">
        <h3 className="text-sm text-muted-foreground">Address</h3>
        <CopyValue value={inbox.url} wraps className="font-mono text-sm" />
        {inbox.oldSecretUntil && (
          <p className="text-sm text-muted-foreground">
            The old secret is accepted until {formatDate(inbox.oldSecretUntil)}.
          </p>
        )}
      </div>
      <Tabs defaultValue="key">
        <TabsList aria-label="How the request is allowed">
          <TabsTrigger value="key">API key</TabsTrigger>
          <TabsTrigger value="signature">Signature</TabsTrigger>
        </TabsList>
        <TabsContent value="key" className="grid grid-cols-1 gap-2 pt-3">
          <CodeBlock label="Example with an API key" code={examples.withKey} />
          <p className="text-sm text-muted-foreground">
            <code>{API_KEY_VARIABLE}</code> is a key with the permission Run. Create it under API in the
            sidebar. An <code>Idempotency-Key</code> header makes sure that a repeated request counts once.
          </p>
        </TabsContent>
        <TabsContent value="signature" className="grid grid-cols-1 gap-2 pt-3">
          <CodeBlock label="Example with a signature" code={examples.signed} />
          <p className="text-sm text-muted-foreground">
            <code>{LIST_SECRET_VARIABLE}</code> is the secret of this list. Libraries for Standard Webhooks
            make the same signature. A request with a known <code>webhook-id</code> counts once.
          </p>
        </TabsContent>
      </Tabs>
      <p className="text-sm text-muted-foreground">
        Send one row, or a list of up to {INBOX_ROWS_MAX}. Columns that the list doesn’t have are added.
      </p>
      <InboxMessages messages={inbox.messages} />
      {removing ? (
        <Alert tone="danger">
          <div className="grid gap-3">
            <p>Programs can’t send rows to this address anymore, and can’t get it back. The rows stay.</p>
            <div className="flex flex-wrap gap-2">
              <Button variant="danger" size="sm" busy={remove.isPending} onClick={() => remove.mutate()}>
                Remove address
              </Button>
              <Button variant="secondary" size="sm" onClick={() => setRemoving(false)}>
                Keep address
              </Button>
            </div>
          </div>
        </Alert>
      ) : (
        <div className="flex flex-wrap gap-2">
          <RotateButton
            busy={rotate.isPending}
            title={`The old secret is accepted, too, for ${INBOX_OLD_SECRET_HOURS} hours.`}
            oldUntil={inbox.oldSecretUntil}
            onRotate={() => rotate.mutate()}
          >
            Change secret
          </RotateButton>
          <Button variant="danger" size="sm" onClick={() => setRemoving(true)}>
            Remove
          </Button>
        </div>
      )}
    </div>
  );
}
