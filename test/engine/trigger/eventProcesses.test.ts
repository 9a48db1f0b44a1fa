import type { INodeParameters, INodeType, INode } from 'n8n-workflow';
import { HmacSHA256, enc } from 'crypto-js';
import { ExecutionLifecycleHooks } from 'n8n-core';

import { useSteadyClock } from '../../harness/clock';
import { until } from '../../harness/process/wait';
import { processedValues, store } from '../processedValues';
import { nodeOfAnotherProcess, runAsWorker } from '../anotherProcess';
import { useService, withoutPauses } from '../sandbox';
import { TriggerNode } from '../triggerNode';
import { runGraph, type GraphOptions } from '../engine';
import { NEXT, NODE, POLL_TRIGGER, START, TRIGGER } from '../nodeTypes';
import { award, usePayouts } from '../payouts';

useSteadyClock();
const service = useService();
let trigger: TriggerNode;

/** A published trigger. */
async function start(options: INodeParameters): Promise<TriggerNode> {
	const node = new TriggerNode({ events: ['quest.completed'], options }, service.credential());
	await node.listen();
	await node.publish();
	return node;
}

beforeEach(() => processedValues.clear());
afterEach(async () => {
	delete store.wait;
	delete store.written;
	await trigger.close();
	expect(trigger.thrown).toEqual([]);
});

const event = (number = 1) => JSON.stringify({ type: 'quest.completed', data: { number } });

describe('an event that was delivered before a restart of n8n', () => {
	it('runs nothing more, if its execution ended', async () => {
		trigger = await start({});
		await trigger.post(event());
		trigger.restart();
		await trigger.post(event());
		expect([trigger.executions, trigger.runs.length]).toEqual([2, 1]);
	});

	it('runs nothing more, though n8n died while its workflow ran, where it was acknowledged on receipt', async () => {
		trigger = await start({});
		trigger.dies = true;
		await trigger.post(event());
		trigger.restart();
		await trigger.post(event());
		expect(trigger.runs).toHaveLength(1);
	});

	it('runs again, if n8n died while its workflow ran, where the response waits for the workflow', async () => {
		trigger = await start({ respond: 'whenFinished' });
		trigger.dies = true;
		await trigger.post(event());
		trigger.restart();
		trigger.dies = false;
		await trigger.post(event());
		trigger.restart();
		await trigger.post(event());
		expect(trigger.runs).toHaveLength(2);
	});

	it('runs again when a person retries its execution', async () => {
		trigger = await start({});
		await trigger.post(event());
		await trigger.execute(trigger.runs[0]!, 'retry');
		expect(trigger.runs).toHaveLength(2);
	});
});

describe('copies of an event that arrive while the store is busy with another', () => {
	/** Delivers two copies, which wait for the store together. */
	async function deliverCopies(): Promise<number[]> {
		let free = () => {};
		const busy = new Promise<void>((resolve) => (free = resolve));
		let waiting = 0;
		store.wait = async () => {
			waiting++;
			await busy;
		};
		const first = trigger.post(event(0));
		await until('the store', () => waiting > 0);
		const execute = jest.spyOn(trigger.type, 'execute');
		const copies = [trigger.post(event()), trigger.post(event())];
		await until('both copies', () => execute.mock.calls.length === 2);
		free();
		const answers = await Promise.all([first, ...copies]);
		execute.mockRestore();
		return answers.map(({ status }) => status);
	}

	it('run once, where they are acknowledged on receipt', async () => {
		trigger = await start({});
		expect(await deliverCopies()).toEqual([200, 200, 200]);
		expect(trigger.runs).toHaveLength(2);
	});

	it('run once, and wait for each other, where the response waits for the workflow', async () => {
		trigger = await start({ respond: 'whenFinished' });
		expect(await deliverCopies()).toEqual([200, 200, 200]);
		expect(trigger.runs).toHaveLength(2);
	});
});

