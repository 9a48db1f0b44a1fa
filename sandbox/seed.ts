import { seedId } from './ids';
import { allScopes, type ApiKey } from './keys';
import { issuer, Ledger, store } from './ledger';
import type {
	ConsentApp,
	Currency,
	ExportFate,
	ExportJob,
	Item,
	Json,
	Member,
	Nft,
	Purchase,
	Quest,
	Realm,
	State,
	StoreItem,
	Task,
	TaskPart,
} from './state';

/** The ids of the seeded records, the same on every start. */
export const ids = {
	realm: seedId('realm', 1),
	otherRealm: seedId('realm', 2),
	members: {
		ada: seedId('account', 1),
		bruno: seedId('account', 2),
		chen: seedId('account', 3),
		dalia: seedId('account', 4),
		emeka: seedId('account', 5),
		freya: seedId('account', 6),
		goran: seedId('account', 7),
		hana: seedId('account', 8),
		ines: seedId('account', 9),
		jonas: seedId('account', 10),
		/** Joined today and owns nothing yet. */
		newcomer: seedId('account', 11),
		/** The treasury bonuses are paid from; holds 1,000,000 of the default currency. */
		bonusPool: seedId('account', 12),
		/** A member of the other realm only. */
		stranger: seedId('account', 13),
	},
	currencies: {
		/** The default currency. */
		stars: seedId('currency', 1),
		gems: seedId('currency', 2),
		/** Archived. */
		tickets: seedId('currency', 3),
		/** Default currency of the other realm. */
		shells: seedId('currency', 4),
	},
	quests: {
		firstSteps: seedId('quest', 1),
		weeklyWalk: seedId('quest', 2),
		bringAFriend: seedId('quest', 3),
	},
	tasks: {
		readWelcome: seedId('task', 1),
		sayHello: seedId('task', 2),
		walk: seedId('task', 3),
		invite: seedId('task', 4),
	},
	conditions: {
		hasRead: seedId('condition', 1),
		wroteMessage: seedId('condition', 2),
		walkedEnough: seedId('condition', 3),
		friendJoined: seedId('condition', 4),
	},
	actions: {
		awardForReading: seedId('action', 1),
		awardForHello: seedId('action', 2),
		awardForWalk: seedId('action', 3),
		awardForFriend: seedId('action', 4),
	},
	storeItems: { poster: seedId('storeItem', 1), mug: seedId('storeItem', 2), badge: seedId('storeItem', 3) },
	purchases: {
		open: seedId('purchase', 1),
		alsoOpen: seedId('purchase', 2),
		finalized: seedId('purchase', 3),
	},
	raffle: seedId('raffle', 1),
	activation: seedId('activation', 1),
	nft: { contractAddress: '0x5a9d00000000000000000000000000000000c0de', tokenId: '7', chain: 'ethereum' },
	exports: {
		/** Running; each look moves it on by a quarter until it is completed. CSV. */
		running: seedId('job', 1),
		/** Completed, JSON. */
		completed: seedId('job', 2),
		/** Fails half-way. */
		failing: seedId('job', 3),
		failed: seedId('job', 4),
		expired: seedId('job', 5),
		/** Runs and never gets anywhere. */
		stalled: seedId('job', 6),
		otherRealm: seedId('job', 7),
	},
	app: { clientId: 'club-bot', redirectUri: 'http://127.0.0.1:5678/webhook/consent' },
	otherApp: { clientId: 'other-bot', redirectUri: 'http://127.0.0.1:9/callback' },
} as const;

/** The seeded keys by what they are for. */
export const keys = {
	/** Every scope; belongs to the seeded app. */
	admin: 'sandbox-key-admin',
	/** Every scope; belongs to the other app. */
	otherApp: 'sandbox-key-other-app',
	/** Every scope; belongs to no app. */
	noApp: 'sandbox-key-no-app',
	/** Only the scopes that read. */
	readOnly: 'sandbox-key-read-only',
	/** Every scope but webhooks:write. */
	noWebhooks: 'sandbox-key-no-webhooks',
	/** Every scope, of the other realm. */
	otherRealm: 'sandbox-key-other-realm',
	expired: 'sandbox-key-expired',
} as const;

