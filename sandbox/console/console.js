'use strict';

/** The interval for reading the state. Milliseconds. */
const LOOK_EVERY_MS = 1_000;

const element = (id) => document.getElementById(id);
let access;
let shown;

async function ask(method, path, body, key) {
	const response = await fetch(path, {
		method,
		headers: {
			...(body === undefined ? {} : { 'content-type': 'application/json' }),
			...(key === undefined ? { accept: 'application/json' } : { authorization: `Bearer ${key}` }),
		},
		body: body === undefined ? undefined : JSON.stringify(body),
	});
	const text = await response.text();
	const answer = text === '' ? {} : JSON.parse(text);
	if (!response.ok)
		throw new Error(answer.message ?? answer.error ?? `The service returned status ${response.status}.`);
	return answer;
}

const control = async (method, path, body) => await ask(method, `/sandbox${path}`, body);

/** The action of each form and button. Returns the message to show. */
const acts = {
	join: async ({ username }) => {
		await control('POST', '/members', { username });
		return `Added ${username}.`;
	},
	award: async ({ member, currency, amount }) => {
		const path = `/api/v1/realms/${access.realmId}/members/${member}/balance`;
		await ask('PATCH', path, { amount: Number(amount), currencyId: currency }, access.key);
		const name = nameOf('members', member);
		return Number(amount) < 0 ? `Deducted ${-amount} from ${name}.` : `Awarded ${amount} to ${name}.`;
	},
	leave: async ({ member }) => {
		const name = nameOf('members', member);
		await control('POST', `/members/${member}/leave`);
		return `Removed ${name}.`;
	},
	complete: async ({ quest, member }) => {
		await control('POST', `/quests/${quest}/complete`, { memberId: member });
		return `${nameOf('members', member)} completed ${nameOf('quests', quest)}.`;
	},
	buy: async ({ item, member }) => {
		await control('POST', `/store/${item}/buy`, { memberId: member });
		return `${nameOf('members', member)} bought ${nameOf('storeItems', item)}.`;
	},
	tickets: async ({ raffle, member }) => {
		await control('POST', `/raffles/${raffle}/tickets`, { memberId: member });
		return `${nameOf('members', member)} bought a ticket for ${nameOf('raffles', raffle)}.`;
	},
	draw: async ({ raffle }) => {
		const { winners } = await control('POST', `/raffles/${raffle}/draw`);
		return `Winners: ${winners.map((id) => nameOf('members', id)).join(', ') || 'none, because there are no tickets'}.`;
	},
	repeat: async () => {
		const last = shown.log.find(({ deliveryId }) => deliveryId !== undefined);
		if (!last) throw new Error('No event has been delivered yet.');
		await control('POST', `/deliveries/${last.deliveryId}/repeat`);
		return 'Redelivered the last event, unchanged.';
	},
	faults: async () => {
		if (shown.faults > 0) {
			await control('DELETE', '/faults');
			return 'Requests no longer fail.';
		}
		for (const when of ['before', 'after'])
			await control('POST', '/faults', {
				operation: '*',
				kind: 'status',
				status: 502,
				when,
				probability: 1 / 6,
			});
		return 'About every third request now fails with status 502. Half of them fail after the service applied the change.';
	},
	reset: async () => {
		await control('POST', '/reset');
		return 'The sandbox was reset.';
	},
};

const nameOf = (list, id) => shown[list].find((record) => record.id === id)?.name ?? id;

/** Inserts only text, because users choose the names. */
function make(tag, text, className) {
	const made = document.createElement(tag);
	made.textContent = text;
	if (className) made.className = className;
	return made;
}

/** How long a button shows that it has copied. Milliseconds. */
const COPIED_FOR_MS = 1_500;

/** A text with a button that copies it. For people who do not see the row, the button names the owner of the ID. */
function copyable(text, what) {
	const button = make('button', 'Copy', 'copy');
	button.type = 'button';
	button.setAttribute('aria-label', `Copy ${what}`);
	const shownText = make('code', text);
	button.addEventListener('click', () => void copy(button, shownText, what));
	const both = make('div', '', 'copyable');
	both.append(shownText, button);
	return both;
}

/** When the browser denies access to the clipboard, this selects the text, so that a key can copy it. */
async function copy(button, shownText, what) {
	try {
		await navigator.clipboard.writeText(shownText.textContent);
		say(`Copied ${what}.`);
		button.textContent = 'Copied';
		setTimeout(() => (button.textContent = 'Copy'), COPIED_FOR_MS);
	} catch {
		getSelection().selectAllChildren(shownText);
		say(`Selected ${what}. Press Ctrl+C or ⌘C to copy it.`);
	}
}

