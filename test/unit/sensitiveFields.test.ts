import { RewardsEngagement } from '../../nodes/RewardsEngagement/RewardsEngagement.node';
import type { INodeTypeDescription } from 'n8n-workflow';

import { polledEvent } from '../../nodes/RewardsEngagement/pollTrigger/record';
import { RewardsEngagementPollTrigger } from '../../nodes/RewardsEngagement/pollTrigger/RewardsEngagementPollTrigger.node';
import { withoutSensitive } from '../../nodes/RewardsEngagement/run/withoutSensitive';
import { registry } from '../../nodes/RewardsEngagement/resources/registry';

const { sensitiveOutputFields = [] } = new RewardsEngagement().description;

it('n8n is told of every field that is as good as a key, wherever an item may have it', () => {
	for (const name of ['secret', 'blobUrl']) {
		for (const place of ['', 'data.', 'data[*].', 'firstRun.json.', 'details.answer.']) {
			expect(sensitiveOutputFields).toContain(`${place}${name}`);
			if (/^(data|$)/.test(place)) expect(sensitiveOutputFields).toContain(`body.${place}${name}`);
		}
		// The output of Request → Send for any call. It may be a bare list with its status, the result of an earlier
		// item, or the quote of a refusal.
		const ofAnyCall = ['body[*].', 'firstRun.json.data.', 'firstRun.json.body.data[*].'];
		for (const place of [...ofAnyCall, 'firstRun.json.body[*].', 'details.answer.data[*].'])
			expect(sensitiveOutputFields).toContain(`${place}${name}`);
	}
});

it('n8n is told of the file address in the event of an export', () => {
	const description: INodeTypeDescription = new RewardsEngagementPollTrigger().description;
	expect(description.sensitiveOutputFields).toEqual(['data.job.blobUrl']);
	expect(polledEvent.shape.data.unwrap().shape.job.unwrap().shape).toHaveProperty('blobUrl');
});

describe('what a model is handed', () => {
	const names = ['secret', 'blobUrl'];

	it('says of a field as good as a key no more than that it is there, however deep', () => {
		const hooks = [{ id: 'a', secret: 'whsec' }, { id: 'b', secret: null }, { id: 'c' }];
		expect(withoutSensitive({ data: hooks, meta: { blobUrl: { at: 'https://x' } } }, names)).toEqual({
			data: [{ id: 'a', secret: '[hidden]' }, { id: 'b', secret: null }, { id: 'c' }],
			meta: { blobUrl: '[hidden]' },
		});
	});

	it('ends with what is too deep to be looked at', () => {
		let value: unknown = { secret: 'whsec' };
		for (let depth = 0; depth < 200; depth++) value = depth % 2 === 0 ? [value] : { value };
		expect(JSON.stringify(withoutSensitive(value, names))).not.toContain('whsec');
	});

	it('is everything else as it came', () => {
		const value = { a: [1, null, 'x', { b: false }], c: '' };
		expect(withoutSensitive(value, names)).toEqual(value);
	});
});

it.each(registry.remoteOperations.map((operation) => [`${operation.resource}.${operation.name}`, operation]))(
	'no record of %s has a field that sounds like one and is not told of',
	(_name, { response }) => {
		if (response.kind === 'done') return;
		const fields = Object.keys((Reflect.get(response.record, 'shape') as object | undefined) ?? {});
		// "token" alone means a token of a chain, which is public.
		const suspicious = fields.filter((field) =>
			/secret|.token$|password|apikey|(blob|file|download)url/i.test(field),
		);
		expect(sensitiveOutputFields).toEqual(expect.arrayContaining(suspicious));
	},
);
