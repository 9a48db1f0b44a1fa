import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';

import { apiDocument } from '../../sandbox/contract/apiDocument';
import {
	bundleDocument,
	listOperations,
	loadDocument,
	resolved,
	type ApiDocument,
	type Schema,
} from '../../sandbox/contract/document';
import { exampleOf } from '../../sandbox/contract/examples';
import { program, root } from '../../scripts/lib/project';

const run = promisify(execFile);
const COMMAND = path.join(root, 'scripts', 'run.mjs');

let folder: string;
let document: ApiDocument;

beforeAll(async () => {
	folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rewards-engagement-document-'));
	document = await apiDocument();
});

afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

/** Every parameter, body and header of a document without references, with its place. */
function carriers(whole: ApiDocument): Array<[string, { schema: Schema; example?: unknown }]> {
	const webhooks = listOperations({ ...whole, paths: whole.webhooks });
	return [...listOperations(whole), ...webhooks].flatMap(
		({ operationId, parameters, requestBody, responses }) => [
			...parameters.map((one) => [`${operationId} ${one.name}`, one] as const),
			...Object.entries(requestBody?.content ?? {}).map(
				([type, one]) => [`${operationId} body ${type}`, one] as const,
			),
			...Object.entries(responses).flatMap(([status, { headers = {}, content = {} }]) =>
				Object.entries({ ...headers, ...content }).map(
					([name, one]) => [`${operationId} ${status} ${name}`, one] as const,
				),
			),
		],
	) as never;
}

/** The linter reports these, but the document must describe the service as it is. */
const OF_THE_SERVICE = ['`/api/v1/realms/{realmId}/members/` should not have a trailing slash.'];

it('the service checks requests and responses against the document that it publishes', async () => {
	expect(await loadDocument()).toEqual(await resolved(await bundleDocument()));
});

