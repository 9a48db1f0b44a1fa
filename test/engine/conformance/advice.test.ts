import { namedOperations } from '../../fixtures/operations';
import { scenarios } from '../../fixtures/scenarios';
import { runNode } from '../engine';
import { useService, withoutPauses } from '../sandbox';
import { expressions } from './runProblems';

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
