import type { Hono } from 'hono';
import { CALLS } from '#contract/calls.ts';
import { COLLECT_SITES } from '#contract/collect-sites.ts';
import { CallError } from '#contract/errors.ts';
import { collectLimits } from '#extension/sites.ts';
import { findGateAccount } from '../accounts/account.ts';
import type { Deps } from '../deps.ts';
import type { Binder } from '../http/bind.ts';
import type { AppEnv } from '../http/context.ts';
import { createDownloadTokens } from './download-link.ts';
import { type ExtensionPackages, openPackages } from './packages.ts';
import { EXTENSION_VERSION } from './versions.ts';

const NOT_INCLUDED =
  'Your plan doesn’t include this extension. Upgrade your plan on the pricing page, then try again.';
const NO_PACKAGE =
  'This server has no extensions to download yet. Ask its operator to run npm run build:extensions.';
const OLD_LINK =
  'This download link has expired. Go back to the page of the extension and download it again.';

/** Mounts the list of extensions and the downloads of their packages. */
export function mountExtensions(
  app: Hono<AppEnv>,
  binder: Binder,
  deps: Deps,
  packages: ExtensionPackages = openPackages(deps),
): void {
  const tokens = createDownloadTokens(deps);

  /** Someone without an account has the free plan. */
  async function findPlan(accountId: string | null) {
    if (accountId === null) return 'free';
    const account = await findGateAccount(deps.database.db, deps.config, accountId);
    return account?.plan ?? 'free';
  }

  binder.public(CALLS.extensions, async ({ session }) => {
    const plan = await findPlan(session?.accountId ?? null);
    const all = await packages.all();
    return {
      extensions: COLLECT_SITES.map((site) => {
        const limits = collectLimits(plan, site);
        const own = all.filter((built) => built.site === site);
        return {
          site,
          latestVersion: EXTENSION_VERSION,
          allowed: limits !== null && own.length > 0,
          limits,
          packages: own.map(({ browser, fileName, bytes, sha256 }) => ({
            browser,
            fileName,
            bytes: bytes.byteLength,
            sha256,
          })),
        };
      }),
    };
  });

  binder.public(CALLS.extensionDownload, async ({ session, input }) => {
    const accountId = session?.accountId ?? null;
    if (!collectLimits(await findPlan(accountId), input.site)) {
      throw accountId === null
        ? new CallError('not_authenticated', 'Log in to download this extension.')
        : new CallError('access_denied', NOT_INCLUDED);
    }
    const found = await packages.find(input.site, input.browser);
    if (!found) throw new CallError('unavailable', NO_PACKAGE);
    const { fileName } = found;
    return {
      url: `${deps.publicUrl}/downloads/${fileName}?token=${tokens.sign(fileName, accountId)}`,
      fileName,
      version: EXTENSION_VERSION,
    };
  });

  app.get('/downloads/:file', async function downloadPackage(context) {
    const file = context.req.param('file');
    const found = (await packages.all()).find(({ fileName }) => fileName === file);
    if (!found) throw new CallError('not_found');
    const token = tokens.verify(file, context.req.query('token') ?? '');
    if (!collectLimits('free', found.site)) {
      if (!token) throw new CallError('forbidden', OLD_LINK);
      // The plan may have ended since.
      if (!collectLimits(await findPlan(token.accountId), found.site))
        throw new CallError('access_denied', NOT_INCLUDED);
    }
    return context.body(new Uint8Array(found.bytes), 200, {
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="${file}"`,
      'Cache-Control': 'private, no-store',
    });
  });
}
