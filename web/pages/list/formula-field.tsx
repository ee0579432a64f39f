import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { LIST_CALLS } from '#contract/calls/list-calls.ts';
import type { ListView } from '#contract/lists.ts';
import { FORMULA_FUNCTIONS } from '#engines/list-steps/formula-help.ts';
import { invoke } from '../../lib/calls.ts';
import { LISTS_KEY } from '../../lib/lists.ts';
import { Field } from '../../ui/field.tsx';
import { Textarea } from '../../ui/textarea.tsx';

interface FormulaFieldProps {
  list: ListView;
  formula: string;
  onFormula: (formula: string) => void;
}

/** A formula, what it is in the first row of the list, and the functions that it can use. */
export function FormulaField({ list, formula, onFormula }: FormulaFieldProps) {
  return (
    <div className="grid gap-2">
      <Field
        label="Formula"
        hint={
          <>
            A text with columns in braces, such as <code>https://{'{Domain}'}</code>, or an expression after
            an equals sign: <code>=lower({'{Company}'})</code>. Columns:{' '}
            {list.fields.map((field) => `{${field.name}}`).join(', ')}
          </>
        }
      >
        {(control) => (
          <Textarea
            {...control}
            rows={4}
            value={formula}
            maxLength={2000}
            spellCheck={false}
            className="font-mono text-sm"
            onChange={({ target }) => onFormula(target.value)}
          />
        )}
      </Field>
      <FirstResult list={list} formula={formula} />
      <details className="text-sm">
        <summary className="min-h-6 cursor-pointer text-muted-foreground">Functions</summary>
        <p className="mt-2 text-muted-foreground">
          <code>+</code> joins texts, <code>== != &lt; &gt;</code> compare, and <code>&amp;&amp; ||</code>{' '}
          join conditions. Texts are in quotes. To calculate with a column, write{' '}
          <code>number({'{Column}'})</code>.
        </p>
        <dl className="mt-2 grid gap-2.5">
          {FORMULA_FUNCTIONS.map(({ name, usage, help, example: [given, result] }) => (
            <div key={name}>
              <dt>
                <code>{usage}</code>
              </dt>
              <dd className="text-muted-foreground">{help}</dd>
              <dd className="break-words text-muted-foreground">
                <code>={given}</code> is <code>{result}</code>
              </dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  );
}

/** What the formula is in the first row, while it is typed. Nothing in an empty list, or if it can't be loaded. */
function FirstResult({ list, formula }: Pick<FormulaFieldProps, 'list' | 'formula'>) {
  const shown = useDeferredValue(formula);
  const { data } = useQuery({
    queryKey: [...LISTS_KEY, 'first-row', list.id, list.version],
    queryFn: async ({ signal }) => {
      const [{ previewFormula }, { rows }] = await Promise.all([
        import('./formula-preview.ts'),
        invoke(LIST_CALLS.listRows, { id: list.id, order: 'added', limit: 1 }, { signal }),
      ]);
      return { previewFormula, row: rows[0] };
    },
  });
  if (!data?.row || shown.trim() === '') return null;
  const preview = data.previewFormula(shown, list.fields, data.row.values);
  if ('problem' in preview)
    return (
      <p className="text-sm">
        <span className="font-medium">Not ready:</span> {preview.problem}
      </p>
    );
  return (
    <p className="text-sm break-words">
      <span className="font-medium">In the first row:</span> {preview.text === '' ? 'empty' : preview.text}
    </p>
  );
}
