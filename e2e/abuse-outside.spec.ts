import { findChromium } from '#net/find-chromium.ts';
import { type FakeOpenId, startFakeOpenId } from '#server/auth/openid/test-openid-provider.ts';
import { test } from './fixtures/app-test.ts';
import { type AttackedServer, startAttackedServer } from './fixtures/attacked-server.ts';
import { HOSTILE_APPS } from './fixtures/hostile-apps.ts';
import { HOSTILE_LOGOS } from './fixtures/logo-sites.ts';
import { OUTSIDE_ATTACKS } from './fixtures/outside-attacks.ts';
import { SITES } from './fixtures/sites.ts';

test.describe('a website, a login provider or a stranger that attacks', () => {
  test.describe.configure({ timeout: 180_000 });
  let attacked: AttackedServer;
  let provider: FakeOpenId;

  test.beforeAll(async () => {
    provider = await startFakeOpenId();
    attacked = await startAttackedServer([...SITES, ...HOSTILE_APPS, ...HOSTILE_LOGOS], {
      ...provider.environment,
      RENDER: 'chromium',
      CHROMIUM_PATH: findChromium(process.env.CHROMIUM_PATH) ?? '',
    });
  });

  test.afterAll(async () => {
    await attacked.close();
    await provider.close();
  });

  for (const [title, attack] of OUTSIDE_ATTACKS) {
    test(`doesn't stop others: ${title}`, async () => {
      await attacked.attack(() => attack({ ...attacked, provider }));
    });
  }
});
