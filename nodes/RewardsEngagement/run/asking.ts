import type { Client } from '../api/client';
import { questionOf } from '../api/http';
import type { Ask } from '../declare/operation';

/** @param asked earlier requests of the run, with their responses */
export function askingWith(client: Client, asked: Map<string, Promise<unknown>>): Ask {
	return async (request) => {
		if (request.policy.effect !== 'read') throw new Error('Only what changes nothing is asked beforehand');
		const question = questionOf(client.connection, request);
		const answer = asked.get(question) ?? client.send(request).then(({ body }) => body);
		asked.set(question, answer);
		return await answer;
	};
}