const day = 24 * 60 * 60 * 1000;

const daysAgo = (days: number) => new Date(Date.now() - days * day);

const iso = (days: number) => daysAgo(days).toISOString();

const byId = <T extends { id: string }>(records: T[]) =>
	new Map(records.map((record) => [record.id, record]));

function seedKeys(): ApiKey[] {
	const key = (name: keyof typeof keys, more: Partial<ApiKey> = {}): ApiKey => ({
		name,
		value: keys[name],
		realmId: ids.realm,
		scopes: allScopes,
		...more,
	});
	return [
		key('admin', { clientId: ids.app.clientId }),
		key('otherApp', { clientId: ids.otherApp.clientId }),
		key('noApp'),
		key('readOnly', { scopes: allScopes.filter((scope) => scope.endsWith(':read')) }),
		key('noWebhooks', { scopes: allScopes.filter((scope) => scope !== 'webhooks:write') }),
		key('otherRealm', { realmId: ids.otherRealm }),
		key('expired', { expiresAt: daysAgo(1) }),
	];
}

function member(number: number, username: string, displayName: string, joinedDaysAgo: number): Member {
	return {
		id: seedId('account', number),
		realmMemberId: seedId('membership', number),
		joinedAt: iso(joinedDaysAgo),
		username,
		displayName,
		email: `${username}@members.example`,
		credentials: [
			{
				format: 'oauth',
				publicIdentifier: `${username}#${1000 + number}`,
				oauthProvider: 'discord',
				oauthAccountId: `90000000000000${1000 + number}`,
				oauthUsername: username,
			},
			{
				format: 'oauth',
				publicIdentifier: `@${username}`,
				oauthProvider: 'twitter',
				oauthAccountId: `8000${1000 + number}`,
				oauthUsername: username,
			},
			{
				format: 'wallet',
				publicIdentifier: `0x${number.toString(16).padStart(40, '0')}`,
				walletName: 'Sandbox Wallet',
				chain: 'ethereum',
			},
		],
		metadata: {},
	};
}

function currency(
	id: string,
	realmId: string,
	name: string,
	emoji: string | null,
	more: Partial<Currency> = {},
) {
	const record: Currency = {
		id,
		realmId,
		name,
		emoji,
		default: false,
		metadata: {},
		createdAt: iso(120),
		updatedAt: iso(120),
		archived: false,
		archivedAt: null,
		...more,
	};
	return record;
}

function part(id: string, taskId: string, type: string, config: Json | null): TaskPart {
	return { id, taskId, type, config, createdAt: iso(60), updatedAt: iso(60) };
}

interface TaskSketch {
	number: number;
	questId: string;
	name: string;
	condition: { type: string; config: Json };
	amount: number;
}

/** A task with one trigger, one condition and one action that awards the amount in the default currency. */
function task({ number, questId, name, condition, amount }: TaskSketch): Task {
	const id = seedId('task', number);
	return {
		id,
		questId,
		name,
		type: 'STANDARD',
		description: null,
		config: null,
		triggers: [part(seedId('trigger', number), id, 'EVENT', { event: 'activity' })],
		conditions: [part(seedId('condition', number), id, condition.type, condition.config)],
		actions: [
			part(seedId('action', number), id, 'AWARD_POINTS', { amount, currencyId: ids.currencies.stars }),
		],
		fromTransitions: [],
		toTransitions: [],
	};
}