/** A cell: a value, or the name of a record with its ID below. */
function cellOf(tag, cell) {
	if (typeof cell !== 'object') return make(tag, String(cell), typeof cell === 'number' ? 'number' : '');
	const made = make(tag, cell.name);
	if (cell.id !== undefined) made.append(copyable(cell.id, `the ID of ${cell.name}`));
	return made;
}

/** Leaves an unchanged table alone, because a person may have selected text or focused a button in it. */
function table(id, head, rows) {
	const text = JSON.stringify([head, rows]);
	const shownTable = element(id);
	if (shownTable.dataset.records === text) return;
	const label = shownTable.contains(document.activeElement) && document.activeElement.ariaLabel;
	shownTable.dataset.records = text;
	const row = (tag, cells) => {
		const line = document.createElement('tr');
		line.append(...cells.map((cell) => cellOf(tag, cell)));
		return line;
	};
	shownTable.replaceChildren(row('th', head), ...rows.map((cells) => row('td', cells)));
	const buttons = [...shownTable.querySelectorAll('button')];
	if (label) buttons.find(({ ariaLabel }) => ariaLabel === label)?.focus();
}

/** Keeps the selection, and leaves an unchanged menu alone, because it may be open. */
function fill(name, records) {
	const text = JSON.stringify(records);
	for (const select of document.querySelectorAll(`select[name="${name}"]`)) {
		if (select.dataset.records === text) continue;
		const { value } = select;
		select.dataset.records = text;
		select.replaceChildren(...records.map((record) => new Option(record.name, record.id)));
		if (records.some(({ id }) => id === value)) select.value = value;
	}
}

function counted(list, word) {
	return `${list.length} ${word}${list.length === 1 ? '' : 's'}`;
}

function show(overview) {
	shown = overview;
	const { realm, currencies, members, otherAccounts, quests, storeItems, raffles, webhooks, log, faults } =
		overview;
	element('realm').textContent =
		`${realm.name}: ${counted(members, 'member')}, ${counted(webhooks, 'webhook')}`;
	table(
		'members',
		['Member', ...currencies.map(({ name }) => name)],
		[...members, ...otherAccounts].map(({ id, name, balances }) => [{ id, name }, ...balances]),
	);
	const named = (records) => records.map((record) => [record]);
	table('quests', ['Quest'], named(quests));
	table('currencies', ['Currency'], named(currencies));
	table(
		'store',
		['Item', 'Price', 'Currency', 'Stock'],
		storeItems.map(({ id, name, price, currency, stock }) => [
			{ id, name },
			price,
			currency,
			stock ?? 'unlimited',
		]),
	);
	table(
		'raffles',
		['Raffle', 'Price', 'Currency', 'Sold', 'Winners'],
		raffles.map(({ id, name, price, currency, tickets, winners }) => [
			{ id, name },
			price,
			currency,
			tickets,
			winners?.join(', ') ?? 'not drawn yet',
		]),
	);
	fill('member', members);
	fill('currency', currencies);
	fill('quest', quests);
	fill('item', storeItems);
	fill('raffle', raffles);
	document.querySelector('[data-act="faults"]').setAttribute('aria-pressed', String(faults > 0));
	element('log').replaceChildren(
		...log.map(({ at, what, verdict, isGood }) => {
			const line = make('li', `${at.slice(11, 19)} ${what}: `);
			line.append(make('span', verdict ?? 'pending', isGood ? 'good' : 'bad'));
			return line;
		}),
	);
}

async function look() {
	show(await control('GET', '/overview'));
}

/** Shows a message at the top of the page, and announces it to screen readers. */
function say(text, className = '') {
	element('notice').textContent = text;
	element('notice').className = className;
}

async function act(name, values) {
	try {
		say(await acts[name](values));
	} catch (error) {
		say(error.message, 'bad');
	}
	await look();
}

document.addEventListener('submit', (event) => {
	event.preventDefault();
	void act(event.target.dataset.act, Object.fromEntries(new FormData(event.target)));
});
document.addEventListener('click', ({ target }) => {
	if (target.matches('button[data-act]'))
		void act(target.dataset.act, target.form ? Object.fromEntries(new FormData(target.form)) : {});
});

async function begin() {
	access = await control('GET', '');
	const lines = {
		'Base URL': access.baseUrl,
		'App URL': access.appUrl,
		'API key': access.key,
		'Realm ID': access.realmId,
	};
	element('access').replaceChildren(
		...Object.entries(lines).flatMap(([name, value]) => {
			const line = document.createElement('dd');
			line.append(copyable(value, `the ${name}`));
			return [make('dt', name), line];
		}),
	);
	await look();
	setInterval(() => void look().catch(() => say('The sandbox is not responding.', 'bad')), LOOK_EVERY_MS);
}

void begin();
