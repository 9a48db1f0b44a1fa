// Every day, because it needs a separate n8n. At once: test/project/workflows.test.ts.
import { credentialHolder } from '../../sandbox/base/ledger';
import { temporaryFolder } from '../../scripts/lib/folder';
import { LEAN, openTestEnvironment, RUNS_CODE } from '../harness/environment';
import type { Execution } from '../harness/n8n/client';
import { itemsOf, useExampleRuns } from '../harness/workflows/exampleRuns';
import { importExample, useLedgerOfExamples } from '../harness/workflows/examples';
import {
	SECRETS,
	SHOP,
	shopifyOrder,
	startShops,
	stripeCheckout,
	type ShopifyOrder,
	type Shops,
} from '../harness/workflows/shops';

const folder = temporaryFolder('shops');
let shops: Shops;

const runs = useExampleRuns(async () => {
	shops = await startShops(folder.path);
	return await openTestEnvironment({ ...LEAN, ...RUNS_CODE, ...shops.env });
});
const { balance, executionAfter, realm, usePublished } = runs;
const unsettled = useLedgerOfExamples(() => runs.service.control.ledger().entries);

afterAll(async () => {
	await shops?.stop();
	folder.remove();
});
afterEach(() => runs.service.control.clearFaults());

const ofAda = () => runs.service.ids.members.ada;
/** The amounts of all awards and deductions so far. */
const changes = () =>
	realm()
		.ledger.entries.filter(({ memo }) => /^(Award|Deduction)/.test(memo))
		.map(({ memo, amount }) => (memo.startsWith('Award') ? amount : -amount));
const operation = 'memberCredential.updateBalance';
/** The holder of the points of somebody who has not joined. */
function waiting(email: string): string {
	const credential = [...realm().credentials.values()].find((one) => one.oauthAccountId === email);
	return credentialHolder(credential?.id ?? '');
}
const waitingFor = (email: string) => balance(waiting(email));

