import { POLICIES, type RetryPolicy } from '../../../nodes/RewardsEngagement/api/retry';

const CALLERS: Record<keyof typeof POLICIES, string> = {
	unattended: 'A workflow, by default',
	list: 'A list in the editor',
	registration: 'The webhook of a trigger',
	delivery: 'A look-up for a filter of the trigger',
	consentPage: 'A person who comes back from the consent page',
	credentialTest: 'The test of a credential',
};

/** How long each caller keeps trying, in seconds. */
export function policiesTable(): string {
	const rows = Object.entries<RetryPolicy>(POLICIES).map(([name, policy]) => {
		const { maxAttempts, backoffLimit, totalWait, timeout, totalTime } = policy;
		const times = [backoffLimit, totalWait, timeout].map((time) => time / 1_000);
		const all = totalTime === undefined ? 'no limit' : totalTime / 1_000;
		return `| ${CALLERS[name as keyof typeof POLICIES]} | ${[maxAttempts, ...times, all].join(' | ')} |`;
	});
	return [
		'| Caller | Attempts | Longest single wait | Longest total wait | Timeout of one attempt | All together |',
		'|---|---|---|---|---|---|',
		...rows,
	].join('\n');
}
