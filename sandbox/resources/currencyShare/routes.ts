import { created, ok, type Routes } from '../../base/call';
import { now } from '../../base/dates';
import { notFound } from '../../base/errors';
import { find } from '../../base/state';
import { answerShare, findShare, offerShare } from './shares';

export const routes: Routes<'currencyShare'> = {
	getPending: ({ world: { state }, realm }) => {
		const pending = [...state.shares.values()].filter(
			({ childRealmId, status }) => childRealmId === realm.id && status === 'PENDING',
		);
		return ok({
			data: pending.map((share) => {
				const parent = find(state.realms, share.parentRealmId, 'realm');
				const { id, name, emoji, customEmojiUrl } = find(parent.currencies, share.realmPointId, 'currency');
				return {
					...share,
					parentRealm: { id: parent.id, name: parent.name },
					realmPoint: { id, name, emoji, customEmojiUrl },
				};
			}),
		});
	},

	/** 404 for an unknown currency. */
	getMany: ({ world: { state }, realm, params }) => {
		const currency = find(realm.currencies, params.currencyId, 'currency');
		const shares = [...state.shares.values()].filter(({ realmPointId }) => realmPointId === currency.id);
		return ok({
			data: shares.map(({ id, childRealmId, createdAt, permissions, status }) => {
				const childRealm = { id: childRealmId, name: find(state.realms, childRealmId, 'realm').name };
				return { id, childRealmId, createdAt, permissions, status, childRealm };
			}),
		});
	},

	create: ({ world: { state }, realm, params, body: { childRealmId, permissions } }) => {
		const { createdAt: _at, ...share } = offerShare(
			state,
			realm,
			params.currencyId,
			childRealmId,
			permissions,
		);
		return created({ data: share });
	},

	accept: ({ world: { state }, realm, params }) => {
		const { status } = answerShare(state, realm, params.currencyId, 'ACCEPTED');
		return ok({ data: { status, acceptedAt: now() } });
	},

	reject: ({ world: { state }, realm, params }) => {
		const { status } = answerShare(state, realm, params.currencyId, 'REJECTED');
		return ok({ data: { status, rejectedAt: now() } });
	},

	/** 404 for an unknown currency or realm, and without a share. */
	revoke: ({ world: { state }, realm, params }) => {
		find(realm.currencies, params.currencyId, 'currency');
		const child = find(state.realms, params.childRealmId, 'realm');
		const { id } = findShare(state, child, params.currencyId);
		state.shares.delete(id);
		return ok({ data: { id } });
	},

	/** 404 without an accepted share. */
	leave: ({ world: { state }, realm, params }) => {
		const { id, status } = findShare(state, realm, params.currencyId);
		if (status !== 'ACCEPTED') throw notFound('The realm has not accepted this share.');
		state.shares.delete(id);
		return ok({ data: 'The shared currency was removed from the realm.' });
	},
};
