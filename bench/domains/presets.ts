import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openLeadBench } from '../../server/leads/test-leads.ts';
import { writeCompanyInput } from '../../tools/company-to-domain/definition.ts';
import { openCompanyIndex, writeCompanyIndex } from '../../tools/company-to-domain/engine/company-index.ts';
import { createNoPorts } from '../../tools/company-to-domain/run/ports.ts';
import { createRunOn } from '../../tools/company-to-domain/run.ts';
import { createCompanyPorts } from '../../tools/company-to-domain/server/open-ports.ts';
import { importCompanyPreset } from '../../tools/company-to-domain/server/presets/import-preset.ts';
import {
  bigpictureFile,
  gleifFile,
} from '../../tools/company-to-domain/server/presets/test-company-files.ts';
import { reportFigure } from '../figures.ts';
import { generatedCompanies, type HiddenCompany, makePresetWorld, realCompanies } from './preset-world.ts';
import { startCompanyWeb } from './serve-companies.ts';

/**
 * `npm run bench:presets`: names whose domain no rule makes from them, without and with imported data that has a
 * part of them. Made-up names, or with `--companies FOLDER` real ones (CC0). The index is left out, since it has the real names.
 */
const { values } = parseArgs({
  options: {
    names: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '7' },
    companies: { type: 'string' },
    wrong: { type: 'boolean', default: false },
    missed: { type: 'boolean', default: false },
  },
});
const [count, seed] = [Number(values.names), Number(values.seed)];
const known =
  values.companies === undefined
    ? generatedCompanies(count, seed)
    : realCompanies(values.companies, count, seed);
const world = makePresetWorld(known, seed);
const web = await startCompanyWeb(world);
const bench = await openLeadBench();
const folder = mkdtempSync(join(tmpdir(), 'leadwell-presets-'));
const index = openCompanyIndex(writeCompanyIndex([], 'none'));
const options = {
  concurrency: 64,
  dnsServers: [web.dnsServer],
  allowPrivateNetwork: true,
  contact: null,
  webPort: web.port,
  provider: null,
  withLogos: false,
};

for (const [preset, content] of [
  ['bigpicture', bigpictureFile(world.bigpicture)],
  ['gleif', gleifFile(world.gleif)],
] as const) {
  const file = join(folder, `${preset}.csv`);
  writeFileSync(file, content);
  const { seconds: _, ...report } = await importCompanyPreset(
    bench.deps,
    { preset, files: [file] },
    { note: () => {} },
  );
  console.log(JSON.stringify(report));
}

const items = world.companies.map(({ name, country, city }, position) => ({
  position,
  input: writeCompanyInput({ company_name: name, country, website: null, city }),
}));

async function answers(ports: ReturnType<typeof createNoPorts>): Promise<(string | null)[]> {
  const tool = createRunOn(index, options, ports);
  const found: (string | null)[] = [];
  for await (const { position, row } of tool.run(items, new AbortController().signal)) {
    found[position] = row.domain;
    const company = world.companies[position];
    const isWrong = row.domain !== null && row.domain !== company?.domain;
    if ((values.wrong && isWrong) || (values.missed && row.domain === null && company?.entry !== 'none'))
      console.error(JSON.stringify({ ...company, row }).slice(0, 900));
  }
  await tool.close();
  return found;
}

const without = await answers(createNoPorts());
const withData = await answers(createCompanyPorts(bench.deps));

const percent = (part: number, whole: number) => Math.round((1000 * part) / Math.max(1, whole)) / 10;
function score(of: (company: HiddenCompany) => boolean, found: readonly (string | null)[]) {
  const rows = world.companies.map((company, index) => ({ company, answer: found[index] ?? null }));
  const chosen = rows.filter(({ company }) => of(company));
  const right = chosen.filter(({ company, answer }) => answer === company.domain).length;
  const wrong = chosen.filter(({ company, answer }) => answer !== null && answer !== company.domain).length;
  return { names: chosen.length, right: percent(right, chosen.length), wrong: percent(wrong, chosen.length) };
}
const groups: Record<string, (company: HiddenCompany) => boolean> = {
  all: () => true,
  'first half': (company) => world.companies.indexOf(company) % 2 === 0,
  'second half': (company) => world.companies.indexOf(company) % 2 === 1,
  'in the data': ({ entry }) => entry === 'same-name',
  'in the data by another name': ({ entry }) => entry === 'other-name',
  'in the data with an old domain': ({ entry }) => entry === 'stale',
  'not in the data': ({ entry }) => entry === 'none',
  'not in the data, but a namesake is': ({ entry, hasNamesake }) => entry === 'none' && hasNamesake,
  'the list has the country': ({ country }) => country !== null,
  'the list has the city, too': ({ city }) => city !== null,
};
for (const [what, of] of Object.entries(groups))
  console.log(JSON.stringify({ what, without: score(of, without), with: score(of, withData) }));
const [before, after] = [score(() => true, without), score(() => true, withData)];
reportFigure('presets: points more right with imported data', after.right - before.right, 'higher', {
  limit: 20,
});
reportFigure('presets: wrong with imported data, in percent', after.wrong, 'lower', {
  limit: 1,
  tolerance: 10,
});
rmSync(folder, { recursive: true });
await bench.close();
await web.close();
process.exit(0);
