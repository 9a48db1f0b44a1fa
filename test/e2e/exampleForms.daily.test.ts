// Every day, because it needs a real n8n. At once: test/project/workflows.test.ts.
import { installHost } from '../harness/n8n/install';
import type { Execution } from '../harness/n8n/client';
import { waitFor } from '../harness/process/wait';
import { EXAMPLE_STEP_MS, itemsOf, useExampleRuns } from '../harness/workflows/exampleRuns';
import { importExample, triggerOf, useLedgerOfExamples } from '../harness/workflows/examples';
import { sheetsOf, type SheetRow, type Sheets } from '../harness/workflows/sheets';

const runs = useExampleRuns();
const { awards, executionAfter, importFilled, usePublished } = runs;
const unsettled = useLedgerOfExamples(() => runs.service.control.ledger().entries);

const LOGIN = { user: 'team', password: 'of the form' };
const headers = { authorization: `Basic ${btoa(`${LOGIN.user}:${LOGIN.password}`)}` };
const members = () => runs.service.ids.members;

afterEach(() => runs.service.control.clearFaults());

/** Submits the form that starts a workflow, and opens its last page like a browser. */
async function submit(
	workflow: { id: string },
	fields: Array<string | File>,
): Promise<{ page: string; execution: Execution }> {
	let page = '';
	const execution = await executionAfter(workflow, async () => {
		const body = new FormData();
		fields.forEach((field, index) => body.set(`field-${index}`, field));
		const { webhookId } = triggerOf(await runs.client.getWorkflow(workflow.id));
		const form = `${runs.n8n.url}/form/${webhookId}`;
		const answer = (await (await fetch(form, { method: 'POST', headers, body })).json()) as {
			formWaitingUrl: string;
		};
		const statusUrl = answer.formWaitingUrl.replace('?', '/n8n-execution-status?');
		const status = await waitFor('the last page', EXAMPLE_STEP_MS, async () => {
			const now = await (await fetch(statusUrl, { headers })).text();
			return ['running', 'new', 'null'].includes(now) ? undefined : now;
		});
		if (status !== 'form-waiting') return;
		page = await (await fetch(answer.formWaitingUrl, { headers })).text();
		await fetch(answer.formWaitingUrl, { method: 'POST', headers });
	});
	return { page, execution };
}

describe('form-points', () => {
	const workflow = usePublished(async () => await importFilled('form-points'));
	const claim = async (email: string, codeWord = 'sunshine') =>
		await submit(workflow, ['Somebody', email, codeWord]);

	it('awards a member once per campaign, and says so on the last page', async () => {
		const before = awards().length;
		const first = await claim(' Ada@Members.example', 'Sunshine ');
		expect(first.execution.data.resultData.error).toBeUndefined();
		expect(first.page).toContain('Points awarded');
		expect(first.page).toContain('You received 50 points.');
		const second = await claim('ada@members.example');
		expect(second.page).toContain('Already awarded');
		expect((await claim('bruno@members.example')).page).toContain('Points awarded');
		expect(awards().slice(before)).toEqual([
			{ to: members().ada, amount: 50 },
			{ to: members().bruno, amount: 50 },
		]);
	});

	it('awards the same member again in another campaign', async () => {
		const saved = await runs.client.getWorkflow(workflow.id);
		const text = JSON.stringify(saved.nodes).replace('"summer"', '"autumn"');
		const nodes = JSON.parse(text) as typeof saved.nodes;
		await runs.client.publish(await runs.client.updateWorkflow({ ...saved, nodes }));
		const before = awards().length;
		expect((await claim('ada@members.example')).page).toContain('Points awarded');
		expect(awards().slice(before)).toEqual([{ to: members().ada, amount: 50 }]);
	});

	it.each([
		['somebody who is not a member', 'nobody@members.example', 'sunshine', 'Not a member'],
		['a wrong code word', 'chen@members.example', 'rain', 'Wrong code word'],
	])('awards nothing for %s, and says why', async (_what, email, codeWord, title) => {
		const before = awards().length;
		const { page, execution } = await claim(email, codeWord);
		expect(execution.status).toBe('success');
		expect(page).toContain(title);
		expect(awards()).toHaveLength(before);
	});

	it('fails with the person in its message when an award is unknown, and does not award again', async () => {
		const operation = 'member.updateBalance';
		runs.service.control.addFault({ operation, kind: 'status', status: 502, when: 'after' });
		const before = awards().length;
		const { page, execution } = await claim('dalia@members.example');
		expect([page, execution.status]).toEqual(['', 'error']);
		expect(execution.data.resultData.error?.message).toMatch(
			/^The points of dalia@members\.example for autumn may not have been awarded: /,
		);
		runs.service.control.clearFaults();
		expect((await claim('dalia@members.example')).execution.status).toBe('error');
		expect(awards().slice(before)).toEqual([{ to: members().dalia, amount: 50 }]);
	});
});

