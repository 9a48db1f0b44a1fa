import type { FastifyInstance } from 'fastify';
import { createControl, type ConsentRules } from './control';
import { forbidden, notFound } from '../errors';
import type { FaultPlan } from '../faults/faultPlan';
import { faultKinds, type FaultRequest } from '../faults/faults';
import type { RateLimit } from '../rateLimit';
import type { Sandbox } from '../sandbox';
import { ids, keys } from '../seed';

const text = { type: 'string', minLength: 1 };

const bodyOf = (properties: Record<string, unknown>, required: string[]) => ({
	body: { type: 'object', required, properties, additionalProperties: false },
});

const appBody = bodyOf(
	{
		redirectUri: { type: 'string', format: 'uri' },
		returnsState: { type: 'boolean' },
		comparesQuery: { type: 'boolean' },
	},
	['redirectUri'],
);

const memberBody = bodyOf({ memberId: text }, ['memberId']);

const fault = {
	kind: { enum: faultKinds },
	when: { enum: ['before', 'after'] },
	delay: { type: 'number', minimum: 0 },
	status: { type: 'integer', minimum: 200, maximum: 599 },
	body: {},
	headers: { type: 'object', additionalProperties: { type: 'string' } },
	retryAfter: { type: 'integer', minimum: 0 },
	retryAfterAs: { enum: ['seconds', 'date'] },
	location: text,
};

const faultBody = bodyOf(
	{
		...fault,
		operation: text,
		times: { type: 'integer', minimum: 1 },
		probability: { type: 'number', exclusiveMinimum: 0, maximum: 1 },
	},
	['operation', 'kind'],
);

const faultPlanBody = bodyOf(
	{
		operation: text,
		seed: { type: 'integer' },
		rate: { type: 'number', minimum: 0, maximum: 1 },
		faults: {
			type: 'array',
			minItems: 1,
			items: bodyOf({ ...fault, weight: { type: 'number', exclusiveMinimum: 0 } }, ['kind']).body,
		},
	},
	['operation', 'seed', 'rate', 'faults'],
);

const rateLimitBody = bodyOf(
	{
		limit: { type: ['integer', 'null'], minimum: 1 },
		windowSeconds: { type: 'integer', minimum: 1, default: 60 },
	},
	['limit'],
);

/**
 * The control API under `/sandbox`: it makes things happen and shows what happened. It takes no key, so it answers
 * only this machine, and no page of another site.
 */
export function addControlRoutes(root: FastifyInstance, sandbox: Sandbox): void {
	const control = createControl(sandbox);
	root.register(
		async (app) => {
			app.addHook('onRequest', async ({ hostname, headers }) => {
				const isOtherSite = headers.origin !== undefined && headers.origin !== `http://${headers.host}`;
				if (isOtherSite || !['127.0.0.1', 'localhost'].includes(hostname)) {
					throw forbidden('The control API answers only this machine.');
				}
			});

			app.get('/', () => ({
				name: 'Sandbox of the rewards and engagement service',
				baseUrl: sandbox.baseUrl,
				appUrl: sandbox.baseUrl,
				realmId: ids.realm,
				key: keys.admin,
				keys,
				ids,
				links: ['ledger', 'deliveries', 'requests', 'faults'].map(
					(name) => `${sandbox.baseUrl}/sandbox/${name}`,
				),
			}));
			app.get('/ledger', () => control.ledger());
			app.get('/deliveries', () => ({ data: control.deliveries() }));
			app.get('/requests', () => ({
				data: sandbox.requests,
				contractViolations: sandbox.contractViolations,
			}));

			app.post<{ Params: { questId: string }; Body: { memberId: string } }>(
				'/quests/:questId/complete',
				{ schema: memberBody },
				({ params, body }) => ({ deliveries: control.completeQuest(params.questId, body.memberId) }),
			);
			app.post<{ Params: { questId: string }; Body: { memberId: string } }>(
				'/quests/:questId/start',
				{ schema: memberBody },
				({ params, body }) => ({ deliveries: control.startQuest(params.questId, body.memberId) }),
			);
			app.post<{ Body: { username: string } }>(
				'/members',
				{ schema: bodyOf({ username: text }, ['username']) },
				({ body }) => ({ member: control.joinMember(body.username) }),
			);
			app.post<{ Params: { memberId: string } }>('/members/:memberId/leave', ({ params }) => ({
				deliveries: control.leaveMember(params.memberId),
			}));
			app.post<{ Params: { storeItemId: string }; Body: { memberId: string } }>(
				'/store/:storeItemId/buy',
				{ schema: memberBody },
				({ params, body }) => ({ purchase: control.buyItem(params.storeItemId, body.memberId) }),
			);
			app.post<{ Body: { type: string; data: Record<string, unknown> } }>(
				'/events',
				{ schema: bodyOf({ type: text, data: { type: 'object' } }, ['type', 'data']) },
				({ body }) => ({ deliveries: control.emit(body.type, body.data) }),
			);
			app.post<{ Params: { deliveryId: string } }>('/deliveries/:deliveryId/repeat', ({ params }) => {
				const delivery = control.repeatDelivery(params.deliveryId);
				if (!delivery) throw notFound('There is no such delivery.');
				return { deliveries: [delivery] };
			});

			app.post<{ Params: { clientId: string }; Body: { redirectUri: string } & ConsentRules }>(
				'/apps/:clientId',
				{ schema: appBody },
				({ params, body: { redirectUri, ...rules } }) => {
					control.setRedirectUri(params.clientId, redirectUri);
					control.setConsentRules(params.clientId, rules);
					return { redirectUri, ...rules };
				},
			);
			app.post<{ Params: { clientId: string }; Body: { memberId: string } }>(
				'/apps/:clientId/consent',
				{ schema: memberBody },
				({ params, body }) => ({ code: control.consent(params.clientId, body.memberId) }),
			);

			app.get('/faults', () => ({ data: control.faults() }));
			app.post<{ Body: FaultRequest }>('/faults', { schema: faultBody }, ({ body }) =>
				control.addFault(body),
			);
			app.delete('/faults', (_request, reply) => {
				control.clearFaults();
				return reply.code(204).send();
			});
			app.post<{ Body: FaultPlan }>('/fault-plan', { schema: faultPlanBody }, ({ body }) => {
				control.setFaultPlan(body);
				return body;
			});
			app.delete<{ Params: { faultId: string } }>('/faults/:faultId', ({ params }, reply) => {
				control.clearFaults(params.faultId);
				return reply.code(204).send();
			});
			app.post<{ Body: { limit: number | null; windowSeconds?: number } }>(
				'/rate-limit',
				{ schema: rateLimitBody },
				({ body: { limit, windowSeconds = 60 } }) => {
					const rate: RateLimit | undefined = limit === null ? undefined : { limit, windowSeconds };
					control.setRateLimit(rate);
					return { rateLimit: rate ?? null };
				},
			);
			app.post('/reset', async () => {
				await control.reset();
				return { reset: true };
			});
		},
		{ prefix: '/sandbox' },
	);
}
