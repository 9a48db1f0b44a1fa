// Falls with nodes/RewardsEngagement/run/pipeline.ts and nodes/RewardsEngagement/run/runItems.ts.

import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { gates } from '../../nodes/RewardsEngagement/api/gate';
import { path } from '../../nodes/RewardsEngagement/api/path';
import { id } from '../../nodes/RewardsEngagement/fields/text';
import { operation } from '../../nodes/RewardsEngagement/declare/operation';
import type { Run } from '../../nodes/RewardsEngagement/run/readItem';
import { Registry } from '../../nodes/RewardsEngagement/declare/registry';
import { bare } from '../../nodes/RewardsEngagement/declare/response';
import { Results } from '../../nodes/RewardsEngagement/run/results';
import { pipelinesOf } from '../../nodes/RewardsEngagement/run/runItems';
import { record } from '../../nodes/RewardsEngagement/shared/record';
import { bulk, contextOf, jsonOf, run, Service, wordsOf, type Running } from './nodeRun';

let service: Service;
beforeEach(() => {
	service = new Service();
	gates.clear();
});

const named = (...names: string[]) => names.map((thing) => ({ thing, amount: 1 }));
const byKey = { repeatProtection: 'key', idempotencyKey: '={{ $json.thing.trim() }}' };
const goingOn = { onError: 'continueRegularOutput' } as const;
const runOf = async (more: Partial<Running>) => await run({ service, input: named('a'), ...more });

/** Awards that share a request. An item contains some fields of its record. */
const awarding = new Registry({
	thing: {
		name: 'Thing',
		description: 'A thing',
		default: 'award',
		operations: {
			award: operation({
				displayName: 'Award',
				action: 'Award it',
				description: 'Awards it',
				realm: false,
				parameters: { thing: id('Thing', { description: 'What is acted on' }) },
				effect: 'once',
				request: ({ thing }) => ({ method: 'PATCH', path: path`/awards`, body: { updates: [{ thing }] } }),
				bulk,
				response: bare(record({ thing: z.string(), note: z.string() }, { simplified: ['thing'] })),
			}),
		},
	},
});

/** Why a stage is outside of the next one, and a check that shows it. */
const ORDER: Array<[outer: string, inner: string, reason: string, check: () => Promise<void>]> = [
	[
		'RetryMemory',
		'Idempotency',
		'a second try gives the result of the first, not that its key was used',
		async () => {
			const { signal } = new AbortController();
			const more = {
				operation: 'pay',
				parameters: byKey,
				signal,
				node: { id: 'retried', retryOnFail: true },
			};
			await runOf(more);
			expect(jsonOf(await runOf(more))).toEqual([{ id: 'a' }]);
			expect(service.lines).toHaveLength(1);
		},
	],
	[
		'Idempotency',
		'Limits',
		'what its key leaves out is not counted as moved',
		async () => {
			const kept = new Set<string>();
			const stored: IDataObject = {};
			const more = { operation: 'pay', parameters: byKey, kept, node: { id: 'limited' } };
			await runOf(more);
			const options = { maximumTotal: '2' };
			await runOf({ ...more, options, stored });
			expect(jsonOf(await runOf({ ...more, options, stored, input: named('b', 'c') }))).toEqual([
				{ id: 'b' },
				{ id: 'c' },
			]);
		},
	],
	[
		'Limits',
		'DryRun',
		'a dry run says what the limits would refuse',
		async () => {
			const options = { maximumAmount: '1', dryRun: true };
			const input = [...named('a'), { thing: 'b', amount: 2 }];
			const ran = await runOf({ operation: 'pay', options, input, node: goingOn });
			expect(jsonOf(ran)).toEqual([
				expect.objectContaining({ dryRun: true }),
				expect.objectContaining({ error: expect.stringContaining('Not sent: 2') }),
			]);
			expect(service.lines).toEqual([]);
		},
	],
	[
		'DryRun',
		'Output',
		'a dry run shows the request, which has no form of a record',
		async () => {
			const tool = { type: 'n8n-nodes-rewards-engagement.rewardsEngagementTool' };
			const [shown] = jsonOf(await runOf({ operation: 'pay', options: { dryRun: true }, node: tool }));
			expect(shown).toMatchObject({ dryRun: true, body: { amount: 1 } });
		},
	],
	[
		'Output',
		'Batch',
		'a share of an answer gets its form like an answer of its own',
		async () => {
			const data = ['a', 'b'].map((thing) => ({ thing, amount: 1, note: 'n' }));
			service.answer = () => ({ body: { data } });
			const ran = await runOf({ operation: 'award', input: named('a', 'b'), registry: awarding });
			expect(jsonOf(ran)).toEqual([{ thing: 'a' }, { thing: 'b' }]);
			expect(service.lines).toHaveLength(1);
		},
	],
	[
		'Batch',
		'SharedReads',
		'entries that share a request go to the service once, in the name of all',
		async () => {
			await runOf({ operation: 'award', input: named('a', 'b', 'c') });
			expect(service.lines).toEqual(['PATCH /awards/k']);
		},
	],
	[
		'SharedReads',
		'Send',
		'identical reads are sent once',
		async () => {
			expect(wordsOf(await runOf({ input: named('a', 'a') }))).toEqual(['a', 'a']);
			expect(service.lines).toHaveLength(1);
		},
	],
];

it.each(ORDER)('%s is outside of %s: %s', async (_outer, _inner, _reason, check) => await check());

it('each stage has a reason for its place', () => {
	const { context } = contextOf({ service, input: [] });
	const { service: pipeline } = pipelinesOf({ context, client: {} } as Run, new Results(context));
	const names = pipeline.stages.map((stage) => stage.constructor.name);
	expect(names).toEqual([ORDER[0]?.[0], ...ORDER.map(([, inner]) => inner)]);
});
