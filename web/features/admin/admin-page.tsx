import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CALLS } from '#contract/calls.ts';
import { invoke, messageOf } from '../../lib/calls.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { AdminInformation } from './admin-information.tsx';
import { BulkSync } from './bulk-sync.tsx';
import { UpgradeForm } from './upgrade-form.tsx';

/**
 * The admin page. Anyone can see the forms; information and actions require the key (docs/deviations.md 8).
 */
export function AdminPage() {
  const [typed, setTyped] = useState<string | null>(null);
  const prefill = useQuery({
    queryKey: ['admin-prefill'],
    queryFn: ({ signal }) => invoke(CALLS.adminPrefill, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const adminKey = typed ?? prefill.data?.adminKey ?? '';
  const info = useMutation({ mutationFn: () => invoke(CALLS.adminInfo, { adminKey }) });

  return (
    <div className="grid grid-cols-1 gap-5">
      <Card>
        <CardHeader>
          <CardTitle>Admin information</CardTitle>
        </CardHeader>
        <CardContent>
          <form
            className="grid gap-4"
            onSubmit={(event) => {
              event.preventDefault();
              info.mutate();
            }}
          >
            <Field label="Admin key" hint="Find it in secrets.json in the data folder, or in ADMIN_KEY.">
              {(control) => (
                <Input
                  {...control}
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
              {messageOf(info.error)}
            </Alert>
          )}
          {info.data && <AdminInformation info={info.data} />}
        </CardContent>
      </Card>
      <UpgradeForm adminKey={adminKey} />
      <BulkSync adminKey={adminKey} />
    </div>
  );
}
