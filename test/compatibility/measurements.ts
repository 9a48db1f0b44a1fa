import { randomUUID } from 'node:crypto';

import { sign } from '../../sandbox/base/deliveries';
import { hooksOf, publishReporter, emit, type Environment } from './environment';

const POSTS = 20;

/** A difference between versions of n8n that users or maintainers should know. */
export interface Measurement {
	title: string;
	run: (environment: Environment) => Promise<string>;
}

export const measurements: Measurement[] = [
	{ title: 'Publishing', run: publishing },
	{
		title: 'Response to an accepted delivery',
		run: async (environment) => await answers(environment, 'immediately'),
	},
	{ title: 'Response when finished', run: async (environment) => await answers(environment, 'whenFinished') },
	{ title: 'Executions recorded before the response', run: recorded },
	{ title: 'Additional executions after a redelivery', run: leftByRepeat },
];

async function publishing(environment: Environment): Promise<string> {
	const { id } = await publishReporter(environment, 'measure.publishing');
	const { status } = await environment.client.file(`rest/workflows/${id}/publication-status`);
	return status === 200 ? 'done after the response' : 'done before the response';
}

async function answers(environment: Environment, respond: string): Promise<string> {
	const event = `measure.${respond}`;
	await publishReporter(environment, event, { respond });
	const { delivery } = emit(environment, event);
	await environment.service.control.settled();
	const repeated = environment.service.control.repeatDelivery(delivery.id);
	await environment.service.control.settled();
	const [first, second] = [delivery, repeated].map((one) => {
		const { status, responseBody } = one?.attempts[0] ?? {};
		return `${status} \`${responseBody === '' ? '(empty)' : responseBody}\``;
	});
	return `${first}, redelivered: ${second}`;
}

/** Reads the executions right after each response. */
async function recorded(environment: Environment): Promise<string> {
	const workflow = await publishReporter(environment, 'measure.recorded');
	const hook = hooksOf(environment).find(({ events }) => events.includes('measure.recorded'));
	let found = 0;
	for (let count = 1; count <= POSTS; count++) {
		const data = { number: -count, unique: randomUUID() };
		const { realmId } = environment.service;
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
		if ((await environment.client.listExecutions(workflow.id)).length >= count) found += 1;
	}
	return `${found} of ${POSTS}`;
}

async function leftByRepeat(environment: Environment): Promise<string> {
	const workflow = await publishReporter(environment, 'measure.repeat');
	const { delivery } = emit(environment, 'measure.repeat');
	await environment.service.control.settled();
	await environment.client.waitForExecutions(workflow.id);
	environment.service.control.repeatDelivery(delivery.id);
	await environment.service.control.settled();
	const executions = await environment.client.waitForExecutions(workflow.id);
	return String(executions.length - 1);
}