function seedQuests(): Quest[] {
	const { firstSteps, weeklyWalk, bringAFriend } = ids.quests;
	const { stars, gems } = ids.currencies;
	const readWelcome = task({
		number: 1,
		questId: firstSteps,
		name: 'Read the welcome page',
		condition: { type: 'PAGE_VISITED', config: { path: '/welcome' } },
		amount: 20,
	});
	const sayHello = task({
		number: 2,
		questId: firstSteps,
		name: 'Say hello',
		condition: { type: 'MESSAGE_SENT', config: { channel: 'hello', minimumLength: 5 } },
		amount: 30,
	});
	const transition = {
		id: seedId('transition', 1),
		fromTaskId: readWelcome.id,
		toTaskId: sayHello.id,
		condition: null,
		createdAt: iso(60),
		updatedAt: iso(60),
	};
	readWelcome.fromTransitions.push(transition);
	sayHello.toTransitions.push(transition);
	return [
		{
			id: firstSteps,
			name: 'First steps',
			description: 'Find your way around the club.',
			type: 'ONBOARDING',
			tasks: [readWelcome, sayHello],
			rewards: [{ type: 'points', amount: 50, realmPointId: stars }],
		},
		{
			id: weeklyWalk,
			name: 'Weekly walk',
			description: 'Walk ten kilometres in a week.',
			type: 'RECURRING',
			tasks: [
				task({
					number: 3,
					questId: weeklyWalk,
					name: 'Walk',
					condition: { type: 'DISTANCE', config: { kilometres: 10 } },
					amount: 120,
				}),
			],
			rewards: [
				{ type: 'points', amount: 120, realmPointId: stars },
				{ type: 'points', amount: 1, realmPointId: gems },
			],
		},
		{
			id: bringAFriend,
			name: 'Bring a friend',
			description: null,
			type: 'REFERRAL',
			tasks: [
				task({
					number: 4,
					questId: bringAFriend,
					name: 'Invite somebody who stays',
					condition: { type: 'REFERRAL_JOINED', config: { minimumDays: 7 } },
					amount: 500,
				}),
			],
			rewards: [{ type: 'points', amount: 500, realmPointId: stars }],
		},
	];
}

function item(number: number, name: string, type: Item['type']): Item {
	return {
		id: seedId('item', number),
		name,
		description: `${name} of the Lighthouse Club`,
		type,
		metadata: {},
	};
}

function seedStoreItems(): StoreItem[] {
	const { stars, gems } = ids.currencies;
	const common = { requiredMetadata: [], maxPerUser: null };
	return [
		{
			...common,
			id: ids.storeItems.poster,
			item: item(1, 'Poster', 'DIGITAL'),
			currencyId: stars,
			price: 100,
			stock: null,
		},
		{
			...common,
			id: ids.storeItems.mug,
			item: item(2, 'Mug', 'PHYSICAL'),
			requiredMetadata: ['address'],
			currencyId: stars,
			price: 250,
			stock: 40,
		},
		{
			...common,
			id: ids.storeItems.badge,
			item: item(3, 'Badge', 'NFT'),
			currencyId: gems,
			price: 3,
			stock: 100,
		},
	];
}

function seedPurchases(): Purchase[] {
	const { ada, bruno, chen } = ids.members;
	const { poster, mug } = ids.storeItems;
	return [
		{
			id: ids.purchases.open,
			memberId: ada,
			storeItemId: mug,
			quantity: 1,
			totalPrice: 250,
			status: 'pending',
			createdAt: iso(2),
			isFinalized: false,
			metadata: { address: '1 Harbour Road' },
		},
		{
			id: ids.purchases.alsoOpen,
			memberId: bruno,
			storeItemId: poster,
			quantity: 2,
			totalPrice: 200,
			status: 'pending',
			createdAt: iso(1),
			isFinalized: false,
			metadata: {},
		},
		{
			id: ids.purchases.finalized,
			memberId: chen,
			storeItemId: poster,
			quantity: 1,
			totalPrice: 100,
			status: 'completed',
			createdAt: iso(20),
			finalizedAt: iso(19),
			isFinalized: true,
			metadata: {},
			finalizedMetadata: { sentBy: 'e-mail' },
		},
	];
}

