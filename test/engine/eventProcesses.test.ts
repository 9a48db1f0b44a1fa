import type { INodeParameters } from 'n8n-workflow';

import { useSteadyClock } from '../harness/clock';
import { until } from '../harness/process/wait';
import { processedValues, store } from './processedValues';
import { runAsWorker } from './queueMode';
import { useService } from './sandbox';
import { TriggerNode } from './triggerNode';

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
