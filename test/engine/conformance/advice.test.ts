import {
	namedOperations,
	nameOf,
	operationNamed,
	requestsOf,
	type ItemValues,
} from '../../fixtures/operations';
import { scenarios } from '../../fixtures/scenarios';
import { runNode } from '../engine';
import { useService, withoutPauses } from '../sandbox';
import { expressions } from './runProblems';
import type { RemoteOperation } from '../../../nodes/RewardsEngagement/declare/registry';

const service = useService();
withoutPauses();

const advised = namedOperations.flatMap(([name, operation]) =>
	Object.entries(operation.advice ?? {}).map(
		([reason, advice]) => [name, reason, advice, operation] as const,
	),
);
const isStatus = (reason: string) => /^\d{3}$/.test(reason);

it('there are operations that advise', () => {
	expect(advised.length).toBeGreaterThan(10);
});

it('whatever takes from a balance advises on both words for one that is too low', () => {
	const spending = namedOperations.filter(([, { spends }]) => spends);
	expect(spending.length).toBeGreaterThan(5);
	for (const [name, { advice = {} }] of spending) {
		expect([name, ...Object.keys(advice)]).toEqual(
			expect.arrayContaining(['InsufficientBalance', 'INSUFFICIENT_BALANCE']),
		);
	}
});

it.each(advised)(
	'%s advises on %s, whatever the service itself says',
	async (name, reason, advice, operation) => {
		const words = isStatus(reason) ? { error: 'No', message: 'of the service' } : { error: reason };
		service.control.addFault({
			operation: name,
			kind: 'status',
			status: isStatus(reason) ? Number(reason) : 422,
			body: words,
		});
		const [item] = scenarios[name]!(service);
		const { resource, name: operationName } = operation;
		const { errorItems, items } = await runNode({
			credential: service.credential({ appUrl: service.appUrl }),
			parameters: { resource, operation: operationName, ...expressions(operation, item!) },
			input: [{ item: item! }],
			onError: 'continueErrorOutput',
		});
		expect(items).toEqual([]);
		const { details } = errorItems[0]!.json as { details: { advice: string } };
		expect(details.advice).toContain(advice);
	},
);

/** These accept "not found" as a result, or send nothing. */
const CONTENT = ['account.find', 'member.resolve', 'realm.checkSetup', 'consent.createAuthorizationUrl'];
/** The claim first reads the balances, and the other one the store, with a request that names fewer records. */
const OTHERS = [...CONTENT, 'memberWeb3.claim', 'storeItem.getAffordable'];
const cases = namedOperations.filter(([name]) => !OTHERS.includes(name));

const credential = () => service.credential({ appUrl: service.appUrl });

/** The first item of the operation's scenario, its request, and the records that it names. */
function firstItem(operation: RemoteOperation) {
	const item = scenarios[nameOf(operation)]!(service)[0]!;
	const [request] = requestsOf(operation, [item], credential());
	const given = request!.names!();
	expect(given.map(({ label }) => label)).toEqual(expect.arrayContaining(namingLabels(operation, item)));
	return { item, request: request!, given };
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

/** The field labels in the advice. */
const labelsIn = (advice: string) => [...advice.matchAll(/"([^"]+)"/g)].map(([, label]) => label);

it('all but a few operations are looked at', () => {
	expect(cases.length).toBeGreaterThan(100);
});

it.each(cases)(
	'a 404 to %s names all that was asked for, quotes the service and guesses nothing',
	async (_name, operation) => {
		const { item, request, given } = firstItem(operation);
		service.control.clearFaults();
		const body = { error: 'Not Found', message: 'There is no such thing.' };
		service.control.addFault({ operation: '*', kind: 'status', status: 404, body });
		const { message, advice } = (await said(operation, item))!;
		expect(`${message} ${advice}`).not.toMatch(/\.\.|\.;|;;| {2}|undefined/);
		expect(message).toBe('The requested record was not found: There is no such thing.');
		expect(labelsIn(advice)).toEqual(expect.arrayContaining(given.map(({ label }) => label)));
		for (const { id } of given) {
			if (id !== undefined) expect(advice).toContain(`(${id})`);
		}
		expect(advice).toContain(`the base URL ${service.baseUrl} in the credential.`);
		// Some operations first send another request.
		if (operation.perform) return;
		expect(advice).toContain(`Requested: ${request.path.text}. Check `);
		expect(advice).toContain(operation.advice?.['404'] ?? '');
	},
);

const NOWHERE = 'a00000000000000000000009';

it('of a transfer whose recipient does not exist, both members are named with their IDs, and how to find an ID', async () => {
	const operation = operationNamed('member.transferBalance');
	const { item } = firstItem(operation);
	const { serviceId, currencyId } = item as Record<string, string>;
	const { advice } = (await said(operation, { ...item, recipientId: NOWHERE }))!;
	expect(advice).toBe(
		[
			'Nothing was changed in the service.',
			`Requested: /api/v1/realms/${service.realmId}/members/${serviceId}/transfer.`,
			`Check "Sender" (${serviceId}), "Recipient" (${NOWHERE}), "Currency" (${currencyId}) and "Realm ID" (${service.realmId}), and the base URL ${service.baseUrl} in the credential.`,
			'Use the account ID (the "id" of a member record), not the membership ID ("realmMemberId").',
			'The person must be a member of this realm.',
		].join(' '),
	);
});
