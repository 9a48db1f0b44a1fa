import { Redirect, type Answer } from './recorder';

/** What is particular about filling in the parameters of one operation of the node. */
export interface Situation {
	/** Switches of the node on which other parameters depend, where everything is filled in. */
	whenFull?: Readonly<Record<string, unknown>>;
	/** The same, where only the minimum is. */
	whenMinimum?: Readonly<Record<string, unknown>>;
	/** Fields that are left empty: they belong to another endpoint, or ask it something first. */
	leftOut?: readonly string[];
	/** The node's parameter behind a name of the request, where it has another name. */
	sentFrom?: Readonly<Record<string, string>>;
	/** An operation whose endpoint it asks first; the request to its own comes after that. */
	asksBefore?: string;
	/** Answers that the operation takes for its end, where the usual one is none. */
	answers?: readonly Answer[];
}

/** Only a custom identity has a source. */
const CUSTOM: Situation = { whenFull: { type: 'custom' } };
/** Only these have settings of a free form. */
const GENERATOR: Situation = { whenFull: { configType: 'generator' } };
/** Whether IDs are asked for; without them the service takes all. */
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
	// A job that names its file is not asked for it.
	'export.download': {
		asksBefore: 'export.get',
		answers: [{ id: 'one', status: 'completed' }, new Redirect('/file'), { file: true }],
	},
	// The name is repeated for each of them (extended 7.4).
	'wallet.getNfts': { whenFull: { contractAddresses: 'first-address, second-address' } },
	'activation.creditNfts': { whenFull: { selectionMode: 'specific' } },
	'activationConfig.create': GENERATOR,
	'activationConfig.update': GENERATOR,
	'memberWeb3.linkNfts': SPECIFIC,
	'memberWeb3.unlinkNfts': SPECIFIC,
	// It reads the balances before the claim, which is another endpoint.
	'memberWeb3.claim': { leftOut: ['readBalances'] },
	// A signed state is none of the contract's: it travels in a name or in the address of its own.
	'consent.createAuthorizationUrl': {
		leftOut: ['signedState', 'stateSubject', 'stateLifetime'],
		sentFrom: { client_id: 'clientId', redirect_uri: 'redirectUri' },
	},
	'consent.exchangeCode': { sentFrom: { redirect_uri: 'redirectUri' } },
	'consent.getApp': { sentFrom: { client_id: 'clientId' } },
};
