import type { Delivery } from '../../sandbox/base/deliveries';
import type { Entry } from '../../sandbox/base/ledger';
import type { Member } from '../../sandbox/resources/member/records';
import { rewardsOf } from '../../sandbox/resources/quest/progress';
import type { Quest } from '../../sandbox/resources/quest/records';
import type { Webhook } from '../../sandbox/resources/webhook/records';
import type { Service } from '../../sandbox/service';
import { bold, formatDuration, say } from '../../scripts/lib/progress';
import { table } from '../../scripts/lib/table';
import type { Execution } from '../harness/n8n/client';

/** The payer, the recipient, the amount and the currency. */
export interface Payment {
	from: string;
	to: string;
	currencyId: string;
	amount: number;
}

/** The two balances of a payment at one moment, and the sum over the whole ledger. */
export interface Balances {
	payer: number;
	recipient: number;
	/** The sum over all accounts of all currencies. It never changes, because points only move. */
	sum: number;
}

/** Reads both balances from the service's ledger. */
export function readBalances(service: Service, { from, to, currencyId }: Payment): Balances {
	const { accounts, sum } = service.control.ledger();
	const balanceOf = (holder: string) =>
		accounts.find((account) => account.holder === holder && account.currencyId === currencyId)?.balance ?? 0;
	return { payer: balanceOf(from), recipient: balanceOf(to), sum };
}

/** Every entry of the ledger from the payer to the recipient, of any amount and currency. */
export function transfersOf(service: Service, { from, to }: Payment): Entry[] {
	return service.control.ledger().entries.filter((entry) => entry.from === from && entry.to === to);
}

/**
 * Describes what is wrong with the transfers and balances after the bonus. Undefined when the money arrived exactly
 * once.
 *
 * @param transfers All transfers between the two since the demo began.
 * @param before Balances after the quest's own reward and before the bonus.
 */
export function checkPayment(
	payment: Payment,
	transfers: Entry[],
	before: Balances,
	after: Balances,
): string[] {
	const { amount, currencyId } = payment;
	const problems: string[] = [];
	if (transfers.length !== 1)
		problems.push(`The ledger has ${transfers.length} transfers for this bonus instead of 1.`);
	for (const transfer of transfers) {
		if (transfer.amount !== amount)
			problems.push(`A transfer moved ${transfer.amount} instead of ${amount}.`);
		if (transfer.currencyId !== currencyId)
			problems.push('A transfer moved a currency other than the default one.');
	}
	if (after.recipient - before.recipient !== amount) {
		problems.push(`The recipient got ${after.recipient - before.recipient} instead of ${amount}.`);
	}
	if (before.payer - after.payer !== amount) {
		problems.push(`The payer paid ${before.payer - after.payer} instead of ${amount}.`);
	}
	if (after.sum !== before.sum)
		problems.push(`The sum of the ledger changed from ${before.sum} to ${after.sum}.`);
	return problems;
}

const LABEL_WIDTH = 12;
const numbers = new Intl.NumberFormat('en');

/** Prints one event of the story: a label, and one or two sentences. */
function tell(label: string, ...lines: string[]): void {
	lines.forEach((line, index) => say(`  ${bold((index === 0 ? label : '').padEnd(LABEL_WIDTH))}  ${line}`));
}

/** Introduces the story to a reader who knows neither n8n nor the service. */
export function tellBeginning(): void {
	tell('n8n', 'A program for workflows: an event starts a workflow, and its steps run automatically.');
	tell(
		'The service',
		'It manages the members of a community, their points, and quests that earn points.',
		'You need no account, because this demo uses a sandbox with the same API.',
	);
	tell('This package', 'It connects the two.');
	say();
	say(
		'  A member completes a quest in the service. A workflow in a real n8n gets the event and pays the member',
	);
	say('  a bonus. Everything below is read from n8n and from the service while it happens.');
	say();
}

export function tellRegistration({ url, events, secret }: Webhook): void {
	tell(
		'Registration',
		`After publishing, the trigger of the workflow registered a webhook at the service for ${events.join(', ')}:`,
		url,
		secret
			? 'Both now share a secret, so that n8n can recognize forged events.'
			: 'There is no shared secret!',
	);
}

export function tellQuest(service: Service, quest: Quest, member: Member): void {
	const realm = service.state.realms.get(service.realmId)!;
	const rewards = rewardsOf(realm, quest).map(
		({ amount, realmPointId }) => `${amount} in ${currencyName(service, realmPointId)}`,
	);
	tell(
		'Event',
		`${member.displayName} completes the quest "${quest.name}" in the service (quest.completed).`,
	);
	tell('', `The service itself pays ${rewards.join(' and ')} for it.`);
}

export function tellDelivery({ attempts, signature }: Delivery): void {
	const signed = signature === null ? 'an unsigned' : 'a signed';
	attempts.forEach(({ status, error, durationMs }, index) => {
		const answer =
			status === null
				? `no response (${error})`
				: `the response ${status}${status === 200 ? ' (accepted)' : ''}`;
		const which = attempts.length > 1 ? `, attempt ${index + 1}` : '';
		tell(
			index === 0 ? 'Delivery' : '',
			`The service sends the event in ${signed} request and gets ${answer} after ${durationMs} ms${which}.`,
		);
	});
}

export function tellExecution({ id, status, startedAt, stoppedAt, data }: Execution): void {
	const took = startedAt && stoppedAt ? Date.parse(stoppedAt) - Date.parse(startedAt) : 0;
	const nodes = Object.keys(data.resultData.runData).map((name) => `"${name}"`);
	tell(
		'Execution',
		`n8n runs the workflow once: execution ${id}, ${status} in ${formatDuration(took)}.`,
		`Nodes: ${nodes.join(', then ')}.`,
	);
}

export function tellTransfer(service: Service, transfers: Entry[]): void {
	if (transfers.length === 0) tell('Transfer', 'The ledger of the service has no transfer.');
	transfers.forEach(({ amount, currencyId, from, to, id }, index) => {
		const sentence = `${numbers.format(amount)} ${currencyName(service, currencyId)} go from ${holderName(service, from)} to ${holderName(service, to)}.`;
		tell(index === 0 ? 'Transfer' : '', sentence, `It is entry ${id} of the service's ledger.`);
	});
}

/** The balances at three moments of the story, and the sum that never changes. */
export function tellBalances(
	service: Service,
	payment: { from: string; to: string; currencyId: string },
	[first, rewarded, last]: [Balances, Balances, Balances],
): void {
	const cells = (values: number[]) => values.map((value) => numbers.format(value));
	const rows = [
		[
			`Balance in ${currencyName(service, payment.currencyId)}`,
			'at the start',
			"with the quest's reward",
			'with the bonus',
		],
		[holderName(service, payment.to), ...cells([first.recipient, rewarded.recipient, last.recipient])],
		[holderName(service, payment.from), ...cells([first.payer, rewarded.payer, last.payer])],
		['Sum of all accounts', ...cells([first.sum, rewarded.sum, last.sum])],
	];
	say();
	for (const line of table(rows)) say(`  ${line}`);
	say('\n  Points only move between accounts, so the sum of all accounts never changes.\n');
}

function holderName(service: Service, id: string): string {
	return service.state.realms.get(service.realmId)?.members.get(id)?.displayName ?? id;
}

function currencyName(service: Service, id: string): string {
	return service.state.realms.get(service.realmId)?.currencies.get(id)?.name ?? id;
}
