import type { IDataObject } from 'n8n-workflow';

import { shownText } from '../../declare/listSearch';
import { unsentProblem } from '../../errors';
import { getManyCurrencies } from '../../resources/currency/getMany';
import { balanceIn } from '../../resources/member/record';
import { canonicalText } from '../../shared/canonical';
import { Decimal } from '../../shared/decimal';
import { timeOf } from '../../shared/times';
import { allMembers, personOf } from '../memberList';
import { identifiedIn, shortOf, unreadable, type Reading } from '../poller';
import { snapshotPoller } from '../snapshot';

/**
 * A member's balance went up or down. The service has no history of balances, so the balance of each member is
 * remembered. The list of members serves for that, because the leaderboard changes its order while it is read.
 *
 * @param chosen the currency, or an empty text for the default one
 */
export function balanceChanged(chosen: string) {
	return snapshotPoller({
		scope: chosen,
		needsBefore: true,
		tellsDifference: true,
		look: async (reading) => {
			const { members, seenUpTo } = await allMembers(reading);
			const currencyId = chosen === '' ? await defaultCurrencyIn(reading) : chosen;
			const balances = members.map(({ record }) => balanceIn(record, currencyId));
			if (members.length > 0 && balances.every((balance) => balance === undefined))
				throw unreadable('it does not show the balances of the members');
			// A mistyped currency would never give an event.
			if (chosen !== '' && !balances.some((balance) => balance?.isAbove(Decimal.ZERO)))
				await checkCurrency(chosen, reading);
			// The default currency may become another one.
			const mark = chosen === '' ? shortOf(currencyId) : '';
			const listed = members.map(({ id, record }, index) => {
				const balance = balances[index];
				const content = balance && `${mark} ${String(balance)}`;
				return { id, record: { ...record, currencyId }, content };
			});
			return { listed, seenUpTo };
		},
		eventOf: ({ content, before, after, seenUpTo, ...one }, { realmId, isSample }) => {
			// A member who was only missed until now had another balance than 0.
			const isNew = isSample || (seenUpTo !== undefined && isAfter(one.record.joinedAt, seenUpTo));
			if (before === undefined && !isNew) return undefined;
			const currencyId = shownText(one.record.currencyId);
			const [mark, newBalance] = content.split(' ');
			const [markBefore, previousBalance] = before?.split(' ') ?? [mark, '0'];
			if (markBefore !== mark || (previousBalance === newBalance && !isSample)) return undefined;
			return {
				type: 'balance.changed',
				about: ['balance.changed', realmId, currencyId, one.id, content, after],
				data: {
					member: personOf(one),
					currencyId,
					previousBalance: Number(previousBalance),
					newBalance: Number(newBalance),
					difference: Number(difference(newBalance, previousBalance)),
				},
			};
		},
	});
}

function isAfter(joinedAt: unknown, time: number): boolean {
	return (timeOf(joinedAt) ?? -Infinity) > time;
}

function difference(newBalance = '', previousBalance = ''): string {
	const [now, before] = [Decimal.of(newBalance), Decimal.of(previousBalance)];
	return String(now && before && now.minus(before));
}

const isSame = (id: unknown, other: string) =>
	typeof id === 'string' && canonicalText(id) === canonicalText(other);

async function defaultCurrencyIn(reading: Reading): Promise<string> {
	const found = await findCurrency(reading, (currency) => currency.default === true);
	if (found !== undefined) return found;
	throw unsentProblem('The realm has no default currency', 'Choose a currency for the event.');
}

async function checkCurrency(currencyId: string, reading: Reading): Promise<void> {
	if ((await findCurrency(reading, ({ id }) => isSame(id, currencyId))) !== undefined) return;
	throw unsentProblem('The realm does not have this currency', 'Choose a currency from the list.');
}

/** The ID of the first currency of the realm that is a wanted one. */
async function findCurrency(
	{ client, realmId }: Reading,
	isWanted: (currency: IDataObject) => boolean,
): Promise<string | undefined> {
	const request = getManyCurrencies.request({ realmId, includeArchived: true, returnAll: true });
	for await (const body of client.pages(request)) {
		const currency = identifiedIn(body).find(({ record }) => isWanted(record));
		if (currency) return currency.id;
	}
	return undefined;
}
