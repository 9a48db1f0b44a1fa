import { z } from 'zod';

import { freeObject, record } from '../../shared/record';

const common = {
	id: z.string(),
	format: z.string(),
	publicIdentifier: z.string(),
	isVerified: z.boolean(),
	accountId: z.string().nullable(),
	createdAt: z.string(),
};

/** A new credential of an account at another provider. */
export const socialCredential = record({
	...common,
	oauthProvider: z.string(),
	oauthAccountId: z.string(),
});

/** A new credential of a wallet. */
export const walletCredential = record({ ...common, address: z.string(), chain: z.string() });

/** A credential with its balances. */
export const foundCredential = record({
	id: z.string(),
	format: z.string(),
	publicIdentifier: z.string(),
	balances: z.array(
		record({
			balance: z.number(),
			currencyId: z.string(),
			currencyName: z.string().nullable(),
			currencyEmoji: z.string().nullable(),
		}),
	),
	metadata: freeObject.nullable(),
});

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
