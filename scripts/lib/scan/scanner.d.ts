/** The parts of n8n's scanner that work without the npm registry. It ships no types. */
declare module '@n8n/scan-community-package/scanner/scanner.mjs' {
	/** The scanner lints these files in the source that the provenance of a package names. */
	export const SOURCE_FILE_PATTERNS: string[];

	/**
	 * The result of the scanner for the files of a folder. Without a message they passed. `details` is a readable
	 * text.
	 */
	export function analyzePackage(
		folder: string,
		patterns: string[],
	): Promise<{ passed: boolean; message?: string; details?: string }>;
}
