import type { StepDraft } from '#contract/calls/list-step-calls.ts';
import type { ListView } from '#contract/lists.ts';
import { STEP_TOOLS } from '#tools/index/step-tools.ts';
import { newStep } from '../../kit/lists/step-draft.ts';
import { ChoiceCard } from '../../ui/choice-card.tsx';

interface StepChoicesProps {
  list: ListView;
  /** the plan includes what tools do */
  isIncluded: boolean;
  /** people fill it in */
  onOwn: () => void;
  onChoose: (draft: StepDraft) => void;
}

/** What can fill a column. */
export function StepChoices({ list, isIncluded, onOwn, onChoose }: StepChoicesProps) {
  const [first] = list.fields;
  const others: { title: string; help: string; draft: StepDraft }[] = [
    {
      title: 'Formula',
      help: 'A value made from other columns, always up to date. Free.',
      draft: {
        kind: 'formula',
        name: 'Formula',
        conditions: [],
        formula: first ? `{${first.name}}` : '',
        outputs: [{ field: 'value' }],
      },
    },
    {
      title: 'Clean names',
      help: 'First and last name without titles and capitals, the salutation if the text has one, and a note on what to check. Free.',
      draft: {
        kind: 'name',
        name: 'Clean names',
        conditions: [],
        inputs: nameInputs(list),
        outputs: [
          { field: 'first_name', name: 'Clean first name' },
          { field: 'last_name', name: 'Clean last name' },
          { field: 'check', name: 'Check name' },
        ],
      },
    },
  ];
  return (
    <div className="grid flex-1 content-start gap-2 overflow-y-auto p-5">
      <p className="mb-1 text-muted-foreground">What should fill it?</p>
      <ChoiceCard
        title="Your own column"
        help="Starts empty, and you fill it in: a status, an owner, a note. Free."
        onChoose={onOwn}
      />
      {STEP_TOOLS.map((tool) => (
        <ChoiceCard
          key={tool.type}
          title={tool.action}
          help={
            tool.help ??
            `Fills: ${tool.fields
              .filter(({ usual }) => usual)
              .map(({ label }) => label)
              .join(', ')}. ${isIncluded ? 'Included in your plan' : '1 credit a row'}.`
          }
          onChoose={() => onChoose(newStep(tool, list))}
        />
      ))}
      {others.map(({ title, help, draft }) => (
        <ChoiceCard key={title} title={title} help={help} onChoose={() => onChoose(draft)} />
      ))}
    </div>
  );
}

function nameInputs({ fields }: ListView): Record<string, string> {
  const roles = ['first_name', 'last_name', 'full_name'] as const;
  return Object.fromEntries(
    roles.flatMap((role) => {
      const field = fields.find((each) => each.role === role);
      return field ? [[role, field.id]] : [];
    }),
  );
}
