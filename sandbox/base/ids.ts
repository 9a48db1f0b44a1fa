import { randomBytes } from 'node:crypto';

const kinds = {
	realm: 'a0',
	account: 'b0',
	membership: 'b1',
	credential: 'b2',
	currency: 'c0',
	share: 'c1',
	quest: 'd0',
	task: 'd1',
	condition: 'd2',
	action: 'd3',
	trigger: 'd4',
	transition: 'd5',
	preData: 'd6',
	item: 'e0',
	storeItem: 'e1',
	purchase: 'e2',
	raffle: 'e3',
	nft: 'f0',
	activation: 'f1',
	job: 'f2',
	app: 'f3',
	install: 'f4',
	activationConfig: 'f5',
	collection: 'f6',
	listing: 'f7',
};

/** The id of a seeded record: 24 lowercase hexadecimal digits, the same at every start. */
export function seedId(kind: keyof typeof kinds, number: number): string {
	return kinds[kind] + number.toString(16).padStart(22, '0');
}

/** The id of a record made at run time: 24 random lowercase hexadecimal digits. */
export function newId(): string {
	return randomBytes(12).toString('hex');
}

/** The two realms: the one of most keys, and another one. */
export const realmIds = { realm: seedId('realm', 1), otherRealm: seedId('realm', 2) } as const;
