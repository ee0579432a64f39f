import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { LIST_STEP_CALLS, type StepDraft } from '#contract/calls/list-step-calls.ts';
import { type AiSetup, RUN_TOKENS_DEFAULT } from '#contract/list-ai.ts';
import type { ListView } from '#contract/lists.ts';
import { invoke } from '../../lib/calls.ts';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { AiAnswerFields } from './ai-answer-fields.tsx';
import { ColumnSelect } from './column-select.tsx';
import { withTry } from './named-values.ts';
import { OwnModelField } from './own-model-field.tsx';
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
  const change = (changed: Partial<AiSetup>) =>
    each && onDraft(withTry(draft, index, { ...each, ai: { ...ai, ...changed } }));
  // Its own key first: who has one doesn't want to pay with credits.
  const wasSet = useRef(false);
  const isUnset =
    data !== undefined && draft.id === undefined && ai.prompt === '' && modelOf(ai) === 'server';
  const first = data?.account ? 'account' : data?.model ? 'server' : 'column';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is known.
  useEffect(() => {
    if (!isUnset || wasSet.current) return;
    wasSet.current = true;
    if (first !== 'server') change(withModel(ai, first));
  }, [isUnset]);
  if (!each) return null;
  const website = list.fields.find(({ name }) => ai.website === `{${name}}`);
  return (
    <div className="grid gap-4">
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
      {data && (
        <Field
          label="Model to ask"
          hint={data.account ? undefined : 'A key for all your lists goes into Settings, under AI models.'}
        >
          {(control) => (
            <Select
              {...control}
              value={modelOf(ai)}
              onChange={({ target }) => change(withModel(ai, target.value as Model))}
            >
              {(data.model || modelOf(ai) === 'server') && (
                <option value="server" disabled={!data.model}>
                  {data.model ? `${data.model.name}, for credits` : 'This server has no AI model'}
                </option>
              )}
              {(data.account || ai.account) && (
                <option value="account">
                  {data.account
                    ? 'Your account’s model, without credits'
                    : 'Your account’s model: no key yet'}
                </option>
              )}
              <option value="column">A key for this column, without credits</option>
            </Select>
          )}
        </Field>
      )}
      {ai.own && <OwnModelField own={ai.own} onOwn={(own) => change({ own })} />}
      {ai.account && (
        <Field label="Model" hint="Empty for the one in your settings.">
          {(control) => (
            <Input
              {...control}
              value={ai.account?.model ?? ''}
              maxLength={200}
              spellCheck={false}
              placeholder={data?.account?.model}
              onChange={({ target }) => change({ account: { model: target.value } })}
            />
          )}
        </Field>
      )}
      {modelOf(ai) === 'server' && data?.model && (
        <p className="text-sm text-muted-foreground">
          {data.model.name}: {data.model.price} {data.model.price === 1 ? 'credit' : 'credits'} for 1,000
          tokens, rounded up for each row. A page of text has about 700 tokens.
        </p>
      )}
      <Field
        label="Most tokens per run"
        hint="Empty for no limit. A row uses about 500, or 3,000 if the model reads a website. It is sent only if the most that it can use is left: 2,000, or 25,000 with a website."
      >
        {(control) => (
          <Input
            {...control}
            type="number"
            min={1000}
            step={1000}
            className="w-40"
            value={ai.tokensPerRun ?? ''}
            onChange={({ target }) =>
              change({
                tokensPerRun: target.value === '' ? undefined : Math.max(0, Math.trunc(Number(target.value))),
              })
            }
          />
        )}
      </Field>
      <StepTestField list={list} draft={draft} index={index} />
    </div>
  );
}

type Model = 'server' | 'account' | 'column';

/** Who answers, and pays. */
function modelOf({ own, account }: AiSetup): Model {
  return own ? 'column' : account ? 'account' : 'server';
}

/** The setup with another model. A limit protects the owner of a key from a prompt that costs more than expected. */
function withModel({ tokensPerRun, ...ai }: AiSetup, model: Model): Partial<AiSetup> {
  return {
    own: model === 'column' ? (ai.own ?? OWN) : null,
    account: model === 'account' ? { model: '' } : undefined,
    tokensPerRun: model === 'server' ? tokensPerRun : (tokensPerRun ?? RUN_TOKENS_DEFAULT),
  };
}
