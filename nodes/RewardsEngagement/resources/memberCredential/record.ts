import { z } from 'zod';

import { freeObject, record } from '../../shared/record';
import { currencyBalance } from '../member/record';

const common = {
	id: z.string(),
	format: z.string(),
	publicIdentifier: z.string(),
	isVerified: z.boolean(),
	accountId: z.string().nullable(),
	createdAt: z.string(),
};

export const socialCredential = record({
	...common,
	oauthProvider: z.string(),
	oauthAccountId: z.string(),
});

export const walletCredential = record({ ...common, address: z.string(), chain: z.string() });

const found = {
	id: z.string(),
	format: z.string(),
	publicIdentifier: z.string(),
	balances: z.array(currencyBalance),
	metadata: freeObject.nullable(),
};

export const foundCredential = record(found);

/** `created` says that it was not there before. A new credential has no balance. */
export const foundOrCreated = record({ ...found, created: z.boolean() });

/** `realmPointId` is the currency. `linked` says that the account of the credential was changed. */
export const credentialBalance = record({
	credentialId: z.string(),
	identifier: z.string(),
	balance: z.number(),
	realmPointId: z.string(),
	linked: z.boolean(),
});

export const credentialTransfer = record({
	fromCredentialId: z.string(),
	toCredentialId: z.string(),
	amount: z.number(),
	realmPointId: z.string(),
});

/** One entry of a bulk change. */
export const bulkCredentialBalance = record({
	type: z.string(),
	value: z.string(),
	credentialId: z.string(),
	balance: z.number(),
	realmPointId: z.string(),
});
