import { Plus } from 'lucide-react';
import { useId } from 'react';

/** Questions that open to show their answers. */
export function Questions({ questions }: { questions: readonly { question: string; answer: string }[] }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-xl">
        Questions and answers
      </h2>
      <div className="mt-3 border-y border-border">
        {questions.map(({ question, answer }) => (
          <details key={question} className="group border-b border-border last:border-b-0">
            <summary className="flex min-h-12 list-none items-center justify-between gap-4 rounded-sm py-2.5 font-medium [&::-webkit-details-marker]:hidden">
              {question}
              <Plus
                aria-hidden
                className="size-4 shrink-0 text-muted-foreground transition-transform group-open:rotate-45"
              />
            </summary>
            <p className="max-w-[68ch] pb-4 text-muted-foreground">{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
