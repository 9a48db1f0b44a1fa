import { useService } from './sandbox';
import { TriggerNode } from './triggerNode';

const service = useService();

it('a body that n8n has parsed is refused like a wrong signature, because its bytes are gone', async () => {
	const trigger = new TriggerNode({ events: ['quest.completed'] }, service.credential());
	await trigger.listen();
	await trigger.publish();
	const event = JSON.stringify({ type: 'quest.completed', data: {} });
	trigger.hasParsed = true;
	expect(await trigger.post(event)).toMatchObject({ status: 401 });
	trigger.hasParsed = false;
	expect(await trigger.post(event)).toMatchObject({ status: 200 });
	expect([trigger.runs.length, trigger.thrown]).toEqual([1, []]);
	await trigger.close();
});
