/** The environment for an npm that works in another folder. */
export function npmEnvironment(): NodeJS.ProcessEnv;

/** The program that is npm, and its first arguments. */
export function npmCommand(): { command: string; leading: string[] };
