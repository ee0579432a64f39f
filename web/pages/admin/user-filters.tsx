import { type FormEvent, useState } from 'react';
import { PLANS } from '#contract/account.ts';
import { UserFilter, UserStateFilter } from '#contract/admin.ts';
import { formatPlan } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { STATE_LABELS } from './user-states.ts';

const EMPTY = { search: '', plan: '', state: '', maxCredits: '' };

/** Which users to list. Empty fields leave no one out. */
export function UserFilters({ busy, onShow }: { busy: boolean; onShow: (filter: UserFilter) => void }) {
  const [typed, setTyped] = useState(EMPTY);
  const [problem, setProblem] = useState<string>();
  const type = (field: keyof typeof EMPTY) => (event: { target: { value: string } }) => {
    setTyped({ ...typed, [field]: event.target.value });
    setProblem(undefined);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const filter = UserFilter.safeParse({
      search: typed.search,
      plan: typed.plan || undefined,
      state: typed.state || undefined,
      maxCredits: typed.maxCredits.trim() === '' ? undefined : Number(typed.maxCredits),
    });
    if (filter.success) onShow(filter.data);
    else setProblem('Enter a whole number of credits, or leave this empty.');
  };
  return (
    <form onSubmit={onSubmit} noValidate className="grid gap-4 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr_1fr]">
      <Field label="Search users">
        {(control) => (
          <Input
            {...control}
            type="search"
            autoComplete="off"
            maxLength={320}
            placeholder="Email or name"
            value={typed.search}
            onChange={type('search')}
          />
        )}
      </Field>
      <Field label="Plan">
        {(control) => (
          <Select {...control} value={typed.plan} onChange={type('plan')}>
            <option value="">All plans</option>
            {PLANS.map((plan) => (
              <option key={plan} value={plan}>
                {formatPlan(plan)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="State">
        {(control) => (
          <Select {...control} value={typed.state} onChange={type('state')}>
            <option value="">All states</option>
            {UserStateFilter.options.map((state) => (
              <option key={state} value={state}>
                {STATE_LABELS[state]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Credits at most" error={problem}>
        {(control) => (
          <Input
            {...control}
            inputMode="numeric"
            autoComplete="off"
            value={typed.maxCredits}
            onChange={type('maxCredits')}
          />
        )}
      </Field>
      <div className="sm:col-span-full">
        <Button type="submit" variant="secondary" busy={busy}>
          Show users
        </Button>
      </div>
    </form>
  );
}
