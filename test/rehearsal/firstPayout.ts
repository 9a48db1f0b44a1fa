import type { Service } from '../../sandbox/service';
import type { N8nClient } from '../harness/n8n/client';
import { waitFor } from '../harness/process/wait';
import { adminCredential, bonusAmount, importQuestBonus } from '../harness/workflows/questBonus';

const DELIVERY_TIMEOUT_MS = 60_000;

/**
 * Does what a user does after the installation: creates a credential, imports the example of the quest bonus and
 * publishes it. Then a member completes the quest.
 *
 * @returns The payout in words.
 * @throws Error unless the ledger has exactly one payout, of the right amount
 */
export async function firstPayout(client: N8nClient, service: Service): Promise<string> {
	const { bonusPool, bruno } = service.ids.members;
	const questId = service.ids.quests.weeklyWalk;
	const credential = await adminCredential(client, service);
	const workflow = await importQuestBonus(client, credential, {
		bonusPoolId: bonusPool,
		questId,
		chatUrl: `${service.baseUrl}/chat`,
	});
	await client.publish(workflow);

	const [delivery] = service.control.completeQuest(questId, bruno);
	await waitFor('the service to deliver the event', DELIVERY_TIMEOUT_MS, () =>
		delivery?.state === 'pending' ? undefined : true,
	);
	const [execution, ...others] = await client.waitForExecutions(workflow.id);
	if (execution?.status !== 'success' || others.length > 0)
		throw new Error(
			`The workflow ran ${others.length + 1} times, and its last execution is: ${execution?.status}.`,
		);

	const payouts = service.control.ledger().entries.filter(({ memo }) => memo === 'Transfer');
	const told = payouts.map(({ id, amount, from, to }) => `${id}: ${amount} points from ${from} to ${to}`);
	const [payout] = payouts;
	const wanted = bonusAmount(workflow, questId);
	if (payouts.length !== 1 || payout?.amount !== wanted || payout.from !== bonusPool || payout.to !== bruno)
		throw new Error(`The ledger does not have exactly one payout of ${wanted}: ${told.join('; ') || 'none'}`);
	return `entry ${told.join('')}`;
}
