import type { KnownTrigger } from '../../events/knownTrigger';
import { bad, good, type SetupCheck } from './setupCheck';
import type { OwnTrigger } from './webhookChecks';

const SECRET = { check: 'webhooks.secret', name: 'Webhook secret' };

/**
 * Whether the triggers know the secret for verifying their deliveries.
 *
 * @param lost triggers that got a delivery and knew no secret
 * @param triggers of this workflow
 */
export function webhookSecretCheck(
	lost: readonly KnownTrigger[],
	triggers: readonly OwnTrigger[],
	workflowId: string,
): SetupCheck {
	const here = triggers.filter(({ hasSecret }) => hasSecret === false).map(({ name }) => name);
	const told = lost.filter((one) => one.workflowId === workflowId).map(({ name }) => name);
	const own = [...new Set([...here, ...told])].map((name) => `"${name}"`);
	const elsewhere = lost
		.filter((one) => one.workflowId !== workflowId)
		.map(({ name, workflowName }) => `"${name}" of the workflow "${workflowName}"`);
	const names = [...own, ...elsewhere];
	if (names.length === 0) return good(SECRET, 'No trigger is known to be without its secret');
	return bad(
		SECRET,
		`No secret is known for ${names.join(', ')}, so deliveries get status 503`,
		'Unpublish the workflow and publish it again. With manual registration, enter the secret of the webhook as "Webhook Secret" in the credential.',
	);
}
