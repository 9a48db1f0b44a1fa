import type { Execution, N8nClient } from '../n8n/client';
import { importExample, triggerOf } from './examples';
import { createCredential } from './questBonus';

/** The parts of the sandbox's information at /sandbox that are needed here. */
interface Access {
	baseUrl: string;
	realmId: string;
	key: string;
	ids: { members: Record<'ada' | 'bruno' | 'bonusPool', string>; currencies: { stars: string } };
}

const EMAILS = {
	FIRST_MEMBER_EMAIL: 'ada@members.example',
	SECOND_MEMBER_EMAIL: 'bruno@members.example',
};

/** The payouts in the table of the example. */
const PAYS = { ada: 50, bruno: 25 };

/**
 * Imports the example of the scheduled payout into an n8n instance and runs it manually twice. Compares its output with the
 * ledger of the sandbox.
 *
 * @param sandboxUrl a URL of the sandbox that works for this program and for n8n
 * @returns the problems in words, empty when each row was paid once
 */
export async function payoutProblems(client: N8nClient, sandboxUrl: string): Promise<string[]> {
	const { baseUrl, realmId, key, ids } = await read<Access>(`${sandboxUrl}/sandbox`);
	const { bonusPool } = ids.members;
	const credential = await createCredential(client, { baseUrl, realmId, apiKey: key });
	const values = { BONUS_POOL_MEMBER_ID: bonusPool, ...EMAILS };
	const workflow = await importExample(client, 'scheduled-payout', { credential, values });
	const before = await balances(sandboxUrl, ids);
	const problems: string[] = [];
	for (const [run, said] of [
		['first', 'paid'],
		['second', 'paid before'],
	]) {
		const execution = await client.runToEnd(workflow, triggerOf(workflow).name);
		const summary = JSON.stringify(summaryOf(execution));
		if (summary !== JSON.stringify([[said, 2]])) problems.push(`the ${run} run says ${summary}`);
		const now = await balances(sandboxUrl, ids);
		for (const name of ['ada', 'bruno'] as const) {
			const got = now[name] - before[name];
			if (got !== PAYS[name])
				problems.push(`after the ${run} run ${name} has ${got} more, not ${PAYS[name]}`);
		}
		if (now.sum !== before.sum) problems.push(`the sum of the ledger changed in the ${run} run`);
	}
	return problems;
}

function summaryOf({ data }: Execution): unknown[] {
	const [run] = data.resultData.runData['Summarize results'] ?? [];
	return (run?.data?.main?.[0] ?? []).map(({ json }) => [json.result, json.count_payout]);
}

async function balances(sandboxUrl: string, { members, currencies }: Access['ids']) {
	const { accounts, sum } = await read<{
		accounts: Array<{ holder: string; currencyId: string; balance: number }>;
		sum: number;
	}>(`${sandboxUrl}/sandbox/ledger`);
	const of = (member: string) =>
		accounts.find(({ holder, currencyId }) => holder === member && currencyId === currencies.stars)
			?.balance ?? 0;
	return { ada: of(members.ada), bruno: of(members.bruno), sum };
}

async function read<T>(url: string): Promise<T> {
	const answer = await fetch(url, { headers: { accept: 'application/json' } });
	if (!answer.ok) throw new Error(`${url} answered with status ${answer.status}.`);
	return (await answer.json()) as T;
}
