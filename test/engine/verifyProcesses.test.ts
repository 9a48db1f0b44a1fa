import { HmacSHA256, enc } from 'crypto-js';
import { ExecutionLifecycleHooks } from 'n8n-core';
import type { INodeType } from 'n8n-workflow';

import { nodeOfAnotherProcess } from './anotherProcess';
import { runGraph, type GraphOptions } from './engine';
import { NEXT, NODE, START } from './nodeTypes';
import { processedValues } from './processedValues';
import { runAsWorker } from './queueMode';
import { useService } from './sandbox';

const service = useService();
const SECRET = 'the secret';
beforeEach(() => processedValues.clear());

let executions = 0;
/** Verifies events in a separate execution. Returns how many of them continue, and the error. */
async function verify(
	numbers: readonly number[],
	{ nodeType, ...more }: { nodeType?: INodeType } & Partial<GraphOptions> = {},
) {
	const { of, run } = await runGraph({
		credential: service.credential({ webhookSecret: SECRET }),
		mode: 'webhook',
		executionId: String(++executions),
		input: numbers.map((number) => {
			const body = JSON.stringify({ type: 'quest.completed', data: { number } });
			return { body, signature: `sha256=${HmacSHA256(body, SECRET).toString(enc.Hex)}` };
		}),
		nodes: {
			Start: { type: START },
			Verify: {
				type: NODE,
				parameters: {
					resource: 'event',
					operation: 'verify',
					bodyFrom: 'text',
					rawBody: '={{ $json.body }}',
					signature: '={{ $json.signature }}',
					options: { deduplicateBy: 'payload' },
				},
			},
			Next: { type: NEXT },
		},
		connections: { Start: [['Verify']], Verify: [['Next']] },
		...(nodeType && { nodeType }),
		...more,
	});
	return { passed: of('Verify').items.length, error: run.data.resultData.error?.message };
}

/** The work in an execution that dies with its worker, so that nothing learns of its end. */
async function dying<T>(work: () => Promise<T>): Promise<T> {
	const hooks = jest.spyOn(ExecutionLifecycleHooks.prototype, 'runHook').mockResolvedValue(undefined);
	return await work().finally(() => hooks.mockRestore());
}

describe('in queue mode, an event whose worker died', () => {
	runAsWorker();

	it('fails the next executions until a person retries one, and is then settled', async () => {
		expect(await dying(async () => await verify([1]))).toEqual({ passed: 1 });
		const nodeType = nodeOfAnotherProcess(NODE);
		const error = 'Not run: another execution started this event and has not finished it';
		expect(await verify([1], { nodeType })).toEqual({ passed: 0, error });
		expect(await verify([1], { nodeType, mode: 'retry' })).toEqual({ passed: 1 });
		expect(await verify([1], { nodeType })).toEqual({ passed: 0 });
	});
});

it('a thousand events are all remembered after a restart', async () => {
	const numbers = Array.from({ length: 1_000 }, (_, number) => 100 + number);
	expect(await verify(numbers)).toEqual({ passed: 1_000 });
	expect(await verify(numbers, { nodeType: nodeOfAnotherProcess(NODE) })).toEqual({ passed: 0 });
});
