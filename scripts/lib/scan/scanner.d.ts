/** The parts of n8n's scanner that work without the npm registry. It ships no types. */
declare module '@n8n/scan-community-package/scanner/scanner.mjs' {
	/** What the scanner lints of the source that the provenance of a package names. */
	export const SOURCE_FILE_PATTERNS: string[];

	/** The scanner's verdict over the files of a folder. Without a message they passed; `details` is text for people. */
	export function analyzePackage(
		folder: string,
		patterns: string[],
	): Promise<{ passed: boolean; message?: string; details?: string }>;
}