describe('stripe-payment-points', () => {
	const workflow = usePublished(async () => {
		const stripe = { name: 'Stripe', type: 'stripeApi', data: { secretKey: SECRETS.stripeKey } };
		return await importExample(runs.client, 'stripe-payment-points', {
			credential: runs.credential,
			otherCredentials: {
				'Checkout completed': { stripeApi: await runs.client.createCredential(stripe) },
			},
		});
	});

	const send = async (sent: object): Promise<Execution> =>
		await executionAfter(workflow, async () => expect(await shops.sendStripe(sent)).toBe(200));
	const errorOf = ({ data }: Execution) => data.resultData.error?.message;

	it('registers the webhook at Stripe for the two events of a paid checkout', () =>
		expect(shops.topics()).toEqual([
			'checkout.session.completed',
			'checkout.session.async_payment_succeeded',
		]));

	it('awards a member for a payment, once, however often Stripe sends it', async () => {
		const [before, made] = [balance(ofAda()), changes().length];
		const first = await send(stripeCheckout('1', 'Ada@Members.example', 2_599));
		expect(errorOf(first)).toBeUndefined();
		expect(balance(ofAda())).toBe(before + 25);
		const second = await send(stripeCheckout('1', 'Ada@Members.example', 2_599));
		expect(itemsOf(second, 'Award payment once')).toMatchObject([{ json: { skipped: true } }]);
		await send(stripeCheckout('2', 'ada@members.example', 2_599));
		expect(changes().slice(made)).toEqual([25, 25]);
		expect(balance(ofAda())).toBe(before + 50);
	});

	it('awards a payment by bank transfer when it is paid, and not before', async () => {
		const made = changes().length;
		await send(stripeCheckout('3', 'ada@members.example', 500, { status: 'unpaid' }));
		expect(changes()).toHaveLength(made);
		await send(stripeCheckout('3', 'ada@members.example', 500, { type: 'async_payment_succeeded' }));
		expect(changes().slice(made)).toEqual([5]);
	});

	it('awards nothing for a free checkout, and for less than one point', async () => {
		const made = changes().length;
		const free = await send(stripeCheckout('4', 'ada@members.example', 0, { status: 'no_payment_required' }));
		const small = await send(stripeCheckout('5', 'ada@members.example', 99));
		expect([free.status, small.status]).toEqual(['success', 'success']);
		expect(changes()).toHaveLength(made);
	});

	it('knows currencies without decimals, and fails for one without a price', async () => {
		const made = changes().length;
		await send(stripeCheckout('6', 'ada@members.example', 1_500, { currency: 'jpy' }));
		expect(changes().slice(made)).toEqual([10]);
		const unknown = await send(stripeCheckout('7', 'ada@members.example', 1_500, { currency: 'gbp' }));
		expect(errorOf(unknown)).toMatch(/Amount/);
		expect(changes()).toHaveLength(made + 1);
	});

	it('fails for a payment without an email', async () => {
		const made = changes().length;
		expect((await send(stripeCheckout('14', null, 500))).status).toBe('error');
		expect(changes()).toHaveLength(made);
	});

	it('keeps the points of somebody unknown until they join', async () => {
		await send(stripeCheckout('8', 'lena@members.example', 4_000));
		await send(stripeCheckout('9', 'Lena@members.example', 200));
		expect(waitingFor('lena@members.example')).toBe(42);
		let lena = '';
		const joined = await executionAfter(workflow, () => {
			lena = runs.service.control.joinMember('lena').id;
		});
		expect(errorOf(joined)).toBeUndefined();
		expect(balance(lena)).toBe(42);
		await send(stripeCheckout('8', 'lena@members.example', 4_000));
		await send(stripeCheckout('10', 'lena@members.example', 800));
		expect(balance(lena)).toBe(50);
	});

	it('does not fail when somebody joins for whom nothing waits', async () => {
		const execution = await executionAfter(workflow, () => runs.service.control.joinMember('without-orders'));
		expect(execution.status).toBe('success');
	});

	it('refuses a forged event and an old one, and runs nothing', async () => {
		const before = (await runs.client.listExecutions(workflow.id)).length;
		const forged = stripeCheckout('11', 'ada@members.example', 99_900);
		const old = Math.floor(Date.now() / 1000) - 600;
		expect(await shops.sendStripe(forged, { secret: 'a guess' })).toBe(401);
		expect(await shops.sendStripe(forged, { at: old })).toBe(401);
		expect(await runs.client.listExecutions(workflow.id)).toHaveLength(before);
	});

	it('fails when an outcome is unknown, and does not award again', async () => {
		runs.service.control.addFault({ operation, kind: 'status', status: 502, when: 'after' });
		const made = changes().length;
		const failed = await send(stripeCheckout('12', 'ada@members.example', 700));
		expect(errorOf(failed)).toMatch(/^Outcome unknown: /);
		runs.service.control.clearFaults();
		expect((await send(stripeCheckout('12', 'ada@members.example', 700))).status).toBe('error');
		expect(changes().slice(made)).toEqual([7]);
	});

	it('transfers what waits when the event is sent again, after a transfer failed', async () => {
		const { chen } = runs.service.ids.members;
		const before = balance(chen);
		runs.service.control.addFault({ operation: 'memberCredential.link', kind: 'status', status: 403 });
		const failed = await send(stripeCheckout('15', 'chen@members.example', 600));
		expect(errorOf(failed)).toMatch(/^The points of chen@members\.example were not transferred /);
		runs.service.control.clearFaults();
		expect([balance(chen), waitingFor('chen@members.example')]).toEqual([before, 6]);
		expect(errorOf(await send(stripeCheckout('15', 'chen@members.example', 600)))).toBeUndefined();
		expect(balance(chen)).toBe(before + 6);
	});

	it('awards in a retry what the service refused', async () => {
		runs.service.control.addFault({ operation, kind: 'status', status: 403 });
		const made = changes().length;
		const failed = await send(stripeCheckout('13', 'ada@members.example', 300));
		expect([failed.status, changes().length]).toEqual(['error', made]);
		runs.service.control.clearFaults();
		const retried = await executionAfter(workflow, () => runs.client.retryExecution(failed.id));
		expect(errorOf(retried)).toBeUndefined();
		expect(changes().slice(made)).toEqual([3]);
	});
});

