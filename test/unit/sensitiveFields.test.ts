import type { INodeTypeDescription } from 'n8n-workflow';

import { RewardsEngagement } from '../../nodes/RewardsEngagement/RewardsEngagement.node';
import { Registry } from '../../nodes/RewardsEngagement/declare/registry';
import { anything, bare } from '../../nodes/RewardsEngagement/declare/response';
import { polledEvent } from '../../nodes/RewardsEngagement/pollTrigger/record';
import { RewardsEngagementPollTrigger } from '../../nodes/RewardsEngagement/pollTrigger/RewardsEngagementPollTrigger.node';
import { registry } from '../../nodes/RewardsEngagement/resources/registry';
import { jsonOf, registryWith, run, Service } from './nodeRun';

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
	const handed = async (body: unknown) => {
		const service = new Service();
		service.answer = () => ({ body });
		const { operations } = registryWith().resources.thing!;
		const all = { ...operations, get: { ...operations.get, response: bare(anything) } } as typeof operations;
		const ran = await run({
			service,
			input: [{ thing: 'a' }],
			node: { type: 'n8n-nodes-rewards-engagement.rewardsEngagementTool' },
			registry: new Registry({
				thing: {
					name: 'Thing',
					description: 'A thing',
					default: 'get',
					operations: all,
					sensitive: ['secret', 'blobUrl'],
				},
			}),
		});
		return jsonOf(ran)[0];
	};

	it('says of a field as good as a key no more than that it is there, however deep', async () => {
		const hooks = [
			{ id: 'a', secret: 'whsec' },
			{ id: 'b', secret: null },
			{ id: 'c', secret: '' },
		];
		expect(await handed({ data: hooks, meta: { blobUrl: { at: 'https://x' } } })).toEqual({
			data: [{ id: 'a', secret: '[hidden]' }, ...hooks.slice(1)],
			meta: { blobUrl: '[hidden]' },
		});
	});

	it('ends with what is too deep to be looked at', async () => {
		let value: unknown = { secret: 'whsec' };
		for (let depth = 0; depth < 200; depth++) value = depth % 2 === 0 ? [value] : { value };
		const text = JSON.stringify(await handed({ value }));
		expect(text).toContain('[hidden]');
		expect(text).not.toContain('whsec');
	});

	it('is everything else as it came', async () => {
		const value = { a: [1, null, 'x', { b: false }], c: '' };
		expect(await handed(value)).toEqual(value);
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
