import { ok, type Routes } from '../../base/call';
import { goesBy } from '../member/identifiers';

export const routes: Routes<'account'> = {
	/** Of every realm: whoever is a member of one has an account. Null for nobody. */
	find: ({ world: { state }, query: { type, values } }) => {
		const everybody = [...state.realms.values()].flatMap(({ members }) => [...members.values()]);
		return ok({ data: everybody.find((member) => goesBy(member, type, [values]))?.id ?? null });
	},
};