describe('shopify-order-points', () => {
	const workflow = usePublished(async () => {
		const data = {
			shopSubdomain: SHOP,
			accessToken: SECRETS.shopToken,
			appSecretKey: SECRETS.shopSecret,
		};
		const shop = await runs.client.createCredential({ name: 'Shop', type: 'shopifyAccessTokenApi', data });
		return await importExample(runs.client, 'shopify-order-points', {
			credential: runs.credential,
			otherCredentials: { 'Order updated': { shopifyAccessTokenApi: shop } },
		});
	});

	const send = async (sent: object): Promise<Execution> =>
		await executionAfter(workflow, async () => expect(await shops.sendShopify(sent)).toBe(200));
	const errorOf = ({ data }: Execution) => data.resultData.error?.message;

	it('awards a paid order once, however often the shop updates it', async () => {
		const [before, made] = [balance(ofAda()), changes().length];
		const early = await send(shopifyOrder(1, { status: 'pending' }));
		expect([early.status, changes().length]).toEqual(['success', made]);
		expect(errorOf(await send(shopifyOrder(1)))).toBeUndefined();
		await send(shopifyOrder(1));
		await send(shopifyOrder(2, { email: 'Ada@Members.example' }));
		expect(changes().slice(made)).toEqual([25, 25]);
		expect(balance(ofAda())).toBe(before + 50);
	});

	it('awards once when two updates arrive at the same moment', async () => {
		const made = changes().length;
		await executionAfter(workflow, async () => {
			const both = [shopifyOrder(11), shopifyOrder(11)].map(async (sent) => await shops.sendShopify(sent));
			expect(await Promise.all(both)).toEqual([200, 200]);
		});
		await send(shopifyOrder(11));
		expect(changes().slice(made)).toEqual([25]);
	});

	it('takes back the share of each refund once, and in the end all of the order', async () => {
		const made = changes().length;
		await send(shopifyOrder(3));
		const first = { id: 31, amount: '12.95' };
		const second = { id: 32, amount: '12.95' };
		await send(shopifyOrder(3, { status: 'partially_refunded', refunds: [first] }));
		await send(shopifyOrder(3, { status: 'partially_refunded', refunds: [first] }));
		await send(shopifyOrder(3, { status: 'refunded', refunds: [second, first] }));
		expect(changes().slice(made)).toEqual([25, -13, -12]);
	});

	it('takes back a pending refund when it has succeeded, also after a later one', async () => {
		const made = changes().length;
		await send(shopifyOrder(15));
		const pending = { id: 151, amount: '12.95', status: 'pending' };
		const later = { id: 152, amount: '12.95' };
		await send(shopifyOrder(15, { status: 'partially_refunded', refunds: [pending, later] }));
		await send(shopifyOrder(15, { status: 'refunded', refunds: [{ ...pending, status: 'success' }, later] }));
		expect(changes().slice(made)).toEqual([25, -12, -13]);
	});

	it('counts a refund in the currency of the customer as its share of the order', async () => {
		const made = changes().length;
		const refunds = [
			{ id: 41, amount: '1500', currency: 'JPY' },
			{ id: 42, amount: '900', currency: 'JPY', status: 'failure' },
		];
		await send(shopifyOrder(4, { total: '20.00', paid: '3000', refunds, status: 'partially_refunded' }));
		expect(changes().slice(made)).toEqual([20, -10]);
	});

	it('knows currencies with three decimals', async () => {
		const made = changes().length;
		const refunds = [{ id: 121, amount: '0.004' }];
		await send(shopifyOrder(12, { total: '25.999' }));
		await send(shopifyOrder(12, { total: '25.999', refunds, status: 'partially_refunded' }));
		expect(changes().slice(made)).toEqual([25]);
	});

	it('takes back at the price of the day of the order, also after a change of the price', async () => {
		const made = changes().length;
		await send(shopifyOrder(13, { day: '2026-06-30' }));
		const saved = await runs.client.getWorkflow(workflow.id);
		const prices = JSON.stringify(JSON.stringify({ '2026-01-01': 1, '2026-07-01': 2 }));
		const text = JSON.stringify(saved.nodes).replace('"{ \\"2026-01-01\\": 1 }"', () => prices);
		const publish = async (nodes: typeof saved.nodes) => {
			const { versionId } = await runs.client.getWorkflow(workflow.id);
			await runs.client.publish(await runs.client.updateWorkflow({ ...saved, versionId, nodes }));
		};
		await publish(JSON.parse(text) as typeof saved.nodes);
		const refunds = [{ id: 131, amount: '25.90' }];
		const { status } = await send(shopifyOrder(13, { day: '2026-06-30', refunds, status: 'refunded' }));
		await send(shopifyOrder(14, { day: '2026-07-01' }));
		await publish(saved.nodes);
		expect([status, changes().slice(made)]).toEqual(['success', [25, -25, 12]]);
	});

	it('never takes back more than the order earned', async () => {
		const made = changes().length;
		const refunds = [
			{ id: 51, amount: '9.00' },
			{ id: 52, amount: '99.00' },
		];
		await send(shopifyOrder(5, { total: '10.00', refunds, status: 'refunded' }));
		expect(changes().slice(made)).toEqual([10, -9, -1]);
	});

	it.each<[number, string, ShopifyOrder]>([
		[61, 'from before the program', { day: '2025-12-31' }],
		[62, 'that is a test', { isTest: true }],
		[63, 'without an email', { email: null }],
		[64, 'below the price of a point', { total: '0.99' }],
		[65, 'that was never paid', { status: 'voided' }],
	])(
		'%i: awards nothing for an order %s, and takes nothing back for its refund',
		async (id, _what, details) => {
			const made = changes().length;
			const execution = await send(shopifyOrder(id, { ...details, refunds: [{ id, amount: '0.99' }] }));
			expect(execution.status).toBe('success');
			expect(changes()).toHaveLength(made);
		},
	);

	it('keeps the points of somebody unknown until they join, less what was refunded', async () => {
		await send(shopifyOrder(7, { email: 'mira@members.example' }));
		await send(shopifyOrder(7, { email: 'mira@members.example', refunds: [{ id: 71, amount: '5.00' }] }));
		expect(waitingFor('mira@members.example')).toBe(20);
		let mira = '';
		const joined = await executionAfter(workflow, () => {
			mira = runs.service.control.joinMember('mira').id;
		});
		expect(errorOf(joined)).toBeUndefined();
		expect(balance(mira)).toBe(20);
		const refunds = [
			{ id: 71, amount: '5.00' },
			{ id: 72, amount: '20.90' },
		];
		await send(shopifyOrder(7, { email: 'mira@members.example', refunds }));
		expect(balance(mira)).toBe(0);
	});

	it('fails when a balance is too low for a refund, and takes it back in a retry', async () => {
		const email = 'olaf@members.example';
		await send(shopifyOrder(8, { email }));
		const holder = waiting(email);
		const { stars } = runs.service.ids.currencies;
		const spend = (from: string, to: string) =>
			realm().ledger.move({ currencyId: stars, from, to, amount: 20, memo: 'Transfer' });
		spend(holder, ofAda());
		const failed = await send(
			shopifyOrder(8, { email, status: 'refunded', refunds: [{ id: 81, amount: '25.90' }] }),
		);
		expect(failed.data.resultData.error?.description).toContain('The balance does not cover the amount');
		expect(waitingFor(email)).toBe(5);
		spend(ofAda(), holder);
		const retried = await executionAfter(workflow, () => runs.client.retryExecution(failed.id));
		expect(errorOf(retried)).toBeUndefined();
		expect(waitingFor(email)).toBe(0);
	});

	it('runs nothing for a forged order', async () => {
		const before = (await runs.client.listExecutions(workflow.id)).length;
		await shops.sendShopify(shopifyOrder(9, { total: '9999.00' }), { secret: 'a guess' });
		await send(shopifyOrder(1));
		expect(await runs.client.listExecutions(workflow.id)).toHaveLength(before + 1);
	});

	it('takes nothing back while the award of the order is unknown', async () => {
		runs.service.control.addFault({ operation, kind: 'drop', when: 'after', times: 1 });
		const made = changes().length;
		const refunds = [{ id: 101, amount: '25.90' }];
		expect(errorOf(await send(shopifyOrder(10, { refunds })))).toMatch(/^Outcome unknown: /);
		expect((await send(shopifyOrder(10, { refunds }))).status).toBe('error');
		expect(changes().slice(made)).toEqual([25]);
	});
});

test('every example that pays has moved points in the ledger, and no other has', () =>
	expect(unsettled()).toEqual([]));

test('the service kept to its own description throughout, and its ledger is balanced', () => {
	expect(runs.service.contractViolations).toEqual([]);
	expect(runs.service.control.ledger().sum).toBe(0);
});
