import { afterAll, beforeAll, expect, it } from 'vitest';
import { WorkedCell } from '#contract/list-run-cells.ts';
import { addOptOuts } from '../../opt-outs/opt-outs.ts';
import { openTaskBench, type TaskBench } from '../../tasks/test-tasks.ts';
import { cellKeeper } from './keep-cells.ts';

let bench: TaskBench;
beforeAll(async () => {
  bench = await openTaskBench();
  await addOptOuts(bench.deps, [{ kind: 'domain', value: 'gone.example' }], async () => {});
});
afterAll(() => bench.close());

it.each(['nothing-found', 'failed'] as const)(
  'names no domain that opted out in the texts of a cell: %s',
  async (status) => {
    const failed = status === 'failed';
    const explanation = 'gone.example: Too slow';
    const cell: WorkedCell = {
      row: 1,
      step: 's1',
      status,
      note: failed ? explanation : null,
      tries: [
        {
          tool: 'company-to-domain',
          input: 'Gone',
          verdict: null,
          found: false,
          failed,
          final: false,
          billable: false,
          accepted: false,
          text: explanation,
          row: {
            company_name: 'Gone',
            domain: null,
            explanation,
            runners_up: [{ domain: 'gone.example', confidence: 0, reason: 'Too slow' }],
            evidence: [],
          },
        },
      ],
      used: {},
      ms: 1,
    };
    const item = { position: 0, row: JSON.stringify(cell), found: false, failed, billable: false };
    const [checked] = (await cellKeeper.check?.(bench.deps, [item])) ?? [];
    const kept = WorkedCell.parse(JSON.parse(checked?.row ?? ''));
    expect(JSON.stringify(kept)).not.toContain('gone.example');
    const said = 'This person or company asked not to be listed.';
    expect(kept).toMatchObject({ status, note: failed ? said : null, tries: [{ text: said, failed }] });
  },
);
