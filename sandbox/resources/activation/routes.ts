import { created, noContent, ok, type Routes } from '../../base/call';
import { now } from '../../base/dates';
import { badRequest } from '../../base/errors';
import { newId } from '../../base/ids';
import { recordPage } from '../../base/pages';
import { find, without, type Realm, type Schemas, type State } from '../../base/state';
import { isSameAddress, ownersOf } from '../chain/records';
import { creditNfts, takeBack } from './balances';
import type { Activation, ActivationConfig } from './records';

/** An activation as in the API. */
export const activationRecord = (activation: Activation): Schemas['Activation'] =>
	without(activation, 'owners', 'credits', 'links', 'linkedMembers');

/** A config as it is stored. A config that calls a URL gets the id of a webhook. */
export function newConfig(input: Schemas['ActivationConfigInput']): ActivationConfig {
	const isCalling = input.configType === 'sales' || input.configType === 'listings';
	const settings = isCalling ? { ...input.settings, webhookId: newId() } : input.settings;
	const createdAt = now();
	return { id: newId(), ...input, settings, createdAt, updatedAt: createdAt };
}

/** Reads the NFTs of the contract and their owners. @returns the number of NFTs */
function readChain({ nfts, holdings }: State, activation: Activation): number {
	const { chain, contractAddress } = activation;
	activation.owners = new Map(
		nfts
			.filter((nft) => nft.chain === chain && isSameAddress(chain, nft.contractAddress, contractAddress))
			.map((nft) => [nft.id, ownersOf(holdings, nft)]),
	);
	return activation.owners.size;
}

/** @throws {ServiceError} 404 for either, 400 when both are the same */
function pairOf({ activations }: Realm, sourceId: string, targetId: string) {
	const source = find(activations, sourceId, 'activation');
	const target = find(activations, targetId, 'target activation');
	if (source === target) throw badRequest('An activation cannot be linked to itself.');
	return { source, target };
}

export const routes: Routes<'activation'> = {
	getMany: ({ realm, query }) => ok(recordPage([...realm.activations.values()], query, activationRecord)),

	create: ({ world: { state }, realm, body }) => {
		const { activationType, contractAddress, chain, configs } = body;
		const collection = state.collections.find(
			(one) => one.chain === chain && isSameAddress(chain, one.contractAddress, contractAddress),
		);
		const createdAt = now();
		const activation: Activation = {
			id: newId(),
			activationType,
			contractAddress,
			chain,
			collectionKey: null,
			displayName: collection?.name ?? null,
			configs: (configs ?? []).map(newConfig),
			createdAt,
			updatedAt: createdAt,
			owners: new Map(),
			credits: [],
			links: new Set(),
			linkedMembers: new Set(),
		};
		readChain(state, activation);
		realm.activations.set(activation.id, activation);
		return created(activationRecord(activation));
	},

	get: ({ realm, params }) =>
		ok({ data: activationRecord(find(realm.activations, params.activationId, 'activation')) }),

	delete: ({ realm, params }) => {
		takeBack(realm, find(realm.activations, params.activationId, 'activation'));
		realm.activations.delete(params.activationId);
		return noContent;
	},

	sync: ({ world: { state }, realm, params }) =>
		ok({ syncedCount: readChain(state, find(realm.activations, params.activationId, 'activation')) }),

	/** Refuses with 404 (activation, currency), 400 (amount) and 422 (currency archived). */
	creditNfts: ({ world: { state }, realm, params, body }) => {
		const activation = find(realm.activations, params.activationId, 'activation');
		return ok({ creditedCount: creditNfts(state, realm, activation, body) });
	},

	link: ({ realm, params, body }) => {
		const { source, target } = pairOf(realm, params.sourceActivationId, body.targetActivationId);
		source.links.add(target.id);
		return noContent;
	},

	unlink: ({ realm, params, body }) => {
		const { source, target } = pairOf(realm, params.sourceActivationId, body.targetActivationId);
		source.links.delete(target.id);
		return noContent;
	},
};
