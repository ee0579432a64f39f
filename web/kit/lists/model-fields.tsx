import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';

/** A language model and the key for its service, as a person enters them. */
export interface ModelDraft {
  url: string;
  model: string;
  key: string;
}

interface ModelFieldsProps {
  draft: ModelDraft;
  /** a key is stored, and stays if none is entered */
  hasKey: boolean;
  modelHint?: string;
  onDraft: (draft: ModelDraft) => void;
}

/** The address of a service with OpenAI's API, a model of it, and the key. */
export function ModelFields({ draft, hasKey, modelHint, onDraft }: ModelFieldsProps) {
  return (
    <>
      <Field
        label="Address of the service"
        hint="Any service with OpenAI’s API: the part of the address before /chat/completions."
      >
        {(control) => (
          <Input
            {...control}
            value={draft.url}
            maxLength={500}
            inputMode="url"
            spellCheck={false}
            onChange={({ target }) => onDraft({ ...draft, url: target.value })}
          />
        )}
      </Field>
      <Field label="Model" {...(modelHint === undefined ? {} : { hint: modelHint })}>
        {(control) => (
          <Input
            {...control}
            value={draft.model}
            maxLength={200}
            spellCheck={false}
            onChange={({ target }) => onDraft({ ...draft, model: target.value })}
          />
        )}
      </Field>
      <Field label="Key" hint="Stored encrypted, sent only to this service, and never shown again.">
        {(control) => (
          <Input
            {...control}
            type="password"
            autoComplete="new-password"
            value={draft.key}
            maxLength={4000}
            placeholder={hasKey ? 'Stored. Enter another to replace it' : ''}
            onChange={({ target }) => onDraft({ ...draft, key: target.value })}
          />
        )}
      </Field>
    </>
  );
}
