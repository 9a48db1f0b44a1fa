import fs from 'node:fs';
import path from 'node:path';

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { badRequest, forbidden } from '../base/errors';
import { ids } from '../resources';
import { keys } from '../resources/seed';
import type { Sandbox } from '../world/sandbox';
import type { Parameter } from './declaration';
import { controlFunctions } from './functions';

/** A declared function. Its types do not matter here, because its schemas check the values. */
interface AnyFunction {
	route: string | readonly string[];
	parameters: readonly Parameter[];
	run: (sandbox: Sandbox, ...values: unknown[]) => unknown;
	answer?: (result: unknown) => unknown;
}

/** @throws {ServiceError} 400 with the place of the invalid value */
function check(schema: z.ZodTypeAny, value: unknown, place: string): unknown {
	const { data, error } = schema.safeParse(value);
	if (!error) return data;
	const problems = error.issues.map(({ path, message }) => [place, ...path].join('.') + `: ${message}`);
	throw badRequest(problems.join('; '));
}

/** The values of a request, in the order of the function's parameters. */
function valuesOf(parameters: readonly Parameter[], path: string, request: FastifyRequest): unknown[] {
	const inPath = new Set([...path.matchAll(/:(\w+)/g)].map(([, name]) => name));
	const params = request.params as Record<string, unknown>;
	const fields = parameters.filter(({ name }) => !inPath.has(name) && name !== 'body');
	const shape = Object.fromEntries(fields.map(({ name, schema }) => [name, schema]));
	const takesBody = parameters.some(({ name }) => name === 'body');
	const body = takesBody
		? {}
		: (check(z.object(shape).strict(), request.body ?? {}, 'body') as Record<string, unknown>);
	return parameters.map(({ name, schema }) => {
		if (name === 'body') return check(schema, request.body ?? {}, 'body');
		return inPath.has(name) ? check(schema, params[name], name) : body[name];
	});
}

function addFunction(app: FastifyInstance, sandbox: Sandbox, declared: AnyFunction): void {
	const { parameters, run, answer } = declared;
	for (const route of [declared.route].flat()) {
		const [method = '', url = ''] = route.split(' ');
		app.route({
			method,
			url,
			handler: async (request, reply) => {
				const result = await run(sandbox, ...valuesOf(parameters, url, request));
				return answer ? answer(result) : reply.code(204).send();
			},
		});
	}
}

const CONSOLE = path.join(__dirname, '..', 'console');

/** The console for browsers under `/sandbox`: one page, its style and its script, which load nothing else. */
function addConsole(app: FastifyInstance): void {
	const files = { 'console.css': 'text/css', 'console.js': 'text/javascript' };
	for (const [file, type] of Object.entries(files)) {
		app.get(`/${file}`, async (_request, reply) =>
			reply.type(`${type}; charset=utf-8`).send(fs.readFileSync(path.join(CONSOLE, file), 'utf8')),
		);
	}
}

/** Whether a browser sends the request, and not a program. */
const wantsPage = ({ headers }: FastifyRequest) => headers.accept?.includes('text/html') === true;

/**
 * The control API under `/sandbox`, which causes events and shows what happened. It takes no key. So it accepts
 * requests only from this machine, and none from pages of other sites.
 */
export function addControlRoutes(root: FastifyInstance, sandbox: Sandbox): void {
	root.register(
		async (app) => {
			app.addHook('onRequest', async ({ hostname, headers }) => {
				const isOtherSite = headers.origin !== undefined && headers.origin !== `http://${headers.host}`;
				if (isOtherSite || !['127.0.0.1', 'localhost'].includes(hostname)) {
					throw forbidden('The control API accepts only requests from this machine.');
				}
			});

			addConsole(app);
			app.get('/', async (request, reply) => {
				if (!wantsPage(request)) return await reply.send(access());
				const page = fs.readFileSync(path.join(CONSOLE, 'page.html'), 'utf8');
				return await reply
					.type('text/html; charset=utf-8')
					.header('content-security-policy', "default-src 'self'; img-src data:; frame-ancestors 'none'")
					.send(page);
			});
			const access = () => ({
				name: 'Rewards and engagement sandbox',
				baseUrl: sandbox.baseUrl,
				appUrl: sandbox.baseUrl,
				realmId: ids.realm,
				key: keys.admin,
				keys,
				ids,
				links: ['ledger', 'deliveries', 'requests', 'faults'].map(
					(name) => `${sandbox.baseUrl}/sandbox/${name}`,
				),
				functions: Object.values(controlFunctions).flatMap(({ route }) => route),
			});
			app.get('/requests', () => ({
				data: sandbox.requests,
				contractViolations: sandbox.contractViolations,
			}));
			for (const declared of Object.values(controlFunctions)) {
				addFunction(app, sandbox, declared as unknown as AnyFunction);
			}
		},
		{ prefix: '/sandbox' },
	);
}
