import type { StepDraft } from '#contract/calls/list-step-calls.ts';
import { REQUEST_METHODS, type RequestSetup } from '#contract/list-requests.ts';
import type { ListView } from '#contract/lists.ts';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { AnswerFields } from './answer-fields.tsx';
import { HeaderFields } from './header-fields.tsx';
import { withTry } from './named-values.ts';
import { StepTestField } from './step-test-field.tsx';

type ToolDraft = Extract<StepDraft, { kind: 'tool' }>;

interface RequestFieldProps {
  list: ListView;
  draft: ToolDraft;
  /** of the try that is a request */
  index: number;
  request: RequestSetup;
  onDraft: (draft: StepDraft) => void;
}

/** What a request asks another service, and which values of the answer it keeps. */
export function RequestField({ list, draft, index, request, onDraft }: RequestFieldProps) {
  const each = draft.tries[index];
  if (!each) return null;
  const change = (changed: Partial<RequestSetup>) =>
    onDraft(withTry(draft, index, { ...each, request: { ...request, ...changed } }));
  return (
    <div className="grid gap-4">
      <div className="grid grid-cols-[6.5rem_minmax(0,1fr)] items-start gap-3">
        <Field label="Method">
          {(control) => (
            <Select
              {...control}
              value={request.method}
              onChange={({ target }) => change({ method: target.value as RequestSetup['method'] })}
            >
              {REQUEST_METHODS.map((method) => (
                <option key={method}>{method}</option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Address">
          {(control) => (
            <Input
              {...control}
              value={request.url}
              maxLength={2000}
              inputMode="url"
              autoComplete="off"
              spellCheck={false}
              placeholder="https://api.example.com/companies"
              onChange={({ target }) => change({ url: target.value })}
            />
          )}
        </Field>
      </div>
      <p className="text-sm text-muted-foreground">
        Columns are in braces:{' '}
        {list.fields
          .slice(0, 12)
          .map((field) => `{${field.name}}`)
          .join(', ')}
      </p>
      <HeaderFields headers={request.headers} onHeaders={(headers) => change({ headers })} />
      {request.method !== 'GET' && (
        <Field label="Body">
          {(control) => (
            <Textarea
              {...control}
              rows={4}
              value={request.body}
              maxLength={10_000}
              spellCheck={false}
              className="font-mono text-sm"
              onChange={({ target }) => change({ body: target.value })}
            />
          )}
        </Field>
      )}
      <AnswerFields fields={request.fields} onFields={(fields) => change({ fields })} />
      <Field label="Most rows per run">
        {(control) => (
          <Input
            {...control}
            type="number"
            min={1}
            max={100_000}
            className="w-36"
            value={request.rowsPerRun}
            onChange={({ target }) =>
              change({ rowsPerRun: Math.max(1, Math.trunc(Number(target.value) || 1)) })
            }
          />
        )}
      </Field>
      <StepTestField list={list} draft={draft} index={index} />
    </div>
  );
}
