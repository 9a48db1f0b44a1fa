'use strict';

/** How often what happens is looked at. Milliseconds. */
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
		throw new Error(answer.message ?? answer.error ?? `The service answered ${response.status}.`);
	return answer;
}

const control = async (method, path, body) => await ask(method, `/sandbox${path}`, body);

/** What each form and button does. Gives what is to be said of it. */
const acts = {
	join: async ({ username }) => {
		await control('POST', '/members', { username });
		return `${username} has joined.`;
	},
	award: async ({ member, currency, amount }) => {
		const path = `/api/v1/realms/${access.realmId}/members/${member}/balance`;
		await ask('PATCH', path, { amount: Number(amount), currencyId: currency }, access.key);
		return `${nameOf('members', member)} got ${amount}.`;
	},
	leave: async ({ member }) => {
		const name = nameOf('members', member);
		await control('POST', `/members/${member}/leave`);
		return `${name} has left.`;
	},
	complete: async ({ quest, member }) => {
		await control('POST', `/quests/${quest}/complete`, { memberId: member });
		return `${nameOf('members', member)} has completed ${nameOf('quests', quest)}.`;
	},
	buy: async ({ item, member }) => {
		await control('POST', `/store/${item}/buy`, { memberId: member });
		return `${nameOf('members', member)} has bought ${nameOf('storeItems', item)}.`;
	},
	tickets: async ({ raffle, member }) => {
		await control('POST', `/raffles/${raffle}/tickets`, { memberId: member });
		return `${nameOf('members', member)} has a ticket of ${nameOf('raffles', raffle)}.`;
	},
	draw: async ({ raffle }) => {
		const { winners } = await control('POST', `/raffles/${raffle}/draw`);
		return `Drawn: ${winners.map((id) => nameOf('members', id)).join(', ') || 'nobody has a ticket'}.`;
	},
	repeat: async () => {
		const last = shown.log.find(({ deliveryId }) => deliveryId !== undefined);
		if (!last) throw new Error('Nothing was delivered so far.');
		await control('POST', `/deliveries/${last.deliveryId}/repeat`);
		return 'The same bytes went out once more.';
	},
	faults: async () => {
		if (shown.faults > 0) {
			await control('DELETE', '/faults');
			return 'Nothing goes wrong any more.';
		}
		for (const when of ['before', 'after'])
			await control('POST', '/faults', {
				operation: '*',
				kind: 'status',
				status: 502,
				when,
				probability: 1 / 6,
			});
		return 'About every third request is answered 502, half of them after the service has acted.';
	},
	reset: async () => {
		await control('POST', '/reset');
		return 'All is as it was at the beginning.';
	},
};

const nameOf = (list, id) => shown[list].find((record) => record.id === id)?.name ?? id;

/** Text alone: names come from whoever plays. */
function make(tag, text, className) {
	const made = document.createElement(tag);
	made.textContent = text;
	if (className) made.className = className;
	return made;
}

function table(id, head, rows) {
	const row = (tag, cells) => {
		const line = document.createElement('tr');
		line.append(...cells.map((cell) => make(tag, String(cell), typeof cell === 'number' ? 'number' : '')));
		return line;
	};
	element(id).replaceChildren(row('th', head), ...rows.map((cells) => row('td', cells)));
}

/** Keeps what is chosen, and leaves a menu alone that has not changed: it may be open. */
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
	const { realm, currencies, members, quests, storeItems, raffles, webhooks, log, faults } = overview;
	element('realm').textContent =
		`${realm.name}: ${counted(members, 'member')}, ${counted(webhooks, 'webhook')}`;
	table(
		'members',
		['Member', ...currencies.map(({ name }) => name)],
		members.map(({ name, balances }) => [name, ...balances]),
	);
	table(
		'store',
		['Item', 'Price', 'Currency', 'Left'],
		storeItems.map(({ name, price, currency, stock }) => [name, price, currency, stock ?? 'any number']),
	);
	table(
		'raffles',
		['Raffle', 'Ticket', 'Currency', 'Sold', 'Winners'],
		raffles.map(({ name, price, currency, tickets, winners }) => [
			name,
			price,
			currency,
			tickets,
			winners?.join(', ') ?? 'not drawn',
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
			line.append(make('span', verdict ?? 'on its way', isGood ? 'good' : 'bad'));
			return line;
		}),
	);
}

async function look() {
	show(await control('GET', '/overview'));
}

async function act(name, values) {
	const notice = element('notice');
	try {
		notice.textContent = await acts[name](values);
		notice.className = '';
	} catch (error) {
		notice.textContent = error.message;
		notice.className = 'bad';
	}
	await look();
}

document.addEventListener('submit', (event) => {
	event.preventDefault();
	void act(event.target.dataset.act, Object.fromEntries(new FormData(event.target)));
});
document.addEventListener('click', ({ target }) => {
	if (target.matches('button[type="button"]'))
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
		...Object.entries(lines).flatMap(([name, value]) => [make('dt', name), make('dd', value)]),
	);
	await look();
	setInterval(
		() => void look().catch(() => (element('notice').textContent = 'The sandbox does not answer.')),
		LOOK_EVERY_MS,
	);
}

void begin();