/** Pays what the members own today: rewards spread over 100 days, the treasury, and the seeded purchases. */
function fillLedger(ledger: Ledger, purchases: Purchase[]): void {
	const { stars, gems, tickets } = ids.currencies;
	const earners = Object.values(ids.members).slice(0, 10);
	const pay = (to: string, amount: number, currencyId: string, days: number, memo: string) =>
		ledger.move({ currencyId, from: issuer, to, amount, memo, at: daysAgo(days) });

	pay(ids.members.bonusPool, 1_000_000, stars, 110, 'Treasury');
	earners.forEach((memberId, index) => {
		pay(memberId, 50, stars, 95 - index * 9, 'First steps');
		pay(memberId, 400 + index * 75, stars, 88 - index * 8, 'Weekly walk');
		if (index % 2 === 0) pay(memberId, 2 + index, gems, 40 - index * 3, 'Weekly walk');
		if (index < 3) pay(memberId, 10, tickets, 100, 'Opening raffle');
	});
	for (const { memberId, totalPrice, createdAt } of purchases) {
		ledger.move({
			currencyId: stars,
			from: memberId,
			to: store,
			amount: totalPrice,
			memo: 'Purchase',
			at: new Date(createdAt),
		});
	}
}

function emptyRealm(
	id: string,
	name: string,
	ownerId: string,
	description: string,
	subdomain: string,
): Realm {
	return {
		id,
		name,
		ownerId,
		description,
		subdomain,
		details: {
			level: 1,
			premiumLevel: 0,
			published: true,
			verified: false,
			createdAt: iso(130),
			updatedAt: iso(5),
		},
		ledger: new Ledger(),
		members: new Map(),
		currencies: new Map(),
		quests: new Map(),
		preData: new Map(),
		storeItems: new Map(),
		purchases: new Map(),
		raffles: new Map(),
		activations: new Map(),
		webhooks: new Map(),
	};
}

function seedRealm(nft: Nft): Realm {
	const { stars, gems, tickets } = ids.currencies;
	const purchases = seedPurchases();
	const realm: Realm = {
		...emptyRealm(
			ids.realm,
			'Lighthouse Club',
			ids.members.ada,
			'A club that thanks its members for showing up.',
			'lighthouse',
		),
		members: byId([
			member(1, 'ada', 'Ada Lindqvist', 96),
			member(2, 'bruno', 'Bruno Falk', 90),
			member(3, 'chen', 'Chen Wei', 84),
			member(4, 'dalia', 'Dalia Nasser', 71),
			member(5, 'emeka', 'Emeka Obi', 63),
			member(6, 'freya', 'Freya Holm', 55),
			member(7, 'goran', 'Goran Kos', 44),
			member(8, 'hana', 'Hana Mori', 35),
			member(9, 'ines', 'Inês Prado', 26),
			member(10, 'jonas', 'Jonas <Jo> "Zero" Brandt', 17),
			member(11, 'newcomer', 'Nia Newcomer', 0),
			member(12, 'bonus-pool', 'Bonus pool', 112),
		]),
		currencies: byId([
			currency(stars, ids.realm, 'Stars', '⭐', { default: true }),
			currency(gems, ids.realm, 'Gems', '💎', { createdAt: iso(50), updatedAt: iso(50) }),
			currency(tickets, ids.realm, 'Opening tickets', null, { archived: true, archivedAt: iso(80) }),
		]),
		quests: byId(seedQuests()),
		storeItems: byId(seedStoreItems()),
		purchases: byId(purchases),
		raffles: byId([
			{
				id: ids.raffle,
				item: item(4, 'Night in the lighthouse', 'PHYSICAL'),
				requiredMetadata: [],
				currencyId: gems,
				ticketPrice: 1,
				maxTickets: 200,
				maxPerUser: 5,
				winnerCount: 1,
				startDate: iso(3),
				endDate: iso(-11),
				status: 'active',
				winners: [],
			},
		]),
		activations: byId([
			{
				id: ids.activation,
				balances: new Map([
					[
						nft.id,
						[
							{
								realmPointId: stars,
								balance: 340,
								lastCredited: iso(4),
								lastCreditedBy: 40,
								pointMetadata: null,
							},
							{
								realmPointId: gems,
								balance: 2,
								lastCredited: iso(9),
								lastCreditedBy: 1,
								pointMetadata: { season: 'autumn' },
							},
						],
					],
				]),
			},
		]),
	};
	fillLedger(realm.ledger, purchases);
	return realm;
}

