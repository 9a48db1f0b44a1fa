import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byId } from '../../harness/workflows/nodes';
import { runNode } from '../engine';
import { transferToAda } from '../payouts';
import { processedValues } from '../processedValues';
import { useService, withoutPauses } from '../sandbox';

const service = useService();
withoutPauses();
beforeEach(() => processedValues.clear());

const run = async (parameters: INodeParameters, ...input: IDataObject[]) =>
	await runNode({ credential: service.credential(), parameters, input, onError: 'continueErrorOutput' });
const DRAGGED = byId('={{ $json.email }}');
const EMAIL = 'ada@members.example';
const ada = () => service.ids.members.ada;
const errorOf = ({ errorItems }: Awaited<ReturnType<typeof run>>) => errorItems[0]?.json.error;
const adviceOf = ({ errorItems }: Awaited<ReturnType<typeof run>>) =>
	(errorItems[0]?.json.details as IDataObject | undefined)?.advice;

/** A parameter for a member, and the parameters in which it has an email with the mode "By ID". */
const PLACES: Array<[string, () => INodeParameters]> = [
	['who is read', () => ({ resource: 'member', operation: 'get', serviceId: DRAGGED })],
	[
		'who is awarded',
		() => ({ resource: 'member', operation: 'updateBalance', serviceId: DRAGGED, amount: 5 }),
	],
	[
		'who is awarded in bulk',
		() => ({ resource: 'member', operation: 'updateBalances', serviceId: DRAGGED, amount: 5 }),
	],
	['who receives a transfer', () => transferToAda(service, { recipientId: DRAGGED })],
	[
		'whose metadata changes',
		() => ({ resource: 'member', operation: 'updateMetadata', serviceId: DRAGGED, metadata: '{"a":1}' }),
	],
	[
		'whose quests are listed',
		() => ({ resource: 'quest', operation: 'getManyForMember', memberId: DRAGGED }),
	],
	['whose NFTs are listed', () => ({ resource: 'memberWeb3', operation: 'getBalances', serviceId: DRAGGED })],
	[
		'who is the initiator',
		() => ({
			resource: 'member',
			operation: 'updateBalance',
			serviceId: byId(service.ids.members.bruno),
			amount: 5,
			additionalFields: { initiatorId: DRAGGED },
		}),
	],
];

it.each(PLACES)(
	'the email of a member %s is an email, although the mode is By ID',
	async (_who, parametersOf) => {
		const { errorItems } = await run(parametersOf(), { email: EMAIL });
		expect(errorItems).toEqual([]);
		const [search, request] = service.requests;
		expect(search).toMatchObject({ operationId: 'member.search', query: { type: 'email', values: EMAIL } });
		expect(JSON.stringify([request?.path, request?.query, request?.body])).toContain(ada());
		expect(service.requests).toHaveLength(2);
	},
);

it('a text with "@" that is no email says so, and nothing is sent', async () => {
	const result = await run(PLACES[1]![1](), { email: '@ada' });
	expect(errorOf(result)).toBe('"Member" must be an email address, but is "@ada"');
	expect(service.requests).toEqual([]);
});

it.each(['bruno', 'b00000', '12'])(
	'the text %j is no member ID, and the advice is By Username',
	async (email) => {
		const result = await run(PLACES[1]![1](), { email });
		expect(errorOf(result)).toBe(
			`"${email}" is not a member ID. If it is a username, set "By ID" to "By Username".`,
		);
		expect(adviceOf(result)).toBe('Correct "Member". Nothing was sent.');
		expect(service.requests).toEqual([]);
	},
);

it.each(PLACES.slice(0, 4))(
	'a list of members %s is refused, and the advice is Split Out',
	async (_who, parametersOf) => {
		for (const email of [[EMAIL, 'bruno@members.example'], [ada()], [{ id: ada() }]]) {
			expect(errorOf(await run(parametersOf(), { email }))).toMatch(
				/^"(Member|Recipient)" is a list\. Add a Split Out node before this node, so that each item has one value\.$/,
			);
		}
		expect(service.requests).toEqual([]);
	},
);

it('a list in the mode By Email is refused in the same way', async () => {
	const serviceId = { ...DRAGGED, mode: 'email' };
	const result = await run({ ...PLACES[0]![1](), serviceId }, { email: [EMAIL] });
	expect(errorOf(result)).toContain('"Member" is a list. Add a Split Out node');
});
