/** The files that say what is installed. */
export const MANIFEST: readonly string[];

/**
 * The folder that keeps what is costly to make and easy to make again: the installed n8n.
 * REWARDS_ENGAGEMENT_CACHE names another one.
 */
export function cacheFolder(env?: NodeJS.ProcessEnv): string;

/** The folder in the cache for what a manifest asks for; its name says what it is and from which lock file. */
export function installationFolder(manifestFolder: string, what: string): string;
