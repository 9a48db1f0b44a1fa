interface LockedPackage {
	version?: string;
	dependencies?: Record<string, string>;
	optionalDependencies?: Record<string, string>;
	peerDependencies?: Record<string, string>;
}

export function locationsOf(
	packages: Readonly<Record<string, LockedPackage>>,
	names: readonly string[],
): Set<string>;
export function removeUnfinished(root: string): void;
export function installPart(root: string, names: readonly string[]): boolean;
