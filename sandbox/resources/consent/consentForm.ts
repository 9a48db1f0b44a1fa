import type { FastifyInstance } from 'fastify';
import { realmIds } from '../../base/ids';
import { find } from '../../base/state';
import type { World } from '../../base/world';
import type { Schema } from '../../contract/document';
import { appOfLink, issueCode, withQuery } from './codes';

interface Decision {
	client_id: string;
	redirect_uri: string;
	member_id: string;
	decision: 'approve' | 'deny';
	state?: string;
}

const text: Schema = { type: 'string' };

const decisionSchema: Schema = {
	type: 'object',
	required: ['client_id', 'redirect_uri', 'member_id', 'decision'],
	properties: {
		client_id: text,
		redirect_uri: text,
		member_id: text,
		decision: { enum: ['approve', 'deny'] },
		state: text,
	},
};

/** Receives the form of the consent page, which is not part of the documented API. */
export function addConsentForm(root: FastifyInstance, world: World): void {
	root.register(async (app) => {
		// Only this route accepts a form. The API accepts JSON.
		app.addContentTypeParser(
			'application/x-www-form-urlencoded',
			{ parseAs: 'string' },
			(_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body.toString()))),
		);
		app.post<{ Body: Decision }>(
			'/oauth/authorize',
			{ schema: { body: decisionSchema } },
			({ body }, reply) => {
				const { state } = world;
				const client = appOfLink(state, body.client_id, body.redirect_uri);
				const back = (answer: Record<string, string>) => {
					const returned: Record<string, string> =
						client.returnsState && body.state ? { state: body.state } : {};
					return reply.redirect(withQuery(body.redirect_uri, { ...answer, ...returned }), 303);
				};
				if (body.decision === 'deny') return back({ error: 'access_denied' });
				const { members } = find(state.realms, realmIds.realm, 'realm');
				const member = find(members, body.member_id, 'member');
				return back({
					code: issueCode(state, client, member.id, body.redirect_uri),
					response_type: 'code',
				});
			},
		);
	});
}
