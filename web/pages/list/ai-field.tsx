import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { LIST_STEP_CALLS, type StepDraft } from '#contract/calls/list-step-calls.ts';
import type { AiSetup } from '#contract/list-ai.ts';
import type { ListView } from '#contract/lists.ts';
import { invoke } from '../../lib/calls.ts';
import { Alert } from '../../ui/alert.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { AiAnswerFields } from './ai-answer-fields.tsx';
import { ColumnSelect } from './column-select.tsx';
import { withTry } from './named-values.ts';
import { StepTestField } from './step-test-field.tsx';

interface AiFieldProps {
  list: ListView;
  draft: Extract<StepDraft, { kind: 'tool' }>;
  /** of the try that asks a model */
  index: number;
  ai: AiSetup;
  onDraft: (draft: StepDraft) => void;
}

const OWN: NonNullable<AiSetup['own']> = {
  url: 'https://api.openai.com/v1',
  model: '',
  key: { name: 'authorization', value: '', isSecret: true },
};

/** What a model is asked about each row, and what it answers. */
export function AiField({ list, draft, index, ai, onDraft }: AiFieldProps) {
  const { data } = useQuery({
    queryKey: [LIST_STEP_CALLS.listAi.name],
    queryFn: ({ signal }) => invoke(LIST_STEP_CALLS.listAi, {}, { signal }),
  });
  const each = draft.tries[index];
  // Without a model of the server, a new column can only have a key of one's own.
  const needsOwn = data?.model === null && ai.own === null && ai.prompt === '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is known.
  useEffect(() => {
    if (needsOwn && each) onDraft(withTry(draft, index, { ...each, ai: { ...ai, own: OWN } }));
  }, [needsOwn]);
  if (!each) return null;
  const change = (changed: Partial<AiSetup>) =>
    onDraft(withTry(draft, index, { ...each, ai: { ...ai, ...changed } }));
  const website = list.fields.find(({ name }) => ai.website === `{${name}}`);
  return (
    <div className="grid gap-4">
      {data && data.model === null && (
        <Alert tone="info" title="This server has no AI model of its own">
          Use a key of your own, for any service with OpenAI’s API.
        </Alert>
      )}
      <Field
        label="What should it do?"
        hint={`Columns are in braces: ${list.fields
          .slice(0, 12)
          .map((field) => `{${field.name}}`)
          .join(', ')}. Rows without one of them are not sent.`}
      >
        {(control) => (
          <Textarea
            {...control}
            rows={4}
            value={ai.prompt}
            maxLength={6000}
            placeholder="What does {Company} sell?"
            onChange={({ target }) => change({ prompt: target.value })}
          />
        )}
      </Field>
      <Field label="Website to read as well">
        {(control) => (
          <ColumnSelect
            {...control}
            size="sm"
            fields={list.fields}
            value={website?.id ?? ''}
            onColumn={(column) => {
              const field = list.fields.find(({ id }) => id === column);
              change({ website: field ? `{${field.name}}` : '' });
            }}
          />
        )}
      </Field>
      <AiAnswerFields fields={ai.fields} onFields={(fields) => change({ fields })} />
      <label className="flex min-h-6 items-center gap-2 text-sm">
        <input
          type="checkbox"
          className="size-4 accent-(--accent)"
          checked={ai.own !== null}
          onChange={({ target }) => change({ own: target.checked ? OWN : null })}
        />
        Use a key of my own, without credits
      </label>
      {ai.own && <OwnModelField own={ai.own} onOwn={(own) => change({ own })} />}
      {ai.own === null && data?.model && (
        <p className="text-sm text-muted-foreground">
          {data.model.name}: {data.model.price} {data.model.price === 1 ? 'credit' : 'credits'} for 1,000
          tokens, rounded up for each row. A page of text has about 700 tokens.
        </p>
      )}
      <StepTestField list={list} draft={draft} index={index} />
    </div>
  );
}

function OwnModelField({
  own,
  onOwn,
}: {
  own: NonNullable<AiSetup['own']>;
  onOwn: (own: NonNullable<AiSetup['own']>) => void;
}) {
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
