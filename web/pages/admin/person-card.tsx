import { useMutation } from '@tanstack/react-query';
import { Download, FileText, Search } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import { SITE_CALLS } from '#contract/calls/site-calls.ts';
import { failureMessage, invoke } from '../../lib/calls.ts';
import { saveFile } from '../../lib/download.ts';
import { warnBeforeLeaving } from '../../lib/leave-warning.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { PersonErasure } from './person-erasure.tsx';
import { PersonFindings } from './person-findings.tsx';

interface PersonCardProps {
  adminKey: string;
  onKeyMissing: () => void;
  /** whether a receipt is on its way or wasn't downloaded: it is shown only once */
  onReceipt: (isUnsaved: boolean) => void;
}

/** Finds everything that is stored about a person, for the person, and erases it. */
export function PersonCard({ adminKey, onKeyMissing, onReceipt }: PersonCardProps) {
  const [typed, setTyped] = useState('');
  const [isEmpty, setIsEmpty] = useState(false);
  const [saved, setSaved] = useState(false);
  const search = useMutation({
    mutationFn: (person: string[]) => invoke(SITE_CALLS.adminPersonReport, { adminKey, person }),
  });
  const erase = useMutation({
    mutationFn: (person: string[]) => invoke(SITE_CALLS.adminPersonErase, { adminKey, person }),
    onMutate: () => setSaved(false),
    onSuccess: () => search.reset(),
  });
  const isUnsaved = erase.isPending || (erase.data !== undefined && !saved);
  useEffect(() => (isUnsaved ? warnBeforeLeaving() : undefined), [isUnsaved]);
  useEffect(() => onReceipt(isUnsaved), [isUnsaved, onReceipt]);
  const saveReceipt = (fileName: string, text: string) => {
    saveText(fileName, text);
    setSaved(true);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const person = identifiers(typed);
    setIsEmpty(person.length === 0);
    if (!adminKey) onKeyMissing();
    else if (person.length > 0) {
      // It was of the person before.
      erase.reset();
      search.mutate(person);
    }
  };
  const { data: found, variables: person = [] } = search;
  return (
    <Card role="region" aria-labelledby="person">
      <CardHeader>
        <CardTitle id="person">Rights of people</CardTitle>
      </CardHeader>
      <CardContent className="grid grid-cols-1 gap-4">
        <form onSubmit={onSubmit} noValidate className="grid gap-4">
          <Field
            label="Person"
            error={isEmpty && identifiers(typed).length === 0 ? ENTER : undefined}
            hint="An email address, LinkedIn profile or phone with its country code. Separate several of the same person with commas."
          >
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                placeholder="jane@acme.com, linkedin.com/in/jane"
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
              />
            )}
          </Field>
          <div>
            <Button type="submit" variant="secondary" busy={search.isPending} disabled={erase.isPending}>
              {!search.isPending && <Search aria-hidden />}
              Find what is stored
            </Button>
          </div>
        </form>
        {search.error && <Alert tone="danger">{failureMessage(search.error)}</Alert>}
        {found && (
          <>
            <PersonFindings report={found.report} />
            <div className="flex flex-wrap gap-2.5">
              <Button
                variant="secondary"
                onClick={() => saveText('person-report.json', JSON.stringify(found.report, null, 2))}
              >
                <Download aria-hidden />
                Download JSON
              </Button>
              <Button variant="secondary" onClick={() => saveText('letter.txt', found.letter)}>
                <FileText aria-hidden />
                Download letter
              </Button>
            </div>
            <PersonErasure
              report={found.report}
              busy={erase.isPending}
              onErase={() => erase.mutate(person)}
            />
          </>
        )}
        {erase.error && <Alert tone="danger">{failureMessage(erase.error)}</Alert>}
        {erase.data && (
          <>
            <Alert tone={erase.data.receipt.left.length === 0 ? 'success' : 'warning'}>
              {erase.data.receipt.left.length === 0
                ? 'The person was erased. A second search found nothing else.'
                : 'Some records are still there. The receipt lists them. Erase the person again.'}
            </Alert>
            <pre className="max-h-96 overflow-auto rounded-lg border border-border bg-surface p-3 text-sm whitespace-pre-wrap break-words">
              {erase.data.text}
            </pre>
            <div className="flex flex-wrap gap-2.5">
              <Button variant="secondary" onClick={() => saveReceipt('receipt.txt', erase.data.text)}>
                <FileText aria-hidden />
                Download receipt
              </Button>
              <Button
                variant="secondary"
                onClick={() => saveReceipt('receipt.json', JSON.stringify(erase.data.receipt, null, 2))}
              >
                <Download aria-hidden />
                Download JSON
              </Button>
            </div>
          </>
        )}
      </CardContent>
    </Card>
  );
}

const ENTER = 'Enter an email address, a LinkedIn profile or a phone number.';

/** "jane@acme.com, +49 30 123456" -> both */
function identifiers(typed: string): string[] {
  return typed
    .split(/[,;\n]+/)
    .map((text) => text.trim())
    .filter((text) => text !== '');
}

function saveText(fileName: string, text: string): void {
  const type = fileName.endsWith('.json') ? 'application/json' : 'text/plain;charset=utf-8';
  saveFile(new Blob([text], { type }), fileName);
}
