import type { IDataObject } from 'n8n-workflow';

import { byId } from '../../harness/workflows/byId';
import { runNode, type RunOptions } from '../engine';
import { useService, withoutPauses } from '../sandbox';

const service = useService();
withoutPauses();

/** Awards points to a member who does not exist, in an item with a file. */
const fail = async (onError: RunOptions['onError']) => {
	const { items, errorItems } = await runNode({
		credential: service.credential(),
		onError,
		input: [{ order: 17 }, { order: 18 }],
		files: [Buffer.from('{"receipt":17}')],
		parameters: {
			resource: 'member',
			operation: 'updateBalance',
			serviceId: byId('f'.repeat(24)),
			currencyId: byId(service.ids.currencies.stars),
			amount: 5,
		},
	});
	return [...items, ...errorItems];
};

it.each<[RunOptions['onError'], IDataObject]>([
	['continueRegularOutput', {}],
	['continueErrorOutput', { order: 17 }],
])(
	'with On Error at %s, a failed item keeps its file, and nothing is added to one without',
	async (onError, json) => {
		const [failed, other, ...more] = await fail(onError);
		expect(failed?.json).toMatchObject({ ...json, details: { outcome: 'notApplied', status: 404 } });
		const { data } = failed?.binary?.data ?? {};
		expect(Buffer.from(data ?? '', 'base64').toString()).toBe('{"receipt":17}');
		expect(failed?.pairedItem).toEqual({ item: 0 });
		expect(other).not.toHaveProperty('binary');
		expect(more).toEqual([]);
	},
);
