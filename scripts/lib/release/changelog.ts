/** The heading of the changes that are not released yet. */
export const UNRELEASED = 'Unreleased';

const HEADING = /^## (.+)$/;

/**
 * Moves everything below "Unreleased" in the changelog under a new heading for this version, and leaves "Unreleased"
 * empty.
 *
 * @param date of the release, `2026-03-01`
 * @throws Error when nothing is unreleased, or the version already has a section
 */
export function releaseChangelog(changelog: string, version: string, date: string): string {
	if (sectionOf(changelog, version) !== undefined)
		throw new Error(`CHANGELOG.md already has a section ${version}.`);
	const changes = sectionOf(changelog, UNRELEASED);
	if (!changes)
		throw new Error(
			'CHANGELOG.md has no text below "Unreleased". First describe the changes for users there.',
		);
	return changelog.replace(`## ${UNRELEASED}\n`, `## ${UNRELEASED}\n\n## ${version} (${date})\n`);
}

/** The text below the heading of a version. Undefined without such a heading, empty when there is no text. */
export function sectionOf(changelog: string, version: string): string | undefined {
	const lines = changelog.split('\n');
	const start = lines.findIndex((line) => HEADING.exec(line)?.[1]?.split(' ')[0] === version);
	if (start === -1) return undefined;
	const rest = lines.slice(start + 1);
	const end = rest.findIndex((line) => HEADING.test(line));
	return rest
		.slice(0, end === -1 ? rest.length : end)
		.join('\n')
		.trim();
}
