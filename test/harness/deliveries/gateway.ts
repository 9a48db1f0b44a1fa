import { createRequire } from 'node:module';
import path from 'node:path';

import { startReceiver } from '../http/receiver';
import type { N8nHost } from '../n8n/install';
import type { RabbitMq } from '../process/servers';

/** The names of the queues in docs/scaling.md. */
export const EVENTS = 'rewards-events';
export const ASIDE = 'rewards-events-aside';

/** After this number of attempts, the queue moves an event to the dead-letter queue. */
export const MOST_DELIVERIES = 10;

const SIGNATURE_HEADER = 'x-service-signature';

/** The parts of n8n's own RabbitMQ client that this file uses. */
interface Channel {
	assertQueue(name: string, options: object): Promise<unknown>;
	checkQueue(name: string): Promise<{ messageCount: number }>;
	sendToQueue(name: string, body: Buffer, options: object, done: (error: unknown) => void): void;
	get(name: string, options: object): Promise<false | { content: Buffer; properties: { headers?: object } }>;
}

interface Connection {
	createConfirmChannel(): Promise<Channel>;
	on(event: 'error', handler: () => void): void;
	close(): Promise<void>;
}

/** Acknowledges deliveries in place of n8n. */
export interface Gateway {
	/** The URL for deliveries. */
	readonly url: string;
	/** The number of waiting events in a queue, without those under way. */
	waitingIn(queue: string): Promise<number>;
	/** Removes and returns everything in a queue. */
	takeAll(queue: string): Promise<Array<{ body: Buffer; headers: object }>>;
	stop(): Promise<void>;
}

/**
 * A gateway in front of a queue, as in docs/scaling.md. It puts the unchanged body of each delivery and its signature
 * into the queue. It responds with 200 once the queue has stored them on disk. It has no secret and checks nothing.
 * When the queue cannot store it the response is 503, and the service delivers again.
 */
export async function startGateway(host: N8nHost, broker: RabbitMq): Promise<Gateway> {
	const require = createRequire(path.join(host.directory, 'package.json'));
	const client = require('amqplib') as { connect(access: object): Promise<Connection> };
	const connection = await client.connect(broker.access);
	// The next use of the channel reports a broken connection too.
	connection.on('error', () => undefined);
	const channel = await connection.createConfirmChannel();
	await channel.assertQueue(ASIDE, { durable: true, arguments: { 'x-queue-type': 'quorum' } });
	await channel.assertQueue(EVENTS, {
		durable: true,
		arguments: {
			'x-queue-type': 'quorum',
			'x-delivery-limit': MOST_DELIVERIES,
			'x-dead-letter-exchange': '',
			'x-dead-letter-routing-key': ASIDE,
		},
	});
	const put = async (body: Buffer, signature: unknown) =>
		await new Promise<boolean>((resolve) => {
			const headers = signature === undefined ? {} : { [SIGNATURE_HEADER]: signature };
			channel.sendToQueue(EVENTS, body, { persistent: true, headers }, (error) => resolve(!error));
		});
	const { url, stop } = await startReceiver(async ({ body, headers }) => {
		const isTaken = await put(body, headers[SIGNATURE_HEADER]).catch(() => false);
		return { status: isTaken ? 200 : 503 };
	});
	return {
		url,
		waitingIn: async (queue) => (await channel.checkQueue(queue)).messageCount,
		takeAll: async (queue) => {
			const all: Array<{ body: Buffer; headers: object }> = [];
			for (;;) {
				const message = await channel.get(queue, { noAck: true });
				if (!message) return all;
				all.push({ body: message.content, headers: message.properties.headers ?? {} });
			}
		},
		stop: async () => {
			await stop();
			await connection.close().catch(() => undefined);
		},
	};
}
