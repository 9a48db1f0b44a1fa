import fs from 'node:fs';
import path from 'node:path';

import { asGenerated } from '../../scripts/lib/generatedSection';
import { installHost, installNode, type N8nHost } from '../harness/n8n/install';
import { checks } from './checks';
import { measurements } from './measurements';

const N8N = path.join(__dirname, '..', 'n8n');

/** An n8n version with the Node.js that runs it. */
export interface Pairing {
	n8n: string;
	node: string;
	install: () => Promise<N8nHost>;
}

/** The package is tested with these: the oldest n8n that still gets patches, one between, and the newest. */
export const pairings: Pairing[] = [
	withNode('hosts/1.123.81', 'hosts/node-22'),
	withOwnNode('hosts/1.123.81'),
	withNode('hosts/2.20.12', 'hosts/node-22'),
	withOwnNode('hosts/2.20.12'),
	withOwnNode('.'),
];

/** The name of a pairing in the table. */
export function nameOf({ n8n, node }: Pairing): string {
	return `n8n ${n8n}, Node.js ${node}`;
}

/** The part of a version that names its features: 2.41 of 2.41.3. */
export function lineOf(version: string): string {
	return version.split('.').slice(0, 2).join('.');
}

/** Uses the Node.js that is installed with the n8n. */
function withOwnNode(folder: string): Pairing {
	return { ...pinned(folder), install: async () => await installHost(path.join(N8N, folder)) };
}

function withNode(folder: string, nodeFolder: string): Pairing {
	return {
		n8n: pinned(folder).n8n,
		node: pinned(nodeFolder).node,
		install: async () => {
			const node = await installNode(path.join(N8N, nodeFolder));
			return { ...(await installHost(path.join(N8N, folder))), node };
		},
	};
}

function pinned(folder: string): { n8n: string; node: string } {
	const manifest = fs.readFileSync(path.join(N8N, folder, 'package.json'), 'utf8');
	return (JSON.parse(manifest) as { dependencies: { n8n: string; node: string } }).dependencies;
}

const NEWEST = lineOf(pairings[pairings.length - 1]!.n8n);

/** Explains the measurements to operators of an older n8n. Paragraphs of docs/compatibility.md. */
export const differences: string[] = [
	`**Publishing.** Earlier versions register the webhook before the response. n8n ${NEWEST} responds first, and then tries up
to five times.`,
	`**Node.js.** n8n 1.123 allows Node.js 20, but did not start there. The package itself is tested with Node.js 20.`,
	`**Responses.** A redelivery is *ignored* when this process has already received the event. Otherwise n8n starts a second
execution, which drops the event in its first step.`,
	`**Immediately.** n8n 1.123 responds just before it records the execution. If it dies in those milliseconds, the event
is lost. *When Workflow Finishes* avoids it.`,
	`**Manual retry.** n8n 1.123 does not say which execution a retry repeats. For an execution without an event, the
retry sends nothing and reports an unknown outcome, unless the node had already run in it. Check the service, then
run the workflow for the rest.`,
	`**Called workflows.** In n8n 1.123 with queue mode, do not start a workflow that calls others manually while a worker
uses the same keys. The two are not coordinated.`,
	`**Not checked:** queue mode and PostgreSQL with earlier versions. The reliability tests cover them with n8n ${NEWEST}.`,
];

/** The results for one pairing, by the titles of the checks and measurements. */
export interface Findings {
	pairing: Pairing;
	/** `yes`, or the reason of the failure. */
	checks: Map<string, string>;
	measurements: Map<string, string>;
}

/** docs/compatibility.md */
export function document(findings: Findings[], packageVersion: string): string {
	const head = ['', ...findings.map(({ pairing }) => nameOf(pairing))];
	const rows = (titles: string[], of: (found: Findings) => Map<string, string>) => [
		row(head),
		row(head.map(() => '---')),
		...titles.map((title) => row([title, ...findings.map((found) => of(found).get(title) ?? 'not checked')])),
	];
	return [
		'# Compatibility',
		'',
		`The results of \`npm run compatibility\` for version ${packageVersion} of this package, with SQLite. The command writes this page.`,
		'',
		...generated(
			rows(
				checks.map(({ title }) => title),
				(found) => found.checks,
			),
		),
		'',
		'<a id="what-differs"></a>',
		'',
		'## Differences',
		'',
		...generated(
			rows(
				measurements.map(({ title }) => title),
				(found) => found.measurements,
			),
		),
		'',
		...differences.flatMap((paragraph) => [...paragraph.split('\n'), '']),
	].join('\n');
}

/** The command writes the whole page. The marks show that the tables are results. */
const generated = (lines: string[]) => asGenerated('npm run compatibility', lines.join('\n')).split('\n');

/** The pairings and titles of a page, in order. A test compares them with the present checks. */
export function outline(page: string): { pairings: string[]; titles: string[] } {
	const rows = page
		.split('\n')
		.filter((line) => line.startsWith('|'))
		.map((line) => line.split(' | ').map((cell) => cell.replace(/^\| ?| \|$/g, '').trim()));
	const heads = rows.filter(([first]) => first === '');
	return {
		pairings: heads[0]?.slice(1) ?? [],
		titles: rows.map(([first = '']) => first).filter((first) => first !== '' && first !== '---'),
	};
}

/** The expected outline of the page. */
export function wantedOutline(): ReturnType<typeof outline> {
	return {
		pairings: pairings.map(nameOf),
		titles: [...checks, ...measurements].map(({ title }) => title),
	};
}

function row(cells: string[]): string {
	return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
}
