import Fastify, {
	type FastifyError,
	type FastifyInstance,
	type FastifyReply,
	type FastifyRequest,
} from 'fastify';
import type { AnyHandler, Call } from '../base/call';
import { badRequest, notFound, ServiceError } from '../base/errors';
import { realmIds } from '../base/ids';
import { authenticate, requireRealm, requireScopes, type ApiKey } from '../base/keys';
import { hideKey, hideSecrets, type LoggedRequest } from '../base/requestLog';
import { find, type Realm } from '../base/state';
import type { Operation, Schema } from '../contract/document';
import { addControlRoutes } from '../control/routes';
import type { Fault } from '../faults/fault';
import { injectAfter, injectBefore } from '../faults/injectFault';
import { handlers, resources } from '../resources';
import type { Sandbox } from '../world/sandbox';

declare module 'fastify' {
	interface FastifyContextConfig {
		/** The operation of the API document that a route serves, or undefined for the control API. */
		operation?: Operation;
	}

	interface FastifyRequest {
		apiKey?: ApiKey;
		fault?: Fault;
		/** A fault gave the response, so it need not match the document. */
		isFaultAnswer?: boolean;
	}
}

const operationOf = (request: FastifyRequest) => request.routeOptions.config.operation;

/** Fastify writes `:name`, and OpenAPI writes `{name}`. */
const fastifyPath = (template: string) => template.replace(/\{(\w+)\}/g, ':$1');

/** Every request to the API gets a log entry, which is filled in step by step. */
function log(sandbox: Sandbox, request: FastifyRequest): LoggedRequest | undefined {
	const path = request.url.split('?')[0] ?? '';
	if (path === '/sandbox' || path.startsWith('/sandbox/')) return undefined;
	const logged: LoggedRequest = {
		at: new Date().toISOString(),
		method: request.method,
		path,
		operationId: operationOf(request)?.operationId ?? null,
		query: typeof request.query === 'object' ? { ...request.query } : null,
		body: null,
		headers: hideKey(request.headers),
		key: null,
		status: null,
		acted: false,
		records: null,
		fault: null,
		faultId: null,
	};
	request.logged = logged;
	sandbox.requests.push(logged);
	return logged;
}

/**
 * Checks key, rate limit, scopes and realm, in this order. So a client without a key does not use up the realm's
 * requests.
 */
function admit(sandbox: Sandbox, request: FastifyRequest, reply: FastifyReply): void {
	const operation = operationOf(request);
	if (!operation?.scopes) return;
	const key = authenticate(request.headers.authorization, sandbox.state.keys);
	request.apiKey = key;
	if (request.logged) request.logged.key = key.name;
	if (sandbox.limiter) reply.headers(sandbox.limiter.take(key.realmId));
	requireScopes(key, operation.scopes);
	const { realmId } = request.params as { realmId?: string };
	if (realmId !== undefined) requireRealm(key, realmId, sandbox.state.realms.has(realmId));
}

