import { lazy, Suspense, useId, useMemo } from 'react';
import { type Persistence, usePersistedState } from '../../lib/use-persisted-state.ts';
import { Card, CardContent } from '../../ui/card.tsx';
import { Label } from '../../ui/label.tsx';
import { Textarea } from '../../ui/textarea.tsx';

const StartChoice = lazy(() => import('./start-choice.tsx'));

/** One field for any list, which opens in the form of the right tool. The text stays until that form has it. */
export function StartCard({ accountId }: { accountId: string }) {
  const persistence = useMemo(
    (): Persistence<string> => ({
      key: `leadwell-start-${accountId}`,
      parse: (saved) => saved ?? '',
      format: (text) => text || null,
      atOnce: (_before, next) => next === '',
    }),
    [accountId],
  );
  const [text, setText] = usePersistedState(persistence);
  const id = useId();
  return (
    <Card>
      <CardContent className="grid gap-3">
        <Label htmlFor={id}>Paste a list to start</Label>
        <Textarea
          id={id}
          rows={3}
          value={text}
          onChange={(event) => setText(event.target.value)}
          placeholder="Websites, email addresses, people with their company, LinkedIn profiles or company names"
          spellCheck={false}
          autoCapitalize="off"
          autoCorrect="off"
          autoComplete="off"
          className="max-h-[40vh] min-h-21 leading-6 [tab-size:4]"
        />
        {text.trim() !== '' && (
          // As tall as what it becomes on wide screens.
          <Suspense fallback={<div className="h-9" />}>
            <StartChoice text={text} onTaken={() => setText('')} />
          </Suspense>
        )}
      </CardContent>
    </Card>
  );
}
