import { LEADWELL_VERSION } from '../platform/version.ts';

/** The version of the extensions that this server offers: the version of Leadwell. */
export const EXTENSION_VERSION = LEADWELL_VERSION;

/** Older extensions must not collect or send rows anymore. */
export const LEAST_EXTENSION_VERSION = '0.1.0';
