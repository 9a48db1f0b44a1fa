/** The parts of `npm audit --json` that we read. */
export interface AuditReport {
	/** Why npm could not reach the registry. */
	message?: string;
	vulnerabilities?: Record<
		string,
		{ severity: string; range: string; via: Array<string | { title: string }> }
	>;
}

/**
 * The open problems, in sentences.
 *
 * @param page docs/dependencies.md. In its section "Audit" a line starts with the name of the package for each
 * finding.
 */
export function auditProblems({ vulnerabilities, message }: AuditReport, page: string): string[] {
	if (!vulnerabilities) return [`npm audit failed: ${message ?? 'npm gives no reason'}`];
	const answers = page.slice(page.indexOf('\n## Audit'));
	return Object.entries(vulnerabilities)
		.filter(([name]) => !answers.includes(`\n- \`${name}\`: `))
		.map(([name, { severity, range, via }]) => {
			const titles = via.map((cause) => (typeof cause === 'string' ? `through ${cause}` : cause.title));
			return `${name} ${range} (${severity}): ${titles.join('; ')}`;
		});
}