/** Chooses the fault of a request, and lets it hit now if it comes before the action. */
async function beforeActing(
	sandbox: Sandbox,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<boolean> {
	const operation = operationOf(request);
	if (request.logged) request.logged.body = hideSecrets(request.body ?? null);
	const fault = operation && sandbox.faults.draw(operation);
	if (!fault) return false;
	request.fault = fault;
	if (request.logged) Object.assign(request.logged, { fault: fault.kind, faultId: fault.id });
	if (fault.when === 'after') return false;
	request.isFaultAnswer = fault.kind !== 'delay';
	return injectBefore(fault, request, reply, sandbox.stopping.signal);
}

/** Replaces a response that breaks the document with a 500, so that the bug is noticed. */
function checkAnswer(sandbox: Sandbox, request: FastifyRequest, reply: FastifyReply, body: string): string {
	const operation = operationOf(request);
	if (!operation || request.isFaultAnswer) return body;
	const problem = sandbox.contract.checkAnswer(operation, {
		status: reply.statusCode,
		headers: reply.getHeaders(),
		body,
	});
	if (!problem) return body;
	sandbox.violate(operation.operationId, problem);
	reply.code(500).type('application/json; charset=utf-8');
	return JSON.stringify({ error: 'Contract violation', message: problem });
}

async function onSend(
	sandbox: Sandbox,
	request: FastifyRequest,
	reply: FastifyReply,
	payload: unknown,
): Promise<unknown> {
	if (payload !== null && payload !== undefined && typeof payload !== 'string') return payload;
	const { fault, logged } = request;
	let body = checkAnswer(sandbox, request, reply, payload ?? '');
	if (fault?.when === 'after') {
		body = await injectAfter(fault, request, reply, body, sandbox.stopping.signal);
	}
	if (logged) logged.status = reply.statusCode;
	// A 204 has no payload at all, which differs from an empty one.
	return body === '' && !payload ? payload : body;
}

/** Turns any error into a response of the document. */
function answerError(
	sandbox: Sandbox,
	error: FastifyError,
	request: FastifyRequest,
	reply: FastifyReply,
): void {
	const refusal = error instanceof ServiceError ? error : frameworkRefusal(error);
	if (refusal) {
		const body = inWords(operationOf(request), refusal) ?? refusal.body;
		reply.code(refusal.status).headers(refusal.headers).send(body);
		return;
	}
	sandbox.violate(operationOf(request)?.operationId ?? request.url, error.stack ?? error.message);
	reply.code(500).send({ error: 'Internal Server Error', message: null });
}

/**
 * The body of a refusal for which the document has only a text. Some operations call the text `message` instead of
 * `error`.
 */
function inWords(operation: Operation | undefined, { status, message }: ServiceError) {
	const { required = [] } = operation?.responses[status]?.content?.['application/json']?.schema ?? {};
	return JSON.stringify(required) === '["message"]' ? { message } : undefined;
}

/** Refusals of Fastify itself: a body that is no JSON, or that breaks the document. */
function frameworkRefusal(error: FastifyError): ServiceError | undefined {
	const status = error.statusCode ?? 500;
	return error.validationContext !== undefined || status < 500 ? badRequest(error.message) : undefined;
}

function serve(sandbox: Sandbox, handler: AnyHandler, request: FastifyRequest, reply: FastifyReply) {
	const { realmId = request.apiKey?.realmId ?? realmIds.realm } = request.params as { realmId?: string };
	const realm: Realm = find(sandbox.state.realms, realmId, 'realm');
	const { apiKey: key, params, query, body } = request;
	// The document has checked these values, so they match the types of the handler.
	const answer = handler({ world: sandbox, key, realm, params, query, body } as unknown as Call<never>);
	if (request.logged) Object.assign(request.logged, { acted: true, records: recordsIn(answer.body) });
	return reply
		.code(answer.status)
		.headers(answer.headers ?? {})
		.send(answer.body);
}

/** A list is the whole body, or it is in `data`. */
function recordsIn(body: unknown): number | null {
	const { data = body } = (body ?? {}) as { data?: unknown };
	return Array.isArray(data) ? data.length : null;
}

/**
 * Adds one route per operation of the document, and one more per alias of its path.
 *
 * @throws Error when an operation has no handler
 */
function addOperations(app: FastifyInstance, sandbox: Sandbox): void {
	const { contract } = sandbox;
	for (const operation of contract.operations) {
		const handler = handlers.get(operation.operationId);
		if (!handler) throw new Error(`No handler serves ${operation.operationId}.`);
		const isBodyOptional = !operation.requestBody?.required;
		for (const path of [operation.path, ...(operation['x-aliases'] ?? [])]) {
			app.route({
				method: operation.method,
				url: fastifyPath(path),
				config: { operation },
				schema: contract.requestSchemas(operation),
				validatorCompiler: ({ schema, httpPart }) =>
					contract.requestValidator(schema as Schema, httpPart, isBodyOptional && httpPart === 'body'),
				handler: async (request, reply) => serve(sandbox, handler, request, reply),
			});
		}
	}
}

/** Builds the HTTP server of a sandbox, which does not listen yet. */
export function buildServer(
	sandbox: Sandbox,
	onRequestDone?: (request: LoggedRequest) => void,
): FastifyInstance {
	const app = Fastify({ logger: false, exposeHeadRoutes: false, forceCloseConnections: true });

	// A request with the content type JSON and no content, such as a DELETE, has no body.
	app.removeContentTypeParser('application/json');
	app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
		if (body === '') return done(null, undefined);
		try {
			done(null, JSON.parse(body.toString()));
		} catch {
			done(badRequest('The body is not JSON.'));
		}
	});
	app.setValidatorCompiler(({ schema, httpPart }) =>
		sandbox.contract.requestValidator(schema as Schema, httpPart),
	);
	// Responses are checked as text just before sending. Until then, no serializer may drop fields.
	app.setSerializerCompiler(() => (data) => JSON.stringify(data));

	app.addHook('onRequest', async (request, reply) => {
		const logged = log(sandbox, request);
		// This event also comes after a broken connection, unlike the end of a response.
		if (logged) reply.raw.once('close', () => onRequestDone?.(logged));
		admit(sandbox, request, reply);
	});
	app.addHook('preValidation', async (request, reply) => {
		return (await beforeActing(sandbox, request, reply)) ? reply : undefined;
	});
	app.addHook('onSend', async (request, reply, payload) => onSend(sandbox, request, reply, payload));
	app.setErrorHandler<FastifyError>((error, request, reply) => answerError(sandbox, error, request, reply));
	app.setNotFoundHandler((request) => {
		throw notFound(`There is no ${request.method} ${request.url.split('?')[0]}.`);
	});

	addOperations(app, sandbox);
	for (const { addPages } of resources) addPages?.(app, sandbox);
	addControlRoutes(app, sandbox);
	return app;
}