describe('the printed document', () => {
	it('has an example for every parameter, request and answer, and each fits its schema', async () => {
		const ajv = addFormats(new Ajv2020({ strict: false, allErrors: true }));
		const all = carriers(await resolved(document));
		expect(all.length).toBeGreaterThan(200);
		const problems = all.flatMap(([place, { schema, example }]) => {
			if (example === undefined) return [`${place} has no example`];
			return ajv.validate(schema, example) ? [] : [`${place}: ${ajv.errorsText()}`];
		});
		expect(problems).toEqual([]);
	});

	it('describes a success response for every operation, and explains each tag', () => {
		for (const { responses } of listOperations(document)) {
			expect(Object.keys(responses)).toContainEqual(expect.stringMatching(/^2\d\d$/));
		}
		const tags = document.tags.map(({ name }) => name);
		for (const { tags: used } of listOperations(document))
			expect(tags).toEqual(expect.arrayContaining(used!));
	});

	it('lets any key read chain data, like all data outside of realms', () => {
		const ofChains = listOperations(document).filter(({ path: at }) => at.startsWith('/api/v1/web3-data/'));
		expect(ofChains.map(({ operationId, scopes }) => [operationId, scopes])).toEqual(
			ofChains.map(({ operationId }) => [operationId, []]),
		);
	});

	it('states a scope only where a source suggests one', () => {
		const without = listOperations(document)
			.filter(({ scopes }) => scopes?.length === 0)
			.map(({ operationId }) => operationId);
		expect(without).toEqual(
			expect.arrayContaining([
				...['get', 'delete', 'download'].map((name) => `export.${name}`),
				...['create', 'delete', 'sync', 'link', 'unlink', 'get', 'getMany'].map(
					(name) => `activation.${name}`,
				),
				...['create', 'delete', 'update', 'getMany'].map((name) => `activationConfig.${name}`),
				...['memberWeb3.linkNfts', 'memberWeb3.unlinkNfts', 'nft.getBalance', 'app.getInstalls'],
			]),
		);
		const scopeOf = (name: string) =>
			listOperations(document).find(({ operationId }) => operationId === name)?.scopes;
		expect(['activation.creditNfts', 'memberWeb3.claim', 'webhook.getMany'].map(scopeOf)).toEqual([
			['points:write'],
			['points:write'],
			['webhooks:write'],
		]);
	});

	it('marks exactly the paging that no source states', async () => {
		const PAGING = ['take', 'after', 'limit', 'cursor', 'page', 'from'];
		const marks = listOperations(await resolved(document)).flatMap(({ operationId, parameters }) => {
			const paging = parameters.filter((one) => one.in === 'query' && PAGING.includes(one.name));
			return paging.length === 0 ? [] : [[operationId, paging.map((one) => one['x-certainty'])] as const];
		});
		const marked = marks.filter(([, certainty]) => certainty.every((mark) => mark === 'I'));
		expect(marked.map(([name]) => name).sort()).toEqual([
			'activation.getMany',
			'activationConfig.getMany',
			'collection.getListings',
			'collection.getNfts',
			'purchase.getMany',
			'quest.getMany',
			'raffle.getActiveEntries',
			'raffle.getEntries',
			'raffle.getMany',
			'storeItem.getMany',
			'task.getMany',
			'taskAction.getMany',
			'taskCondition.getMany',
			'taskTransition.getMany',
			'taskTrigger.getMany',
			'wallet.getListings',
		]);
		const others = marks.filter(([name]) => !marked.some(([one]) => one === name));
		expect(others.flatMap(([, certainty]) => certainty).filter(Boolean)).toEqual([]);
	});

	it('has a pattern exactly for the IDs with a stated format', async () => {
		const patterned = listOperations(await resolved(document)).flatMap(({ operationId, parameters }) =>
			parameters
				.filter(({ schema }) => schema.pattern === '^[0-9a-fA-F]{24}$')
				.map(({ name }) => `${operationId} ${name}`),
		);
		const inRealm = (names: string[]) => names.map((name) => `${name} realmId`);
		const currency = ['getMany', 'create', 'get', 'updateInRealm', 'archive', 'unarchive', 'updateMetadata'];
		const ofMember = ['updateBalance', 'transferBalance', 'updateMetadata'].map((name) => `member.${name}`);
		expect(patterned.sort()).toEqual(
			[
				...inRealm(['member.getMany', 'member.getLeaderboard', 'member.updateBalances', ...ofMember]),
				...inRealm(currency.map((name) => `currency.${name}`)),
				...inRealm(['app.getInstalls']),
				...ofMember.map((name) => `${name} serviceId`),
				...['getAuthorizedRealms', 'searchAuthorizedRealms', 'getInstalls'].map(
					(name) => `app.${name} appId`,
				),
				'app.getAuthorizedRealms from',
			].sort(),
		);
	});

	it.each([
		['activation.create', '400', 'Refused'],
		['memberWeb3.claim', '400', 'Refused'],
		['memberWeb3.getBalances', '400', 'RefusedInWords'],
		['app.getInstalls', '500', 'InstallsFault'],
		['currency.updateInRealm', '400', 'Refused'],
		['nft.get', '500', 'FaultWithMessage'],
		['token.get', '500', 'FaultWithMessage'],
		['wallet.getTokenBalances', '500', 'FaultWithMessage'],
		['currency.create', '400', 'Refused'],
		['currency.archive', '400', 'Refused'],
		['currency.unarchive', '400', 'Refused'],
		['activationConfig.update', '400', 'RefusedInWords'],
	])('gives %s its own form of %s', (name, status, form) => {
		const operation = listOperations(document).find(({ operationId }) => operationId === name)!;
		expect(JSON.stringify(operation.responses[status])).toContain(`/${form}"`);
	});

	it.each(['yaml', 'json'])('is printed as %s', async (format) => {
		const args = [COMMAND, 'api-document', '--format', format];
		const { stdout } = await run(process.execPath, args, { maxBuffer: 2 ** 26 });
		const printed: unknown = format === 'json' ? JSON.parse(stdout) : parse(stdout);
		expect(printed).toEqual(JSON.parse(JSON.stringify(document)));
	});

	it('passes the linter of Redocly, except for problems of the service itself', async () => {
		const file = path.join(folder, 'api.json');
		fs.writeFileSync(file, JSON.stringify(document));
		const args = [program('@redocly/cli', 'bin/cli.js'), 'lint', '--format', 'json', file];
		const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
		const said = await run(process.execPath, args, { cwd: folder, env, maxBuffer: 2 ** 26 }).catch(
			(error: { stdout: string }) => error,
		);
		const { totals, problems } = JSON.parse(said.stdout.slice(said.stdout.indexOf('{'))) as {
			totals: { errors: number; warnings: number };
			problems: Array<{ message: string; location: Array<{ pointer: string }> }>;
		};
		expect(problems.map(({ message }) => message)).toEqual(OF_THE_SERVICE);
		expect(totals).toMatchObject({ errors: OF_THE_SERVICE.length, warnings: 0 });
	}, 120_000);
});

describe('an example', () => {
	it('is built from the examples of the parts', () => {
		const schema = {
			type: 'object',
			properties: {
				name: { type: 'string', examples: ['Ada'] },
				since: { type: ['string', 'null'], format: 'date-time' },
				level: { type: 'integer', minimum: 3 },
				tags: { type: 'array', items: { enum: ['one', 'two'] } },
			},
		};
		expect(exampleOf(schema, 'here')).toEqual({
			name: 'Ada',
			since: '2026-01-31T12:00:00.000Z',
			level: 3,
			tags: ['one'],
		});
	});

	it('that is missing is reported with its name', () => {
		const schema = { type: 'object', properties: { name: { type: 'string' } } };
		expect(() => exampleOf(schema, 'member.get 200')).toThrow('member.get 200.name has no example.');
	});
});