function seedOtherRealm(): Realm {
	return {
		...emptyRealm(
			ids.otherRealm,
			'Tide Pool',
			ids.members.stranger,
			'A realm of somebody else, here to be refused.',
			'tide-pool',
		),
		members: byId([member(13, 'stranger', 'Sam Stranger', 10)]),
		currencies: byId([currency(ids.currencies.shells, ids.otherRealm, 'Shells', '🐚', { default: true })]),
	};
}

function seedNft(): Nft {
	return {
		id: seedId('nft', 1),
		...ids.nft,
		owner: '0x0000000000000000000000000000000000000001',
		name: 'Lamp keeper #7',
		description: 'Keeps the lamp burning.',
		image: 'https://images.example/lamp-keeper-7.png',
		attributes: [{ trait_type: 'Shift', value: 'Night' }],
	};
}

function seedExports(realm: Realm): ExportJob[] {
	const rows = [...realm.members.values()].map(({ id, username, displayName, joinedAt }) => ({
		id,
		username,
		displayName,
		joinedAt,
		stars: realm.ledger.balance(ids.currencies.stars, id),
	}));
	const job = (jobId: string, name: string, fate: ExportFate, more: Partial<ExportJob> = {}): ExportJob => ({
		jobId,
		realmId: realm.id,
		name,
		modelType: 'member',
		format: 'csv',
		fate,
		progress: 0,
		downloadCount: 0,
		createdAt: iso(0),
		startedAt: null,
		completedAt: null,
		expiresAt: iso(-7),
		updatedAt: iso(0),
		records: rows,
		...more,
	});
	const done = {
		progress: 100,
		startedAt: iso(1),
		completedAt: iso(1),
		createdAt: iso(1),
		updatedAt: iso(1),
	};
	return [
		job(ids.exports.running, 'Members', 'finish'),
		job(ids.exports.completed, 'Members as JSON', 'finish', { ...done, format: 'json' }),
		job(ids.exports.failing, 'Members, going wrong', 'fail'),
		job(ids.exports.failed, 'Members, gone wrong', 'fail', {
			startedAt: iso(1),
			progress: 50,
			completedAt: iso(1),
		}),
		job(ids.exports.expired, 'Members of last month', 'expire', { ...done, expiresAt: iso(0.5) }),
		job(ids.exports.stalled, 'Members, stuck', 'stall', { startedAt: iso(0) }),
		job(ids.exports.otherRealm, 'Not yours', 'finish', { realmId: ids.otherRealm }),
	];
}

function seedApps(): ConsentApp[] {
	// What is sure of the service: it compares the whole redirect URI, and says nothing of a state.
	const rules = { returnsState: false, comparesQuery: true };
	return [
		{
			...ids.app,
			...rules,
			name: 'Club Bot',
			description: 'Greets you and hands out stars.',
			pfp: 'https://images.example/club-bot.png',
			verified: true,
			developer: 'Lighthouse Club',
		},
		{
			...ids.otherApp,
			...rules,
			name: 'Other Bot',
			description: 'An app of somebody else.',
			pfp: 'https://images.example/other-bot.png',
			verified: false,
			developer: 'Somebody else',
		},
	];
}

/** A fresh state: two realms with their records, keys, exports and apps. Dates are relative to now. */
export function seed(): State {
	const nft = seedNft();
	const realm = seedRealm(nft);
	return {
		keys: seedKeys(),
		realms: byId([realm, seedOtherRealm()]),
		exports: new Map(seedExports(realm).map((job) => [job.jobId, job])),
		nfts: [nft],
		apps: new Map(seedApps().map((app) => [app.clientId, app])),
		codes: new Map(),
	};
}
