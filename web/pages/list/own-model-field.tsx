import type { AiSetup } from '#contract/list-ai.ts';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';

type OwnModel = NonNullable<AiSetup['own']>;

/** A model with a key that only one column uses. */
export function OwnModelField({ own, onOwn }: { own: OwnModel; onOwn: (own: OwnModel) => void }) {
  return (
    <div className="grid gap-3">
      <Field label="Address of the service" hint="Up to before /chat/completions.">
        {(control) => (
          <Input
            {...control}
            value={own.url}
            maxLength={500}
            inputMode="url"
            spellCheck={false}
            onChange={({ target }) => onOwn({ ...own, url: target.value })}
          />
        )}
      </Field>
      <Field label="Model">
        {(control) => (
          <Input
            {...control}
            value={own.model}
            maxLength={200}
            spellCheck={false}
            onChange={({ target }) => onOwn({ ...own, model: target.value })}
          />
        )}
      </Field>
      <Field label="Key" hint="Stored encrypted, sent only to this service, and never shown again.">
        {(control) => (
          <Input
            {...control}
            type="password"
            autoComplete="new-password"
            value={own.key.value}
            maxLength={4000}
            placeholder={own.key.secret === undefined ? '' : 'Stored. Enter another to replace it'}
            onChange={({ target }) => onOwn({ ...own, key: { ...own.key, value: target.value } })}
          />
        )}
      </Field>
    </div>
  );
}
