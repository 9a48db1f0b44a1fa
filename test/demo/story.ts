import type { Execution } from '../harness/n8n/client';
import type { Delivery } from '../../sandbox/base/deliveries';
import type { Entry } from '../../sandbox/base/ledger';
import type { Service } from '../../sandbox/service';
import type { Member } from '../../sandbox/resources/member/records';
import { rewardsOf } from '../../sandbox/resources/quest/progress';
import type { Quest } from '../../sandbox/resources/quest/records';
import type { Webhook } from '../../sandbox/resources/webhook/records';
import { bold, formatDuration, say } from '../../scripts/lib/progress';
import type { Balances } from './payment';
import { table } from '../../scripts/lib/table';

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
