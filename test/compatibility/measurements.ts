import { randomUUID } from 'node:crypto';

import { sign } from '../../sandbox/base/deliveries';
import { hooksOf, publishReporter, emit, type Stage } from './stage';

const POSTS = 20;

/** Something that differs between versions of n8n and that users or maintainers should know. */
export interface Measurement {
	title: string;
	run: (stage: Stage) => Promise<string>;
}

export const measurements: Measurement[] = [
	{ title: 'Publishing', run: publishing },
	{ title: 'Answer to an accepted delivery', run: async (stage) => await answers(stage, 'onReceived') },
	{ title: 'Answer when finished', run: async (stage) => await answers(stage, 'whenFinished') },
	{ title: 'Runs that n8n has recorded when it answers a delivery', run: recorded },
	{ title: 'Executions that a repeat leaves behind', run: leftByRepeat },
];

async function publishing(stage: Stage): Promise<string> {
	const { id } = await publishReporter(stage, 'measure.publishing');
	const { status } = await stage.client.file(`rest/workflows/${id}/publication-status`);
	return status === 200 ? 'answered first, done after' : 'done when answered';
}

async function answers(stage: Stage, acknowledge: string): Promise<string> {
	const event = `measure.${acknowledge}`;
	await publishReporter(stage, event, { acknowledge });
	const { delivery } = emit(stage, event);
	await stage.service.control.settled();
	const repeated = stage.service.control.repeatDelivery(delivery.id);
	await stage.service.control.settled();
	const [first, second] = [delivery, repeated].map((one) => {
		const { status, responseBody } = one?.attempts[0] ?? {};
		return `${status} \`${responseBody === '' ? '(empty)' : responseBody}\``;
	});
	return `${first}; repeated: ${second}`;
}

/** Asks for the executions right after each answer. */
async function recorded(stage: Stage): Promise<string> {
	const workflow = await publishReporter(stage, 'measure.recorded');
	const hook = hooksOf(stage).find(({ events }) => events.includes('measure.recorded'));
	let found = 0;
	for (let count = 1; count <= POSTS; count++) {
		const data = { number: -count, unique: randomUUID() };
		const { realmId } = stage.service;
		const body = JSON.stringify({
			type: 'measure.recorded',
			timestamp: new Date().toISOString(),
			realmId,
			data,
		});
		const signature = sign(body, hook?.secret ?? '');
		await fetch(hook?.url ?? '', {
			method: 'POST',
			headers: { 'content-type': 'application/json', 'x-service-signature': signature },
			body,
		});
		if ((await stage.client.listExecutions(workflow.id)).length >= count) found += 1;
	}
	return `${found} of ${POSTS}`;
}

async function leftByRepeat(stage: Stage): Promise<string> {
	const workflow = await publishReporter(stage, 'measure.repeat');
	const { delivery } = emit(stage, 'measure.repeat');
	await stage.service.control.settled();
	await stage.client.waitForExecutions(workflow.id);
	stage.service.control.repeatDelivery(delivery.id);
	await stage.service.control.settled();
	const executions = await stage.client.waitForExecutions(workflow.id);
	return String(executions.length - 1);
}
