import type { FastifyReply, FastifyRequest } from 'fastify';
import { sleep } from '../base/stopping';
import type { Fault } from './fault';
import { faultAnswer, half, type FaultAnswer } from './faultAnswer';

/** For a response that never comes: the connection stays open until the client or the service closes it. */
const never = () => new Promise<never>(() => undefined);

function put({ status, headers }: FaultAnswer, reply: FastifyReply): void {
	// Removes the real headers with the limit, because they would tell the client too much.
	if (status === 429) {
		for (const name of Object.keys(reply.getHeaders())) {
			if (name.startsWith('x-ratelimit-')) reply.removeHeader(name);
		}
	}
	if (status !== null) reply.code(status);
	reply.headers(headers);
}

/**
 * Lets a fault hit a request before the service acts.
 *
 * @returns true when the request is finished, false when the service continues
 */
export async function injectBefore(
	fault: Fault,
	request: FastifyRequest,
	reply: FastifyReply,
	stopping: AbortSignal,
): Promise<boolean> {
	await sleep(fault.delay ?? 0, stopping);
	const answer = faultAnswer(fault);
	if (fault.kind === 'delay') return false;
	if (answer) {
		put(answer, reply);
		reply.send(answer.body);
		return true;
	}
	reply.hijack();
	if (fault.kind === 'drop') request.raw.socket.destroy();
	return true;
}

/**
 * Lets a fault hit a response after the service acted.
 *
 * @param body the text of the response
 * @returns the text to send instead
 */
export async function injectAfter(
	fault: Fault,
	request: FastifyRequest,
	reply: FastifyReply,
	body: string,
	stopping: AbortSignal,
): Promise<string> {
	await sleep(fault.delay ?? 0, stopping);
	const { socket } = request.raw;
	switch (fault.kind) {
		case 'delay':
			return body;
		case 'timeout':
			return never();
		case 'drop':
			socket.destroy();
			return never();
		case 'cut':
			reply.raw.writeHead(reply.statusCode, {
				'content-type': String(reply.getHeader('content-type')),
				'content-length': Buffer.byteLength(body),
			});
			reply.raw.write(half(body), () => socket.destroy());
			return never();
		default: {
			const answer = faultAnswer(fault, body);
			if (!answer) return body;
			put(answer, reply);
			return answer.body;
		}
	}
}
