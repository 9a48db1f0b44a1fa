import { spawnSync } from 'node:child_process';
import path from 'node:path';

import type { INodeTypeDescription } from 'n8n-workflow';

import { adviceOf, listOf } from '../../scripts/lib/derived/messagesList';
import { parametersTable } from '../../scripts/lib/derived/parametersTables';
import { messagesIn } from '../../scripts/lib/messages';
import { root } from '../../scripts/lib/project';
import { packageNodes } from '../fixtures/generate/nodes';
import reviewed from '../fixtures/nodeDescriptions.json';

it('all generated files are up to date ("npm run generate" writes them)', () => {
	const command = [path.join(root, 'scripts', 'run.mjs'), 'generate', '--check'];
	const { stdout, stderr, status } = spawnSync(process.execPath, command, { cwd: root, encoding: 'utf8' });
	expect([stdout, stderr, status]).toEqual(['All generated files are up to date.\n', '', 0]);
});

/** The entries of a piece of code: each message with each advice. */
const entriesOf = (code: string) =>
	messagesIn(code).flatMap((one) => adviceOf(one).map((advice) => ({ message: one.message, advice })));

describe('the list of messages', () => {
	it('takes a message with its advice, and leaves out what the page says once', () => {
		const code = "throw unsentProblem(`${name} is empty`, 'Fill in the field. Nothing was sent.');";
		expect(entriesOf(code)).toEqual([{ message: '… is empty', advice: 'Fill in the field.' }]);
	});

	it.each([
		['Run it again. If this keeps happening, ask the operator of the service.', 'Run it again.'],
		['It is cut, so two items could share one key. Correct the text.', 'Correct the text.'],
		['Without that node, a duplicate cannot be ruled out. Retry it all.', 'Retry it all.'],
	])('shortens "%s"', (advice, short) => {
		expect(adviceOf({ message: 'It is late', advice: [advice] })).toEqual([short]);
	});

	it('has one entry for messages with the same advice, and no advice that another one contains', () => {
		const list = listOf([
			{ message: 'Not now', advice: ['Run it again.'] },
			{ message: 'Late', advice: ['Run it again.', 'Run it again, or wait.'] },
			{ message: 'Far', advice: ['Run it again.'] },
		]);
		expect(list).toBe('- `Far`, `Not now`: Run it again.\n- `Late`: Run it again, or wait.');
	});

	it('takes each branch, constants of the file and texts in parts', () => {
		const code = `
			const ADVICE = 'Run it again ' + 'a bit later.';
			return { message: isLate ? 'It is late' : 'It is early', advice: ADVICE };
		`;
		expect(entriesOf(code)).toEqual([
			{ message: 'It is late', advice: 'Run it again a bit later.' },
			{ message: 'It is early', advice: 'Run it again a bit later.' },
		]);
	});

	it.each([
		['the name of a field at its start', "throw unsentProblem('\"Amount\" is empty', 'Fill in the field.');"],
		['no advice', "const found = { message: 'It is late' };"],
		[
			'advice that only the running node knows',
			"const found = { message: 'It is late', advice: adviceOf(it) };",
		],
		[
			'advice that starts with such a part',
			"const found = { message: 'It is late', advice: `${why} Then run it.` };",
		],
	])('leaves out a message with %s', (_what, code) => {
		expect(entriesOf(code)).toEqual([]);
	});
});

it('the table of parameters names the collection of a field, its values and their default', () => {
	const properties = [
		{ displayName: 'Note', name: 'note', type: 'notice', default: '' },
		{ displayName: 'Realm ID', name: 'realmId', type: 'string', default: '', description: 'The realm' },
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			default: {},
			options: [
				{
					displayName: 'Respond',
					name: 'respond',
					type: 'options',
					default: 'now',
					description: 'When to respond',
					options: [
						{ name: 'Immediately', value: 'now', description: 'At once' },
						{ name: 'Later', value: 'later', description: 'At the end. It takes longer.' },
					],
				},
			],
		},
	];
	const table = parametersTable({ properties } as INodeTypeDescription);
	expect(table.split('\n').slice(2)).toEqual([
		'| Realm ID | The realm. |',
		'| Options → Respond | When to respond. *Immediately* (default): At once. *Later*: At the end. It takes longer. |',
	]);
});

describe('test/fixtures/nodeDescriptions.json', () => {
	/** Texts, and what test/fixtures/interface.json holds. */
	const ELSEWHERE: ReadonlySet<string> = new Set<keyof INodeTypeDescription>([
		'displayName',
		'icon',
		'subtitle',
		'description',
		'eventTriggerDescription',
		'activationMessage',
		'defaults',
		'builderHint',
		'hints',
		'properties',
	]);

	const descriptions = packageNodes().map(({ description }) => description);

	/** What n8n does with a node, as JSON, because n8n reads the descriptions from a file. */
	function treatmentOf(description: INodeTypeDescription): unknown {
		const entries = Object.entries(description).filter(([name]) => !ELSEWHERE.has(name));
		return JSON.parse(JSON.stringify(Object.fromEntries(entries)));
	}

	it('each node of the package is in test/fixtures/nodeDescriptions.json, and no other', () => {
		expect(Object.keys(reviewed).sort()).toEqual(descriptions.map(({ name }) => name).sort());
	});

	it.each(descriptions.map((description) => [description.name, description] as const))(
		'n8n treats %s as that file says: if you intend the change, edit the file too',
		(name, description) =>
			expect(treatmentOf(description)).toEqual((reviewed as Record<string, unknown>)[name]),
	);
});