it('an event runs where the store fails once after it has recorded it', async () => {
	trigger = await start({});
	store.written = () => {
		delete store.written;
		throw new Error('the database was away for a moment');
	};
	expect((await trigger.post(event())).status).toBe(200);
	expect(trigger.runs).toHaveLength(1);
});

it('an option that gives nothing in the execution fails it by its name, so that no event is dropped or doubled', async () => {
	trigger = await start({});
	trigger.parameters = { ...trigger.parameters, options: { deduplicateBy: '={{ null }}' } };
	await trigger.execute([{ json: { eventId: 'a'.repeat(64) } }], 'webhook');
	expect(trigger.failures).toEqual([
		expect.objectContaining({ message: expect.stringContaining('"Deduplicate By" is an expression') }),
	]);
});

describe('in queue mode', () => {
	runAsWorker();

	it('an event runs once, and again only after a failure', async () => {
		trigger = await start({ respond: 'whenFinished' });
		trigger.fails = true;
		expect((await trigger.post(event())).status).toBe(500);
		trigger.fails = false;
		for (let delivery = 0; delivery < 3; delivery++) {
			trigger.restart();
			expect((await trigger.post(event())).status).toBe(200);
		}
		expect(trigger.runs).toHaveLength(2);
	});

	it('an event whose worker may still run it is neither acknowledged nor run again', async () => {
		trigger = await start({ respond: 'whenFinished' });
		trigger.dies = true;
		await trigger.post(event());
		for (let delivery = 0; delivery < 2; delivery++) {
			trigger.restart();
			expect((await trigger.post(event())).status).toBe(500);
		}
		expect(trigger.runs).toHaveLength(1);
	});

	it('an event that two workers take at the same moment runs in one of them', async () => {
		trigger = await start({});
		// The other worker has read the rows before this one wrote them. It writes them back without this one's mark.
		store.written = async () => {
			delete store.written;
			processedValues.clear();
			const { type } = trigger;
			trigger.restart();
			await trigger.post(event());
			trigger.type = type;
		};
		await trigger.post(event());
		expect([trigger.executions, trigger.runs.length]).toEqual([2, 1]);
	});
});

describe('an event that Verify gives', () => {
	const SECRET = 'the secret';

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
});

describe('two triggers with one ID', () => {
	withoutPauses();
	const payouts = usePayouts(service);

	/** A workflow with a second trigger, which a person has made by editing the workflow's JSON. */
	const deliver = async (type: string, twin: Partial<INode>, executionId: string) =>
		await runGraph({
			credential: service.credential(),
			nodes: {
				Start: { type, parameters: { events: ['member.joined'] } },
				Twin: { type, parameters: { events: ['member.joined'] }, ...twin },
				Pay: { type: NODE, parameters: award(service) },
			},
			connections: { Start: [['Pay']], Twin: [['Pay']] },
			input: [{ eventId: 'e1', type: 'member.joined', to: service.ids.members.ada }],
			mode: type === TRIGGER ? 'webhook' : 'trigger',
			executionId,
		});

	describe.each([TRIGGER, POLL_TRIGGER])('%s', (type) => {
		it('runs no event while another trigger has its ID, and says what to do', async () => {
			const { run, of } = await deliver(type, { id: 'id of Start' }, '1');
			expect(of('Start').error).toMatchObject({
				message: 'The nodes "Start" and "Twin" have the same ID',
				description: expect.stringMatching(
					/^Copy one of them, .* Each would drop events of the other\.$/,
				) as string,
			});
			expect(run.data.resultData.runData.Pay).toBeUndefined();
			expect([...processedValues]).toEqual([]);
			expect(payouts.to(service.ids.members.ada)).toEqual([[]]);
		});

		it('runs the event after one of them has its own ID, and once', async () => {
			await deliver(type, { id: 'id of Start' }, '1');
			for (const execution of ['2', '3']) await deliver(type, {}, execution);
			expect(payouts.to(service.ids.members.ada)).toEqual([[5]]);
		});
	});
});
