import { ok, type Routes } from '../../base/call';
import { goesBy } from '../member/identifiers';

export const routes: Routes<'account'> = {
	/** Accounts of every realm: each member of a realm has one. Null for a value without an account. */
	find: ({ world: { state }, query: { type, values } }) => {
		const everybody = [...state.realms.values()].flatMap(({ members }) => [...members.values()]);
		return ok({ data: everybody.find((member) => goesBy(member, type, [values]))?.id ?? null });
	},
};
