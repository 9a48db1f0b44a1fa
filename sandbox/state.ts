import { notFound } from './errors';
import type { ApiKey } from './keys';
import type { Ledger } from './ledger';

export type Json = Record<string, unknown>;

export interface Credential {
	format: 'oauth' | 'wallet';
	publicIdentifier: string;
	oauthProvider?: 'twitter' | 'discord';
	oauthAccountId?: string;
	oauthUsername?: string;
	walletName?: string;
	chain?: string;
}

export interface Member {
	/** The account id; the API calls it `serviceId` in paths. */
	id: string;
	/** The membership id; no path takes it. */
	realmMemberId: string;
	joinedAt: string;
	username: string;
	displayName: string;
	email: string;
	credentials: Credential[];
	metadata: Json;
}

export interface Currency {
	id: string;
	realmId: string;
	name: string;
	emoji: string | null;
	default: boolean;
	metadata: Json;
	createdAt: string;
	updatedAt: string;
	archived: boolean;
	archivedAt: string | null;
}

/** The shape shared by the triggers, conditions and actions of a task. */
export interface TaskPart {
	id: string;
	taskId: string;
	type: string;
	config: Json | null;
	createdAt: string;
	updatedAt: string;
}

export interface TaskTransition {
	id: string;
	fromTaskId: string;
	toTaskId: string | null;
	condition: string | null;
	createdAt: string;
	updatedAt: string;
}

export interface Task {
	id: string;
	questId: string;
	name: string;
	type: string;
	description: string | null;
	config: Json | null;
	triggers: TaskPart[];
	conditions: TaskPart[];
	actions: TaskPart[];
	fromTransitions: TaskTransition[];
	toTransitions: TaskTransition[];
}

export interface Reward {
	type: 'points';
	amount: number;
	realmPointId: string;
}

export interface Quest {
	id: string;
	name: string;
	description: string | null;
	type: string;
	tasks: Task[];
	/** What completing the quest pays; the API shows it only in events. */
	rewards: Reward[];
}

export interface PreData {
	id: string;
	conditionId: string;
	data: Json;
	usageCount: number;
	usageLimit: number;
	createdAt: string;
	updatedAt: string;
}

export interface Item {
	id: string;
	name: string;
	description: string;
	type: 'DIGITAL' | 'PHYSICAL' | 'NFT';
	metadata: Json;
}

export interface StoreItem {
	id: string;
	item: Item;
	requiredMetadata: string[];
	currencyId: string;
	price: number;
	stock: number | null;
	maxPerUser: number | null;
}

export interface Purchase {
	id: string;
	memberId: string;
	storeItemId: string;
	quantity: number;
	totalPrice: number;
	status: string;
	createdAt: string;
	finalizedAt?: string;
	isFinalized: boolean;
	metadata: Json;
	finalizedMetadata?: Json;
}

export interface Raffle {
	id: string;
	item: Item;
	requiredMetadata: string[];
	currencyId: string;
	ticketPrice: number;
	maxTickets: number | null;
	maxPerUser: number | null;
	winnerCount: number;
	startDate: string;
	endDate: string;
	status: string;
	winners: string[];
}

export interface Nft {
	id: string;
	contractAddress: string;
	chain: string;
	tokenId: string;
	owner: string;
	name: string;
	description: string;
	image: string;
	attributes: Json[];
}

export interface NftBalance {
	realmPointId: string;
	balance: number;
	lastCredited: string;
	lastCreditedBy: number;
	pointMetadata: Json | null;
}

export interface Activation {
	id: string;
	/** Balances of the NFTs of the activation, by the id of the NFT. */
	balances: Map<string, NftBalance[]>;
}

export interface Webhook {
	id: string;
	url: string;
	events: string[];
	secret?: string;
	active: boolean;
}

/** What a job is going to do: finish, fail half-way, never finish, or lie there with its file gone. */
export type ExportFate = 'finish' | 'fail' | 'stall' | 'expire';

export type ExportRow = Record<string, string | number>;

export interface ExportJob {
	jobId: string;
	realmId: string;
	name: string | null;
	modelType: string;
	format: 'csv' | 'json';
	fate: ExportFate;
	/** Per cent. */
	progress: number;
	downloadCount: number;
	createdAt: string;
	startedAt: string | null;
	completedAt: string | null;
	expiresAt: string;
	updatedAt: string;
	/** One record per row of the file. */
	records: ExportRow[];
}

/** An application that may ask members for consent. */
export interface ConsentApp {
	clientId: string;
	name: string;
	description: string;
	pfp: string;
	verified: boolean;
	developer: string;
	redirectUri: string;
	/** Whether the redirect carries back the `state` that the link had, as OAuth 2.0 asks. */
	returnsState: boolean;
	/** Whether the query of a redirect URI must be the registered one too. */
	comparesQuery: boolean;
}

export interface ConsentCode {
	code: string;
	clientId: string;
	redirectUri: string;
	memberId: string;
	expiresAt: number;
	used: boolean;
}

export interface Realm {
	id: string;
	name: string;
	ownerId: string;
	description: string;
	subdomain: string;
	/** Further fields of the record as the API shows them. */
	details: Json;
	ledger: Ledger;
	members: Map<string, Member>;
	currencies: Map<string, Currency>;
	quests: Map<string, Quest>;
	/** By condition id. */
	preData: Map<string, PreData[]>;
	storeItems: Map<string, StoreItem>;
	purchases: Map<string, Purchase>;
	raffles: Map<string, Raffle>;
	activations: Map<string, Activation>;
	webhooks: Map<string, Webhook>;
}

/** Everything the service remembers. */
export interface State {
	keys: ApiKey[];
	realms: Map<string, Realm>;
	exports: Map<string, ExportJob>;
	nfts: Nft[];
	apps: Map<string, ConsentApp>;
	codes: Map<string, ConsentCode>;
}

/**
 * Takes one record out of a map.
 * @param what the record's name for the message, e.g. `member`
 * @throws {ServiceError} 404 when it is not there
 */
export function find<T>(records: ReadonlyMap<string, T>, id: string, what: string): T {
	const record = records.get(id);
	if (record === undefined) throw notFound(`There is no such ${what}.`);
	return record;
}

/** The currency that moves when a request names none. */
export function defaultCurrency(realm: Realm): Currency {
	const currency = [...realm.currencies.values()].find((candidate) => candidate.default);
	if (!currency) throw notFound('The realm has no default currency.');
	return currency;
}
