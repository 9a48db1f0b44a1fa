import { openTestEnvironment, type TestEnvironment } from '../harness/environment';
import type { CredentialReference, Workflow } from '../harness/n8n/client';
import { createCredential, importQuestBonus } from '../harness/workflows/questBonus';
import { waitFor } from '../harness/process/wait';

/** What there is to be seen: the example workflow, published, with a run that paid and one that may have paid. */
export interface Scenery extends TestEnvironment {
	credential: CredentialReference;
	workflow: Workflow;
	/** Id of the execution that paid. */
	paid: string;
	/** Id of the execution whose payment has an unknown outcome. */
	unsure: string;
}

/** Opens a real n8n and lets two quests be completed; the service breaks off in the middle of the second payment. */
export async function openScenery(): Promise<Scenery> {
	const environment = await openTestEnvironment();
	const { client, service } = environment;
	const { baseUrl, appUrl, realmId, keys, ids } = service;
	const access = { baseUrl, appUrl, realmId, apiKey: keys.admin };
	const credential = await createCredential(client, access);
	const questId = ids.quests.weeklyWalk;
	const workflow = await importQuestBonus(client, credential, {
		bonusPoolId: ids.members.bonusPool,
		questId,
		chatUrl: `${baseUrl}/chat`,
	});
	await client.publish(workflow);

	const complete = async (memberId: string) => {
		const before = (await client.listExecutions(workflow.id)).length;
		service.control.completeQuest(questId, memberId);
		return await waitFor('the workflow to run', 60_000, async () => {
			const [latest, ...others] = await client.listExecutions(workflow.id);
			return latest?.stoppedAt && others.length === before ? latest.id : undefined;
		});
	};
	const paid = await complete(ids.members.ada);
	service.control.addFault({
		operation: 'member.transferBalance',
		kind: 'status',
		status: 502,
		when: 'after',
		times: 1,
	});
	const unsure = await complete(ids.members.bruno);
	return { ...environment, credential, workflow, paid, unsure };
}