describe('spreadsheet-bulk-awards', () => {
	let sheets: Sheets;
	beforeAll(async () => {
		sheets = sheetsOf(await installHost());
	});

	const workflow = usePublished(async () => {
		const team = { name: 'Team', type: 'httpBasicAuth', data: LOGIN };
		return await importExample(runs.client, 'spreadsheet-bulk-awards', {
			credential: runs.credential,
			otherCredentials: { 'Sheet uploaded': { httpBasicAuth: await runs.client.createCredential(team) } },
		});
	});

	/** Uploads rows as an Excel file, and returns the rows of the file on the last page. */
	async function upload(rows: SheetRow[]) {
		const file = new File([new Uint8Array(sheets.write(rows))], 'awards.xlsx');
		const { page, execution } = await submit(workflow, [file]);
		expect(execution.data.resultData.error).toBeUndefined();
		const [item] = itemsOf(execution, 'Create result file');
		const encoded = /(?:%5B%7B%22data%22[^'"&<]*)/.exec(page)?.[0] ?? '%5B%5D';
		const [shown] = JSON.parse(decodeURIComponent(encoded)) as Array<{
			data: { data: number[] };
			fileName: string;
		}>;
		expect(shown?.fileName).toBe(item?.binary?.data?.fileName);
		return { page, rows: sheets.read(Buffer.from(shown!.data.data)) };
	}

	const row = (payout: string | number, name: string, amount: string | number): SheetRow => ({
		payout,
		email: `${name}@members.example`,
		amount,
		note: `for ${name}`,
	});
	const resultsOf = (rows: SheetRow[]) => rows.map(({ payout, result }) => [payout, result]);

	const good = [row(1, 'ada', 10), row('two', 'bruno', 20), row(3, 'ada', 10)];
	const bad = [
		row(4, 'nobody', 5),
		row(5, 'chen', 'ten'),
		row(6, 'chen', 0),
		row('', 'chen', 7),
		row(7, 'chen', 98),
		row(7, 'chen', 99),
		{ ...row(8, 'chen', 8), email: '' },
	];

	it('awards each row once, and returns each row of the sheet with one result', async () => {
		const before = awards().length;
		const { page, rows } = await upload([...good, ...bad]);
		expect(awards().slice(before)).toEqual([
			{ to: members().ada, amount: 10 },
			{ to: members().bruno, amount: 20 },
			{ to: members().ada, amount: 10 },
		]);
		expect(page).toContain('3 of 10 rows were awarded.');
		expect(rows.map(({ result: _result, ...columns }) => columns)).toEqual([...good, ...bad]);
		expect(resultsOf(rows)).toEqual([
			[1, 'awarded'],
			['two', 'awarded'],
			[3, 'awarded'],
			...bad.map(({ payout }): unknown[] => [payout, expect.stringMatching(/^failed: /)]),
		]);
	});

	it('awards nothing again when the same sheet is uploaded again, and then the corrected row', async () => {
		const before = awards().length;
		const { rows } = await upload([...good, row(4, 'chen', 5), row(4, 'chen', 5)]);
		expect(resultsOf(rows)).toEqual([
			[1, 'already awarded'],
			['two', 'already awarded'],
			[3, 'already awarded'],
			[4, 'awarded'],
			[4, 'already awarded'],
		]);
		expect(awards().slice(before)).toEqual([{ to: members().chen, amount: 5 }]);
	});

	it('says that an outcome is unknown, and does not award the row again', async () => {
		const operation = 'member.updateBalances';
		runs.service.control.addFault({ operation, kind: 'status', status: 502, when: 'after', times: 1 });
		const before = awards().length;
		const rows = [row(11, 'dalia', 30)];
		const advice = /^outcome unknown: .+ use Idempotency Key → Confirm[.,]/;
		for (let times = 0; times < 2; times++)
			expect(resultsOf((await upload(rows)).rows)).toEqual([[11, expect.stringMatching(advice)]]);
		expect(awards().slice(before)).toEqual([{ to: members().dalia, amount: 30 }]);
	});

	it('awards nothing of a sheet that costs more than is allowed', async () => {
		const before = awards().length;
		const { rows } = await upload([row(21, 'ada', 9_999), row(22, 'bruno', 2)]);
		expect(resultsOf(rows)).toEqual([
			[21, expect.stringMatching(/^failed: Not sent: a total of /)],
			[22, expect.stringMatching(/^failed: Not sent: a total of /)],
		]);
		expect(awards()).toHaveLength(before);
	});

	it('deducts negative amounts, and accepts an email with spaces and in other case', async () => {
		const before = runs.balance(members().ada);
		const { rows } = await upload([{ ...row(31, 'ada', -5), email: ' Ada@Members.example ' }]);
		expect(resultsOf(rows)).toEqual([[31, 'awarded']]);
		expect(runs.balance(members().ada)).toBe(before - 5);
	});

	it('accepts no sheet from somebody without the login', async () => {
		const { webhookId } = triggerOf(await runs.client.getWorkflow(workflow.id));
		const answer = await fetch(`${runs.n8n.url}/form/${webhookId}`, { method: 'POST', body: new FormData() });
		expect([401, 403]).toContain(answer.status);
	});
});

test('every example that pays has moved points in the ledger, and no other has', () =>
	expect(unsettled()).toEqual([]));

test('the service kept to its own description throughout, and its ledger is balanced', () => {
	expect(runs.service.contractViolations).toEqual([]);
	expect(runs.service.control.ledger().sum).toBe(0);
});
