import { X } from 'lucide-react';
import type { RequestHeader } from '#contract/list-requests.ts';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/input.tsx';
import { AddLine } from './add-line.tsx';

interface HeaderFieldsProps {
  headers: readonly RequestHeader[];
  onHeaders: (headers: RequestHeader[]) => void;
}

/** The headers of a request. Secret ones are never shown again. */
export function HeaderFields({ headers, onHeaders }: HeaderFieldsProps) {
  const change = (index: number, changed: Partial<RequestHeader>) =>
    onHeaders(headers.map((header, at) => (at === index ? { ...header, ...changed } : header)));
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 text-sm font-medium">Headers</legend>
      {headers.map((header, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what is typed in a line stays in it.
        <div key={index} className="grid gap-1.5">
          <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto] items-center gap-2">
            <Input
              aria-label={`Name of header ${index + 1}`}
              value={header.name}
              maxLength={100}
              autoComplete="off"
              spellCheck={false}
              placeholder="Authorization"
              onChange={({ target }) => change(index, { name: target.value })}
            />
            <Input
              aria-label={`Value of header ${index + 1}`}
              type={header.isSecret ? 'password' : 'text'}
              value={header.value}
              maxLength={4000}
              autoComplete={header.isSecret ? 'new-password' : 'off'}
              spellCheck={false}
              placeholder={header.secret === undefined ? '' : 'Stored. Enter another to replace it'}
              onChange={({ target }) => change(index, { value: target.value })}
            />
            <Button
              variant="ghost"
              size="icon-sm"
              aria-label={`Remove header ${index + 1}`}
              onClick={() => onHeaders(headers.filter((_, at) => at !== index))}
            >
              <X aria-hidden />
            </Button>
          </div>
          <label className="flex min-h-6 items-center gap-2 text-sm">
            <input
              type="checkbox"
              className="size-4 accent-(--accent)"
              checked={header.isSecret}
              onChange={({ target }) =>
                change(index, {
                  isSecret: target.checked,
                  ...(target.checked ? {} : { value: '', secret: undefined }),
                })
              }
            />
            Secret: stored encrypted, and never shown again
          </label>
        </div>
      ))}
      <AddLine
        label="Add header"
        onAdd={() => onHeaders([...headers, { name: '', value: '', isSecret: headers.length === 0 }])}
      />
    </fieldset>
  );
}
