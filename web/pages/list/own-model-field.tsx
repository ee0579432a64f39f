import type { AiSetup } from '#contract/list-ai.ts';
import { ModelFields } from '../../kit/lists/model-fields.tsx';

type OwnModel = NonNullable<AiSetup['own']>;

/** A model with a key that only one column uses. */
export function OwnModelField({ own, onOwn }: { own: OwnModel; onOwn: (own: OwnModel) => void }) {
  return (
    <div className="grid gap-3">
      <ModelFields
        draft={{ url: own.url, model: own.model, key: own.key.value }}
        hasKey={own.key.secret !== undefined}
        onDraft={({ url, model, key }) => onOwn({ ...own, url, model, key: { ...own.key, value: key } })}
      />
    </div>
  );
}
