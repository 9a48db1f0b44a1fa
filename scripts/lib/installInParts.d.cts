/** An entry of a lock file, as far as it matters here. */
interface LockedPackage {
	/** When it is installed under another name. */
	name?: string;
	version?: string;
	resolved?: string;
	optional?: boolean;
	dependencies?: Record<string, string>;
	optionalDependencies?: Record<string, string>;
	peerDependencies?: Record<string, string>;
}

/** An installation that is under way. */
export interface InstallInParts {
	/** Whether npm was content; never rejects. */
	succeeded: Promise<boolean>;
	/** Where packages appear meanwhile. */
	folders: string[];
	stop: () => void;
}

export function partsOf(
	packages: Readonly<Record<string, LockedPackage>>,
	count: number,
): Array<Record<string, LockedPackage>>;

/** Begins to install what a lock file asks for, with several npm at once. */
export function installInParts(
	manifestFolder: string,
	folder: string,
	args: readonly string[],
): InstallInParts;
