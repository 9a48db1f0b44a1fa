import type { InstallInParts } from './installInParts.cjs';

/** What `npm ci` of an n8n is told. */
export const INSTALL_ARGUMENTS: readonly string[];
/** Free disk space that an n8n needs, in bytes. */
export const REQUIRED_BYTES: number;

/** An installation that was begun early. */
export interface EarlyInstall extends InstallInParts {
	/** Where it installs to. */
	folder: string;
}

/** Begins `npm ci` of an n8n beside whatever comes next, unless it is there, being installed, or without room. */
export function startEarlyInstall(manifestFolder: string): void;

/** The installation of this process that was begun in this folder, if any; from now on it is the caller's. */
export function takeEarlyInstall(folder: string): EarlyInstall | undefined;
