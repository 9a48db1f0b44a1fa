import type { Client } from '../../api/client';
import { path } from '../../api/path';
import type { OperationRequest } from '../../api/request';
import { operation } from '../../declare/operation';
import { bare, partWith } from '../../declare/response';
import { noneIfNotThere, Problem, unsentProblem } from '../../errors';
import { optional } from '../../fields/field';
import { otherSpellings } from '../../shared/characters';
import { isRecord } from '../../shared/json';
import { addressProblem, chain } from '../chain/fields';
import { folded } from '../member/identifiers';
import { createSocialCredential } from './createSocial';
import { createWalletCredential } from './createWallet';
import { holder, identityQuery } from './fields';
import { findCredential } from './find';
import { foundOrCreated } from './record';

const WALLET = 'wallet';

/** The providers of the types that have a fixed one. */
const PROVIDERS: Readonly<Record<string, string>> = { 'discord-id': 'discord', 'twitter-id': 'twitter' };

const newChain = chain({ description: 'The chain of the wallet, if a credential is created' });

type Values = {
	realmId: string;
	type: string;
	value: string;
	source?: string | undefined;
	chain?: string | undefined;
};

type Credential = Readonly<Record<string, unknown>>;

/**
 * A repeat ends in the same state: it finds what the first call created, and the service refuses a second one. The
 * declared request is the find, so the items of a run for the same identity wait for each other.
 */
export const findOrCreateCredential = operation({
	displayName: 'Find or Create',
	action: 'Find or create member credential',
	description: 'Use for a person who has not joined. Safe to repeat. For members, use "Member: Resolve".',
	source: 'extended 5.1, 5.2, 5.3',
	parameters: {
		...holder,
		chain: optional({
			...newChain,
			property: { ...newChain.property, displayOptions: { show: { type: [WALLET] } } },
		}),
	},
	effect: 'replace',
	endpoint: 'memberCredential.find',
	permission: 'members:write',
	request: ({ realmId, type, value, source }) => ({
		method: 'GET',
		path: path`/api/v1/realms/${realmId}/credentials/find`,
		query: identityQuery({ type, value, source }),
	}),
	perform: async ({ client, values, request }) => {
		const found = await find(client, values);
		if (found) return [{ json: { ...found, created: false } }];
		const creation = { ...creationOf(values), names: request.names };
		const made = await client.send(creation).catch(problemIn);
		if (made instanceof Problem) return [{ json: await lookAgain(client, values, made) }];
		const credential = credentialIn(made.body, values);
		const { id, format, publicIdentifier, balances = [], metadata = null } = credential;
		return [{ json: { id, format, publicIdentifier, balances, metadata, created: true } as never }];
	},
	response: bare(foundOrCreated),
});

/** The credential of an identity, in any of its spellings. `undefined` if there is none. */
async function find(client: Client, values: Values): Promise<Credential | undefined> {
	const { realmId, type, value, source } = values;
	for (const spelling of [value, ...otherSpellings(value)]) {
		const request = findCredential.request({ realmId, type, value: spelling, source });
		const answer = await client.send(request).catch(noneIfNotThere);
		if (answer?.body !== undefined) return credentialIn(answer.body, values);
	}
	return undefined;
}

/**
 * The credential in a response.
 *
 * @throws {Problem} if there is none, or that of somebody else
 */
function credentialIn(body: unknown, { type, value }: Values): Credential {
	const credential = partWith(body, 'id');
	if (!isRecord(credential) || typeof credential.id !== 'string') {
		throw unsentProblem(
			'The service did not return a credential',
			'Check the base URL in the credential, or ask the operator of the service.',
		);
	}
	// For an ID at a provider, the public identifier may be a username.
	const isOwn = type === 'email' || type === WALLET;
	const shown = isOwn ? credential.publicIdentifier : credential.oauthAccountId;
	if (typeof shown !== 'string' || folded(shown) === folded(value)) return credential;
	throw unsentProblem(
		`"Value": the service returned a credential without the ${type} ${value}`,
		`The ID of that credential is ${credential.id}. Check it in the service before you award points.`,
	);
}

/** @throws {Problem} for a type without a request that creates it, and for a wallet that cannot be */
function creationOf({ realmId, type, value, source, chain: ofWallet }: Values): OperationRequest {
	if (type === WALLET) {
		const wrong =
			ofWallet === undefined ? '"Chain" is empty, but a new wallet needs it' : wrongAddress(value);
		if (wrong === undefined)
			return createWalletCredential.request({ realmId, address: value, chain: ofWallet });
		throw unsentProblem(wrong, 'Correct it, and run it again. Nothing was created.');
	}
	const provider = type === 'custom' ? source : PROVIDERS[type];
	if (provider !== undefined) return createSocialCredential.request({ realmId, provider, providerId: value });
	throw unsentProblem(
		`"Value": no credential has the ${type} ${value}, and the API cannot create one`,
		'Use the type Custom with a source of your own, such as "shop". Or create it in the service. Nothing was created.',
	);
}

function wrongAddress(value: string): string | undefined {
	const problem = addressProblem(value);
	return problem && `"Value" ${problem}`;
}

/**
 * The credential after a creation without a clear success: another run created it first, or the response was lost.
 *
 * @param made why the creation is no success
 */
async function lookAgain(client: Client, values: Values, made: Problem) {
	const { status, outcome, answer } = made.told;
	const isThere = status === 409;
	if (!isThere && outcome !== 'unknown') throw made;
	const found = await find(client, values).catch((thrown: unknown) => {
		throw isThere ? thrown : unclear(made);
	});
	// It was not there just before.
	if (found) return { ...found, created: !isThere } as never;
	if (!isThere) throw unclear(made);
	throw new Problem({
		message: '"Value": the service has this credential already, but does not find it',
		advice: 'Most likely the person has joined. Get the member with "Member: Resolve".',
		outcome: 'notApplied',
		status,
		answer,
	});
}

function unclear({ told }: Problem): Problem {
	const advice = 'Run it again. It finds the credential if it was created, and otherwise creates it.';
	return new Problem({ ...told, advice });
}

function problemIn(thrown: unknown): Problem {
	if (thrown instanceof Problem) return thrown;
	throw thrown;
}
