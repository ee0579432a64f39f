import { X } from 'lucide-react';
import type { StepDraft } from '#contract/calls/list-step-calls.ts';
import { STEP_TRIES_MAX, type StepTry } from '#contract/list-steps.ts';
import type { ListView } from '#contract/lists.ts';
import { STEP_TOOLS, stepTool } from '#tools/index/step-tools.ts';
import type { StepTool } from '#tools/tool.ts';
import { newTry } from '../../kit/lists/step-draft.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { AiField } from './ai-field.tsx';
import { ColumnSelect, withInput } from './column-select.tsx';
import { LookUpField } from './look-up-field.tsx';
import { MembershipField } from './membership-field.tsx';
import { RequestField } from './request-field.tsx';

type ToolDraft = Extract<StepDraft, { kind: 'tool' }>;

interface TriesFieldProps {
  list: ListView;
  draft: ToolDraft;
  onDraft: (draft: StepDraft) => void;
}

/** The tools of a step, in the order they are tried: their columns, and which answers count. */
export function TriesField({ list, draft, onDraft }: TriesFieldProps) {
  const { tries } = draft;
  const change = (index: number, changed: StepTry) =>
    onDraft({ ...draft, tries: tries.map((each, at) => (at === index ? changed : each)) });
  return (
    <div className="grid gap-4">
      {tries.map((each, index) => {
        const tool = stepTool(each.tool);
        if (!tool) return null;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a tool may be tried twice, and the order is what they are.
          <fieldset key={index} className="grid gap-3 rounded-lg border border-border p-4">
            <legend className="px-1 text-sm font-medium text-muted-foreground">
              {tries.length > 1 ? `${index + 1}. ` : ''}
              {tool.action}
            </legend>
            {tool.roles.map(({ role, label, required }) => (
              <Field key={role} label={label}>
                {(control) => (
                  <ColumnSelect
                    {...control}
                    size="sm"
                    fields={list.fields}
                    none={required ? 'Choose a column' : 'None'}
                    value={each.inputs[role] ?? ''}
                    onColumn={(column) =>
                      change(index, { ...each, inputs: withInput(each.inputs, role, column) })
                    }
                  />
                )}
              </Field>
            ))}
            {each.request && (
              <RequestField
                list={list}
                draft={draft}
                index={index}
                request={each.request}
                onDraft={onDraft}
              />
            )}
            {each.ai && <AiField list={list} draft={draft} index={index} ai={each.ai} onDraft={onDraft} />}
            {each.membership && (
              <MembershipField
                list={list}
                each={each}
                membership={each.membership}
                columns={tool.guess?.(list.fields) ?? {}}
                onTry={(changed) => change(index, changed)}
              />
            )}
            {each.lookUp && (
              <LookUpField
                list={list}
                draft={draft}
                index={index}
                lookUp={each.lookUp}
                tool={tool}
                onDraft={onDraft}
              />
            )}
            <Verdicts tool={tool} each={each} onChange={(changed) => change(index, changed)} />
            {tries.length > 1 && (
              <Button
                variant="ghost"
                size="sm"
                className="justify-self-start"
                onClick={() => onDraft({ ...draft, tries: tries.filter((_, at) => at !== index) })}
              >
                <X aria-hidden />
                Don’t try this
              </Button>
            )}
          </fieldset>
        );
      })}
      {tries.length < STEP_TRIES_MAX && (
        <Field label="If there is no answer, try">
          {(control) => (
            <Select
              {...control}
              size="sm"
              value=""
              onChange={({ target }) => {
                const tool = stepTool(target.value);
                if (tool) onDraft({ ...draft, tries: [...tries, newTry(tool, list.fields)] });
              }}
            >
              <option value="">Nothing else</option>
              {STEP_TOOLS.map((tool) => (
                <option key={tool.type} value={tool.type}>
                  {tool.action}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
    </div>
  );
}

/** Which verdicts of a tool count as an answer. */
function Verdicts({
  tool,
  each,
  onChange,
}: {
  tool: StepTool;
  each: StepTry;
  onChange: (changed: StepTry) => void;
}) {
  if (tool.verdicts.length === 0) return null;
  return (
    <fieldset className="grid gap-1">
      <legend className="text-sm font-medium">Answers that count</legend>
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        {tool.verdicts.map(({ value, label }) => (
          <label key={value} className="flex min-h-6 items-center gap-2 text-sm">
            <input
              type="checkbox"
              className="size-4 accent-(--accent)"
              checked={each.accepts.includes(value)}
              onChange={({ target }) =>
                onChange({
                  ...each,
                  accepts: target.checked
                    ? [...each.accepts, value]
                    : each.accepts.filter((other) => other !== value),
                })
              }
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
