import { Plus } from 'lucide-react';
import { useId } from 'react';
import { contactOperator } from '#contract/operator.ts';
import { cn } from '../lib/class-names.ts';
import { usePrerendered } from '../lib/use-prerendered.ts';
import { OperatorContact } from './operator-contact.tsx';

export interface Question {
  question: string;
  answer: string;
  /** The answer ends with how to reach the operator. */
  contact?: true;
}

interface QuestionsProps {
  title: string;
  questions: readonly Question[];
  /** In the size of the public pages. */
  large?: boolean;
}

/** Shows questions that open to their answers. */
export function Questions({ title, questions, large = false }: QuestionsProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={large ? 'text-2xl' : 'text-xl'}>
        {title}
      </h2>
      <div className={cn('border-y border-border', large ? 'mt-4' : 'mt-3')}>
        {questions.map(({ question, answer, contact }) => (
          <details key={question} className="group border-b border-border last:border-b-0">
            <summary
              className={cn(
                'flex list-none items-center justify-between gap-4 rounded-sm font-medium [&::-webkit-details-marker]:hidden',
                large ? 'min-h-14 py-3 text-lg' : 'min-h-12 py-2.5',
              )}
            >
              {question}
              <Plus
                aria-hidden
                className="size-4 shrink-0 text-muted-foreground transition-transform group-open:rotate-45"
              />
            </summary>
            <p className={cn('max-w-[68ch] text-muted-foreground', large ? 'pb-5 text-lg' : 'pb-4')}>
              {answer}
              {contact && (
                <>
                  {' '}
                  <ContactAnswer />
                </>
              )}
            </p>
          </details>
        ))}
      </div>
    </section>
  );
}

function ContactAnswer() {
  return usePrerendered() ? contactOperator(undefined) : <OperatorContact />;
}
