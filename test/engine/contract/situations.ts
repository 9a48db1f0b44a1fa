import { Redirect, type Answer } from './recorder';

/** The special needs of one operation when its parameters are filled in. */
export interface Situation {
	/** Values that switch other parameters on, when everything is filled in. */
	whenFull?: Readonly<Record<string, unknown>>;
	/** The same with only the minimum. */
	whenMinimum?: Readonly<Record<string, unknown>>;
	/** Fields that stay empty, because they belong to another endpoint or cause an extra request first. */
	leftOut?: readonly string[];
	/** The node's parameter for a name of the request, when the names differ. */
	sentFrom?: Readonly<Record<string, string>>;
	/** An operation whose endpoint it calls first. Its own request comes after that. */
	asksBefore?: string;
	/** The responses that this operation needs to finish, when the usual one is not enough. */
	answers?: readonly Answer[];
}

/** Only a custom identity has a source. */
const CUSTOM: Situation = { whenFull: { type: 'custom' } };
/** Only generators have free settings. */
const GENERATOR: Situation = { whenFull: { configType: 'generator' } };
/** Whether the request has IDs. Without them it means all. */
const SPECIFIC: Situation = { whenFull: { activations: 'specific' }, whenMinimum: { activations: 'all' } };

/** By key of the table. */
export const situations: Readonly<Record<string, Situation>> = {
	'account.find': { sentFrom: { values: 'value' }, answers: [{ data: 'one' }] },
	'member.resolve': { sentFrom: { values: 'value' } },
	'memberCredential.find': CUSTOM,
	'memberCredential.link': CUSTOM,
	'memberCredential.delete': CUSTOM,
	'memberCredential.updateMetadata': CUSTOM,
	'memberCredential.updateBalance': CUSTOM,
	'memberCredential.updateBalances': CUSTOM,
	'memberCredential.transferBalance': { whenFull: { fromType: 'custom', toType: 'custom' } },
	'currency.update': { leftOut: ['apiPath', 'customEmojiUrl'] },
	'taskCondition.createPreData': { answers: [{ data: { field: 1 }, message: 'done' }] },
	// When a job already names its file, the node does not ask for the file.
	'export.download': {
		asksBefore: 'export.get',
		answers: [{ id: 'one', status: 'completed' }, new Redirect('/file'), { file: true }],
	},
	// The name is repeated for each address (extended 7.4).
	'wallet.getNfts': { whenFull: { contractAddresses: 'first-address, second-address' } },
	'activation.creditNfts': { whenFull: { selectionMode: 'specific' } },
	'activationConfig.create': GENERATOR,
	'activationConfig.update': GENERATOR,
	'memberWeb3.linkNfts': SPECIFIC,
	'memberWeb3.unlinkNfts': SPECIFIC,
	// With it the node reads the balances before the claim, from another endpoint.
	'memberWeb3.claim': { leftOut: ['readBalances'] },
	// The contract does not know signed states. They are part of another parameter or URL.
	'consent.createAuthorizationUrl': {
		leftOut: ['signedState', 'stateSubject', 'stateLifetime'],
		sentFrom: { client_id: 'clientId', redirect_uri: 'redirectUri' },
	},
	'consent.exchangeCode': { sentFrom: { redirect_uri: 'redirectUri' } },
	'consent.getApp': { sentFrom: { client_id: 'clientId' } },
};
