/** The parts of `npm audit --json` that are looked at. */
export interface AuditReport {
	/** Why the registry could not be asked. */
	message?: string;
	vulnerabilities?: Record<
		string,
		{ severity: string; range: string; via: Array<string | { title: string }> }
	>;
}

/**
 * What stays open, in sentences.
 *
 * @param page docs/dependencies.md, whose section "Audit" has a line that begins with the package for each finding
 */
export function auditProblems({ vulnerabilities, message }: AuditReport, page: string): string[] {
	if (!vulnerabilities) return [`npm could not be asked: ${message ?? 'it gives no reason'}`];
	const answers = page.slice(page.indexOf('\n## Audit'));
	return Object.entries(vulnerabilities)
		.filter(([name]) => !answers.includes(`\n- \`${name}\`: `))
		.map(([name, { severity, range, via }]) => {
			const titles = via.map((cause) => (typeof cause === 'string' ? `through ${cause}` : cause.title));
			return `${name} ${range} (${severity}): ${titles.join('; ')}`;
		});
}
