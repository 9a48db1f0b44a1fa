import type { RemoteOperation } from '../../../nodes/RewardsEngagement/run/registry';
import type { ItemValues } from '../../fixtures/itemValues';
import { namedOperations, nameOf, operationNamed, topLevelOf } from '../../fixtures/operations';
import { requestsOf } from '../../fixtures/requestsOf';
import { scenarios } from '../../fixtures/scenarios';
import { runNode } from '../engine';
import { useService, withoutPauses } from '../sandbox';
import { expressions } from './runProblems';

const service = useService();
withoutPauses();

/** These accept "not found" as a result, or send nothing. */
const CONTENT = ['account.find', 'member.resolve', 'realm.checkSetup', 'consent.createAuthorizationUrl'];
const cases = namedOperations.filter(([name]) => !CONTENT.includes(name));
/** Leaves out the claim, which first reads the balances with a request that names fewer records. */
const direct = cases.filter(([name]) => name !== 'memberWeb3.claim');

const credential = () => service.credential({ appUrl: service.appUrl });

/** The first item of the operation's scenario, and the records that its request names. */
function firstItem(operation: RemoteOperation) {
	const item = scenarios[nameOf(operation)]!(service)[0]!;
	const [request] = requestsOf(operation, [item], credential());
	const names = request!.names!();
	const given = names.filter(({ isGiven }) => isGiven);
	expect(given.map(({ label }) => label)).toEqual(expect.arrayContaining(namingLabels(operation, item)));
	return { item, names, given };
}

/** The labels of all fields of an item that name a record. */
function namingLabels({ parameters, additionalFields, updateFields }: RemoteOperation, item: ItemValues) {
	const values = { ...item, ...(item.additionalFields ?? {}), ...(item.updateFields ?? {}) };
	return Object.entries({ ...parameters, ...additionalFields, ...updateFields })
		.filter(([name, { isName }]) => isName && name in values)
		.map(([, { property }]) => property.displayName);
}

/** The failed item's description of the 404. */
async function said(operation: RemoteOperation, item: ItemValues) {
	const { resource, name } = operation;
	const { errorItems } = await runNode({
		credential: credential(),
		parameters: { resource, operation: name, ...expressions(operation, item) },
		input: [{ item: item }],
		onError: 'continueErrorOutput',
	});
	const [json] = errorItems.map((one) => one.json);
	if (!json) return undefined;
	const { advice = '', status } = json.details as { advice?: string; status?: number };
	return { message: json.error as string, advice, status };
}

async function saidOf404(operation: RemoteOperation, item: ItemValues, words: unknown) {
	service.control.clearFaults();
	service.control.addFault({ operation: '*', kind: 'status', status: 404, body: words });
	const { message, advice } = (await said(operation, item))!;
	expect(`${message} ${advice}`).not.toMatch(/\.\.|\.;|;;| {2}|undefined/);
	return { message, advice };
}

/** The field labels in the advice. */
const labelsIn = (advice: string) => [...advice.matchAll(/"([^"]+)"/g)].map(([, label]) => label);

it('all but a few operations are looked at', () => {
	expect(cases.length).toBeGreaterThan(100);
});

describe.each(direct)('a 404 to %s', (_name, operation) => {
	it('of something that the service names is told by its field and id, without a guess', async () => {
		const { item, given } = firstItem(operation);
		for (const { nouns, id } of given) {
			for (const noun of nouns) {
				const { message, advice } = await saidOf404(operation, item, {
					error: 'Not Found',
					message: `There is no such ${noun}.`,
				});
				expect(message).toContain(`There is no such ${noun}`);
				const meant = given.filter((other) => other.nouns.includes(noun));
				const others = given.filter((other) => !meant.includes(other));
				for (const { label } of meant) expect(advice).toContain(`"${label}"`);
				for (const { label } of others) expect(labelsIn(advice)).not.toContain(label);
				if (id !== undefined) expect(advice).toContain(id);
				expect(advice.includes(service.baseUrl)).toBe(noun === 'realm');
				expect(advice).not.toContain('offer');
				expect(advice).not.toContain('Requested: ');
			}
		}
	});

	it('without a word about any of it names all that was asked for, and the base URL', async () => {
		const { item, given } = firstItem(operation);
		const { method, path } = requestsOf(operation, [item], credential())[0]!;
		const words = { error: 'Not Found', message: `Cannot ${method} ${path.text}` };
		const { advice } = await saidOf404(operation, item, words);
		for (const { id } of given) {
			if (id !== undefined) expect(decodeURIComponent(advice)).toContain(id);
		}
		expect(advice).toContain(service.baseUrl);
		const guess = operation.advice?.['404'];
		if (guess && !operation.perform) expect(advice).toContain(guess);
	});
});

const NOWHERE = 'a00000000000000000000009';

it.each(cases)(
	'%s names what exists nowhere in the service, and nothing that it did not mean',
	async (_name, operation) => {
		const { item, given } = firstItem(operation);
		const fields = { ...topLevelOf(operation), ...operation.additionalFields, ...operation.updateFields };
		for (const { label } of given) {
			const [name] = Object.entries(fields).find(([, { property }]) => property.displayName === label)!;
			const failed = await said(operation, { ...item, [name]: NOWHERE });
			if (failed?.status !== 404) continue;
			const quoted = labelsIn(failed.advice);
			expect([failed.message, quoted]).toEqual([failed.message, expect.arrayContaining([label])]);
			const wrong = given.find((one) => one.label === label)!;
			for (const other of given) {
				const isAlike = other.nouns.some((noun) => wrong.nouns.includes(noun));
				if (!isAlike) expect(quoted).not.toContain(other.label);
			}
			expect(failed.advice.includes(service.baseUrl)).toBe(wrong.nouns.includes('realm'));
			expect(failed.advice).not.toMatch(/offer|\.\./);
		}
	},
);

it('of a transfer, the recipient who does not exist is named, and not the sender', async () => {
	const operation = operationNamed('member.transferBalance');
	const { item } = firstItem(operation);
	const { advice } = (await said(operation, { ...item, recipientId: NOWHERE }))!;
	expect(advice).toContain(`Check "Recipient" (${NOWHERE}). Use the account ID`);
	expect(advice).not.toContain(item.serviceId);
});
