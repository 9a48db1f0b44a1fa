import { useSteadyClock } from '../../harness/clock';
import { until } from '../../harness/process/wait';
import { byId } from '../../harness/workflows/nodes';
import { nodeLoadedAgain } from '../anotherProcess';
import { startTrigger } from '../consent/consentTriggerNode';
import { runGraph } from '../engine';
import { CONSENT_TRIGGER, NODE, START, TRIGGER } from '../nodeTypes';
import { award } from '../payouts';
import { processedValues } from '../processedValues';
import { useService, withoutPauses } from '../sandbox';
import { TriggerNode } from '../triggerNode';

// n8n loads the files of the package again when it is updated. Executions that began before use the earlier ones.
useSteadyClock();
const service = useService();
withoutPauses();
beforeEach(() => processedValues.clear());

it('an event whose execution began before an update of the package runs no second time after it', async () => {
	const trigger = new TriggerNode(
		{ events: ['quest.completed'], options: { respond: 'whenFinished' } },
		service.credential(),
	);
	await trigger.listen();
	await trigger.publish();
	let end = () => {};
	trigger.work = new Promise((resolve) => (end = resolve));
	const body = JSON.stringify({ type: 'quest.completed', data: {} });
	const first = trigger.post(body);
	await until('the run', () => trigger.runs.length > 0);
	trigger.type = nodeLoadedAgain(TRIGGER);
	const receive = jest.spyOn(trigger.type, 'webhook');
	const second = trigger.post(body);
	await until('the second delivery', () => receive.mock.calls.length > 0);
	end();
	expect([(await first).status, (await second).text]).toEqual([
		200,
		expect.stringContaining('delivered before'),
	]);
	expect(trigger.runs).toHaveLength(1);
	await trigger.close();
});

it('a person who was being linked before an update of the package is linked once', async () => {
	const trigger = await startTrigger(service);
	service.control.addFault({ operation: 'consent.exchangeCode', kind: 'delay', delay: 300 });
	const code = service.control.consent(service.ids.app.clientId, service.ids.members.ada);
	const first = trigger.open(`${trigger.url}?code=${code}`);
	const exchanges = () =>
		service.requests.filter(({ operationId }) => operationId === 'consent.exchangeCode').length;
	await until('the exchange', () => exchanges() > 0);
	Object.assign(trigger, { type: nodeLoadedAgain(CONSENT_TRIGGER) });
	const { title } = await trigger.open(`${trigger.url}?code=${code}`);
	expect([title, (await first).title]).toEqual(['Your account is already linked', 'Your account is linked']);
	expect([trigger.runs.length, exchanges()]).toEqual([1, 1]);
	await trigger.close();
});

it('a key whose request began before an update of the package is not released after it', async () => {
	const to = { serviceId: byId(service.ids.members.ada), amount: 5 };
	const payment = award(service, { ...to, repeatProtection: 'key', idempotencyKey: 'order 1' });
	const settling = { resource: 'idempotencyKey', operation: 'release', idempotencyKey: 'order 1' };
	const run = async (name: string, nodeType = nodeLoadedAgain(NODE)) => {
		const { of } = await runGraph({
			credential: service.credential(),
			mode: 'trigger',
			nodes: {
				Start: { type: START },
				Pay: { type: NODE, parameters: payment },
				Settle: { type: NODE, parameters: settling },
			},
			connections: { Start: [[name]] },
			nodeType,
		});
		return of(name);
	};
	service.control.addFault({ operation: 'member.updateBalance', kind: 'delay', delay: 300, times: 1 });
	const paying = run('Pay');
	await until('the request', () => service.requests.length > 0);
	expect((await run('Settle')).error?.message).toBe('Key not released: its request is still being sent');
	expect((await paying).items[0]?.json).toHaveProperty('newBalance');
});
